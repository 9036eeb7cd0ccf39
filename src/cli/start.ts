import { styleText } from 'node:util'
import { columnsOf } from '../channel/terminal/columns-of.ts'
import { labelledLine } from '../channel/terminal/labelled-line.ts'
import { wrapWords } from '../channel/terminal/wrap-words.ts'
import { readConfig, type Config } from '../config.ts'
import { ownTerminalAccount } from '../ledger/account-lock.ts'
import { listPeople } from '../ledger/people/people-list.ts'
import { pairedWhatsAppPhone } from '../ledger/whatsapp/whatsapp-keys.ts'
import { whatsappAccount } from '../ledger/whatsapp/whatsapp-lease.ts'
import type { Health } from '../http/serve-health.ts'
import type { Foundation } from '../open-foundation.ts'
import { shownPath } from '../shown-path.ts'
import { describeVoice } from '../voice/describe-voice.ts'
import { startWorker } from '../worker.ts'
import { attendWhatsApp, type AttendedWhatsApp } from './whatsapp/attend-whatsapp.ts'
import { loadLocalPeople } from './local-people.ts'
import { offerOwnerCodes } from './offer-owner-codes.ts'
import { runService } from './run-service.ts'
import { onStopSignal } from './stop-signal.ts'
import { parseOptions } from './parse-options.ts'
import type { Subcommand } from './subcommand.ts'
import type { Surroundings } from './surroundings.ts'
import { talkInTerminal } from './talk.ts'

export const start: Subcommand = {
  help: `Usage: sayso start [--data DIR] [--people FILE] [--headless]

Starts everything in one process: a Postgres in the data folder (unless DATABASE_URL names another), the queue, a worker, and a
chat in this terminal. In the chat, /voice FILE sends a recording and Ctrl-D leaves. If a WhatsApp number is linked (\`sayso pair\`),
it is served as well. With HTTP_PORT set, /healthz, /readyz and /metrics are served. SIGTERM lets running steps and turns finish first.

  --headless     no chat in this terminal: serve WhatsApp until told to stop
  --people FILE  who may speak, with which roles
  --data DIR     the data folder (default .sayso)

Examples:
  sayso start
  sayso start --headless --people people.yaml
`,
  run: async (args, at) => {
    const { values } = parseOptions({
      args: [...args],
      options: {
        data: { type: 'string' },
        people: { type: 'string' },
        headless: { type: 'boolean', default: false },
      },
    })
    const { headless } = values
    await serve(readConfig(at.env, values), { headless, works: true }, at)
    return 0
  },
}

/** What a process does beside being the bot: whether it has no chat in this terminal, and whether it runs commands itself. */
type Duties = { readonly headless: boolean; readonly works: boolean }

/** Runs a bot until it is told to stop. */
export async function serve(config: Config, duties: Duties, at: Surroundings): Promise<void> {
  const parts = [
    'ledger',
    'queue',
    'catalogue',
    ...(duties.works ? (['worker'] as const) : []),
    'whatsapp',
    ...(duties.headless ? [] : (['bot'] as const)),
  ] as const
  await runService(config, at, parts, (foundation, readiness) => run(foundation, readiness, duties))
}

async function run(foundation: Foundation, readiness: Health['readiness'], { headless, works }: Duties): Promise<void> {
  const { ledger, secrets } = foundation
  const { speaker } = await loadLocalPeople(foundation)
  const people = await listPeople(ledger.db, secrets)
  const owned = headless ? null : await ownTerminalAccount(ledger)
  const worker = works ? await startWorker(foundation) : null
  if (worker !== null) readiness.set('worker', worker.isRunning)
  try {
    await showReport(foundation, people.length)
    const beforeStop = async () => {
      readiness.stopping()
      // What its last step has done can still be told.
      await worker?.stop()
    }
    const attend = (say: (text: string) => void) => {
      const whatsapp = attendWhatsApp(foundation, say)
      readiness.set('whatsapp', () => whatsapp.state() !== 'starting')
      return whatsapp
    }
    if (owned === null) return await serveUntilStopped(foundation, { attend, beforeStop })
    console.log(`\n${wrapWords(hintFor(people.length), columnsOf(process.stdout) ?? Number.POSITIVE_INFINITY)}\n`)
    const onBot = () => readiness.set('bot', () => true)
    await talkInTerminal(foundation, { account: owned.account, speaker, beside: attend, beforeStop, onBot })
  } finally {
    await worker?.stop()
    await owned?.release()
  }
}

async function showReport({ config, ledger, report }: Foundation, people: number): Promise<void> {
  const phone = await pairedWhatsAppPhone(ledger.db, whatsappAccount)
  const lines = [
    ...report,
    ['People', whoMaySpeak(people, config.peopleFile)] as const,
    ['Voice', await describeVoice(config.voice, config.dataDir)] as const,
    ['WhatsApp', phone ?? 'no number yet: `sayso pair` links one, also while this runs'] as const,
  ]
  for (const [what, where] of lines) console.log(labelledLine(what, where, columnsOf(process.stdout)))
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
async function serveUntilStopped(
  foundation: Foundation,
  {
    attend,
    beforeStop,
  }: { readonly attend: (say: (text: string) => void) => AttendedWhatsApp; readonly beforeStop: () => Promise<void> },
): Promise<void> {
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>()
  const signal = onStopSignal(() => void beforeStop().finally(stop), foundation.config)
  const codes = await offerOwnerCodes(foundation, tell)
  const whatsapp = attend(tell)
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
  return `${count} with ${shownPath(file)}`
}
