import { UserError } from '../../errors.ts'
import { hasSystemCode } from '../../system-error.ts'
import type { Subcommand } from '../subcommand.ts'

export const dev: Subcommand = {
  help: `Usage: sayso dev whatsapp-server [--as PHONE] [--alone] [--json] [--data DIR] [--people FILE]

Starts a WhatsApp network on this machine, links a bot to it, and lets you talk to the bot as anybody, through the real protocol:
everybody has a phone of their own, which encrypts what you type. Nothing leaves this machine, and no number is needed. It needs the
development packages that \`npm ci\` installs.

  --as PHONE     who speaks at first (default: the first owner in the people file)
  --alone        start no bot, and show how to start one: Sayso, or any other that uses Baileys
  --json         one JSON object per line in and out, as with \`sayso chat --json\`, but over the wire
  --data DIR     the bot's data folder (default: a temporary one); its number is linked again
  --people FILE  who may speak, with which roles; without one, whoever sends back the one-time code that is shown becomes
                 the owner

Examples:
  sayso dev whatsapp-server
  sayso dev whatsapp-server --alone
  sayso dev whatsapp-server --json --people people.yaml < said.jsonl
`,
  run: async ([tool, ...args]) => {
    if (tool !== 'whatsapp-server') throw new UserError('usage', 'Usage: sayso dev whatsapp-server')
    return (await load()).runWhatsAppServer(args)
  },
}

/** What it is made of is not installed where the bot only runs. */
async function load() {
  try {
    return await import('./dev-whatsapp-server.ts')
  } catch (cause) {
    if (!(cause instanceof Error && hasSystemCode(cause, 'ERR_MODULE_NOT_FOUND'))) throw cause
    throw new UserError('usage', `The server needs the development packages of npm: ${cause.message}`, { cause })
  }
}
