import path from 'node:path'
import { parseArgs, styleText } from 'node:util'
import { readConfig } from '../config.ts'
import { ownTerminalAccount } from '../ledger/account-lock.ts'
import { openFoundation } from '../open-foundation.ts'
import { startWorker } from '../worker.ts'
import { createLog } from './create-log.ts'
import { listPeople } from '../ledger/people-list.ts'
import { loadLocalPeople } from './local-people.ts'
import type { Subcommand } from './subcommand.ts'
import { talkInTerminal } from './talk.ts'

export const start: Subcommand = {
  summary: 'Bot, worker and a chat in this terminal, in one process',
  help: `Usage: sayso start [--data DIR] [--people FILE]

Starts everything that is needed and nothing that must be installed: a Postgres in the data folder, the queue, a worker,
and a chat in this terminal. Ctrl-D leaves.
`,
  run: async (args) => {
    const { values } = parseArgs({ args: [...args], options: { data: { type: 'string' }, people: { type: 'string' } } })
    const config = readConfig(process.env, values)
    const foundation = await openFoundation(config, createLog(config))
    try {
      const { speaker } = await loadLocalPeople(foundation)
      const people = await listPeople(foundation.ledger.db)
      const owned = await ownTerminalAccount(foundation.ledger)
      const worker = await startWorker(foundation)
      const report = [...foundation.report, ['People', whoMaySpeak(people.length, config.peopleFile)] as const]
      for (const [what, where] of report) console.log(`${styleText('dim', what.padEnd(9))} ${where}`)
      // Whoever is not known yet is told first how to become the owner.
      const hint =
        people.length === 0
          ? 'Ctrl-D leaves.'
          : `Say ${styleText('bold', 'status of order 204')}, ${styleText('bold', 'cancel order 204')} or ${styleText('bold', 'help')}. Ctrl-D leaves.`
      console.log(`\n${hint}\n`)
      try {
        await talkInTerminal(foundation, { account: owned.account, speaker })
      } finally {
        await worker.stop()
        await owned.release()
      }
    } finally {
      await foundation.close()
    }
    return 0
  },
}

function whoMaySpeak(count: number, file: string | null): string {
  if (file === null) return count === 0 ? 'nobody yet' : `${count}, added by chat`
  const shown = path.relative(process.cwd(), file)
  return `${count} with ${shown.startsWith('..') ? file : shown}`
}
