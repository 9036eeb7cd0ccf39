import path from 'node:path'
import { parseArgs, styleText } from 'node:util'
import { readConfig } from '../config.ts'
import { ownTerminalAccount } from '../ledger/account-lock.ts'
import { listPeople } from '../ledger/people-list.ts'
import { pairedWhatsAppPhone } from '../ledger/whatsapp-keys.ts'
import { whatsappAccount } from '../ledger/whatsapp-lease.ts'
import { openFoundation, type Foundation } from '../open-foundation.ts'
import { describeVoice } from '../voice/describe-voice.ts'
import { startWorker } from '../worker.ts'
import { attendWhatsApp } from './attend-whatsapp.ts'
import { createLog } from './create-log.ts'
import { loadLocalPeople } from './local-people.ts'
import { offerOwnerCodes } from './offer-owner-codes.ts'
import { onStopSignal } from './stop-signal.ts'
import type { Subcommand } from './subcommand.ts'
import { talkInTerminal } from './talk.ts'

export const start: Subcommand = {
  summary: 'Bot, worker and a chat in this terminal, in one process',
  help: `Usage: sayso start [--data DIR] [--people FILE] [--headless]

Starts everything that is needed and nothing that must be installed: a Postgres in the data folder, the queue, a worker,
and a chat in this terminal. Ctrl-D leaves. A WhatsApp number that is linked (\`sayso pair\`) is served beside it.

  --headless     no chat in this terminal: serves WhatsApp until it is told to stop
  --people FILE  who may speak, with which roles
  --data DIR     the data folder (default .sayso)

Examples:
  sayso start
  sayso start --headless --people people.yaml
`,
  run: async (args) => {
    const { values } = parseArgs({
      args: [...args],
      options: {
        data: { type: 'string' },
        people: { type: 'string' },
        headless: { type: 'boolean', default: false },
      },
    })
    const config = readConfig(process.env, values)
    const foundation = await openFoundation(config, createLog(config))
    try {
      const { speaker } = await loadLocalPeople(foundation)
      const people = await listPeople(foundation.ledger.db)
      const owned = values.headless ? null : await ownTerminalAccount(foundation.ledger)
      const worker = await startWorker(foundation)
      const phone = await pairedWhatsAppPhone(foundation.ledger.db, whatsappAccount)
      const report = [
        ...foundation.report,
        ['People', whoMaySpeak(people.length, config.peopleFile)] as const,
        ['Voice', await describeVoice(config.voice, config.dataDir)] as const,
        ['WhatsApp', phone ?? 'no number yet: `sayso pair` links one, also while this runs'] as const,
      ]
      for (const [what, where] of report) console.log(`${styleText('dim', what.padEnd(9))} ${where}`)
      try {
        if (owned === null) await serveUntilStopped(foundation)
        else {
          console.log(`\n${hintFor(people.length)}\n`)
          const beside = (say: (text: string) => void) => attendWhatsApp(foundation, say)
          await talkInTerminal(foundation, { account: owned.account, speaker, beside })
        }
      } finally {
        await worker.stop()
        await owned?.release()
      }
    } finally {
      await foundation.close()
    }
    return 0
  },
}

/** Whoever is not known yet is told first how to become the owner. */
function hintFor(people: number): string {
  return people === 0
    ? 'Ctrl-D leaves.'
    : `Say ${styleText('bold', 'status of order 204')}, ${styleText('bold', 'cancel order 204')} or ${styleText('bold', 'help')}. Ctrl-D leaves.`
}

function tell(text: string): void {
  console.log(text)
}

/** WhatsApp alone; the code of the first owner is sent to the number that is linked. */
async function serveUntilStopped(foundation: Foundation): Promise<void> {
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>()
  const signal = onStopSignal(stop)
  const codes = await offerOwnerCodes(foundation, tell)
  const whatsapp = attendWhatsApp(foundation, tell)
  try {
    await stopped
  } finally {
    codes.stop()
    signal.release()
    await whatsapp.stop()
  }
}

function whoMaySpeak(count: number, file: string | null): string {
  if (file === null) return count === 0 ? 'nobody yet' : `${count}, added by chat`
  const shown = path.relative(process.cwd(), file)
  return `${count} with ${shown.startsWith('..') ? file : shown}`
}
