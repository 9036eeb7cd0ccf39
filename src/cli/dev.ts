import { UserError } from '../errors.ts'
import type { Subcommand } from './subcommand.ts'

export const dev: Subcommand = {
  summary: 'Tools for those who work on a bot',
  help: `Usage: sayso dev whatsapp-server [--as PHONE] [--alone] [--json] [--data DIR] [--people FILE]

Starts a WhatsApp network on this machine alone, links a bot to it, and lets you talk to the bot as anybody, through the
real protocol: what you type is encrypted by a phone of its own, and so on. Nothing leaves this machine, and no number is
needed. Wants what \`npm install\` installs for development.

  --as PHONE     who speaks at first (default: the first owner of the people file)
  --alone        starts no bot, and shows how to start one: Sayso, or any other that uses Baileys
  --json         one JSON object per line in and out, as \`sayso chat --json\` has it, over the wire
  --data DIR     the bot's data folder (default: a temporary one); its number is linked anew
  --people FILE  who may speak, with which roles; without one, whoever sends the code that is shown becomes the owner

Examples:
  sayso dev whatsapp-server
  sayso dev whatsapp-server --alone --json
`,
  run: async ([tool, ...args]) => {
    if (tool !== 'whatsapp-server') throw new UserError('usage', 'sayso dev has one tool: whatsapp-server')
    return (await load()).runWhatsAppServer(args)
  },
}

/** What it is made of is not installed where the bot only runs. */
async function load() {
  try {
    return await import('./dev-whatsapp-server.ts')
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'ERR_MODULE_NOT_FOUND')) throw cause
    throw new UserError('usage', `The server needs what npm installs for development: ${cause.message}`, { cause })
  }
}
