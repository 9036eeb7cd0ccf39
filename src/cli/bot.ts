import { readConfig } from '../config.ts'
import { serve } from './start.ts'
import { parseOptions } from './parse-options.ts'
import type { Subcommand } from './subcommand.ts'

export const bot: Subcommand = {
  help: `Usage: sayso bot [--data DIR] [--people FILE]

Serves the linked WhatsApp number (\`sayso pair\`) until it is told to stop, without a chat in this terminal. Confirmed commands wait for
a \`sayso worker\` on the same database. With HTTP_PORT set, /healthz, /readyz and /metrics are served.

  --people FILE  who may speak, with which roles
  --data DIR     the data folder (default .sayso)

Examples:
  sayso bot
  DATABASE_URL=postgres://… REDIS_URL=redis://… sayso bot --people people.yaml
`,
  run: async (args, at) => {
    const { values } = parseOptions({
      args: [...args],
      options: { data: { type: 'string' }, people: { type: 'string' } },
    })
    await serve(readConfig(at.env, values), { headless: true, works: false }, at)
    return 0
  },
}
