/** What STATUS and QUEUE say of commands of which nobody knows yet what came of them. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countRunningBeside } from '../../../ledger/commands/queue-view.ts'
import { createPostgresJournal, releaseRun, takeRun } from '../../../ledger/commands/runs.ts'
import { setPaused } from '../../../ledger/settings.ts'
import { enterWorker } from '../../../ledger/worker-presence.ts'
import { loadShippedCatalogue } from '../../../testing/catalogues/conversation-catalogue.ts'
import { runTestChain } from '../../../testing/run-test-chain.ts'
import { shownOutcome } from '../../../testing/conversation/shown-outcome.ts'
import { createTestLedger, type TestLedger } from '../../../testing/installations/test-ledger.ts'
import { createAdminReads } from './admin-reads.ts'

const catalogue = await loadShippedCatalogue()
const until = Date.parse('2026-11-21T12:10:00Z')

let house: TestLedger

beforeAll(async () => {
  house = await createTestLedger()
})
afterAll(() => house.close())

async function read(token: string, language: string): Promise<string> {
  const { ledger, secrets, lane, database } = house
  await database.pool.query('update people set language = $1', [language])
  const deps = { db: ledger.db, secrets, clock: () => new Date(), catalogue: () => catalogue }
  const actions = createAdminReads({ ...deps, queueHealth: async () => 'up' })
  const chain = catalogue.commands.get(token)?.chain ?? []
  const outcome = await runTestChain(chain, actions, { actor: { id: lane.personId } })
  return shownOutcome(catalogue, token, {}, outcome, language).replaceAll(/\s/gu, ' ')
}

async function bothIn(language: string): Promise<readonly [status: string, queue: string]> {
  const inStatus = /⏳ (\d.*?) (?=No failures|Nenhuma falha|Sin fallas|❓)/u
  const inQueue = /ARCHIVE · Ana · (.*?) · \d/u
  return [
    inStatus.exec(await read('STATUS', language))?.[1] ?? '',
    inQueue.exec(await read('QUEUE', language))?.[1] ?? '',
  ]
}

/** The same in all languages: that it is asked again until then, after a pause until then, and without an end. */
const told: readonly (readonly [language: string, now: string, paused: string, endless: string])[] = [
  [
    'en',
    '2 running without a clear answer; asked again until 11/21/26, 12:10 PM',
    '2 running without a clear answer; asked again after RESUME, until 11/21/26, 12:10 PM',
    'no clear answer yet; asked again until there is one',
  ],
  [
    'pt-BR',
    '2 em execução sem resposta clara; é perguntado de novo até 21/11/2026, 12:10',
    '2 em execução sem resposta clara; é perguntado de novo depois da pausa, até 21/11/2026, 12:10',
    'ainda sem resposta clara; é perguntado de novo até haver uma',
  ],
  [
    'es',
    '2 en ejecución sin respuesta clara; se vuelve a preguntar hasta 21/11/26, 12:10 p. m.',
    '2 en ejecución sin respuesta clara; se vuelve a preguntar después de la pausa, hasta 21/11/26, 12:10 p. m.',
    'aún sin respuesta clara; se vuelve a preguntar hasta que la haya',
  ],
]

test('STATUS and QUEUE say that a command is asked again, and until when, in every language', async () => {
  const { ledger, lane } = house
  expect(await read('STATUS', 'en')).not.toContain('⏳')
  for (const asking of [{ until: null }, { until }]) {
    const commandId = await house.confirm()
    const owner = 'a worker'
    const epoch = await takeRun(ledger.db, house.secrets, { stored: null, commandId, owner, now: new Date() })
    const journal = createPostgresJournal(ledger.db, house.secrets, { commandId, epoch, owner })
    const intent = { kind: 'intent', step: 'A', meta: {}, prepared: null } as const
    await journal.write(intent)
    await journal.write({ ...intent, asking })
  }
  for (const [language, now, paused, endless] of told) {
    await setPaused(ledger.db, { paused: false, personId: lane.personId, now: new Date() })
    expect(await bothIn(language)).toEqual([now, endless])
    await setPaused(ledger.db, { paused: true, personId: lane.personId, now: new Date() })
    expect(await bothIn(language)).toEqual([paused, expect.not.stringContaining(endless)])
  }
})

test.each([
  ['en', 1, 'Paused. Nothing new begins until somebody says RESUME; 1 that got no clear answer is asked about again'],
  ['pt-BR', 2, 'Em pausa. Nada novo começa até alguém mandar “encerrar a pausa”; 2 sem resposta clara são perguntados'],
  [
    'es',
    2,
    'En pausa. No empieza nada nuevo hasta que alguien mande “terminar la pausa”; por 2 sin respuesta clara se',
  ],
])('%s: PAUSE says how many of them rest', (language, resting, text) => {
  const outputs = { Pause: { paused: 'yes', running: 0, resting } }
  expect(shownOutcome(catalogue, 'PAUSE', {}, { kind: 'executed', outputs }, language)).toContain(text)
})

test('what a worker took and left without having begun waits, and is not counted among what is still finished', async () => {
  const { ledger, secrets, database } = house
  const before = await countRunningBeside(ledger.db, undefined)
  const worker = await enterWorker(database.url)
  const take = async (owner: string) => {
    const commandId = await house.confirm()
    const epoch = await takeRun(ledger.db, secrets, { commandId, owner, stored: null, now: new Date() })
    return { commandId, epoch, owner }
  }
  await take('a worker that is gone')
  await releaseRun(ledger.db, secrets, await take(worker.owner))
  expect(await countRunningBeside(ledger.db, undefined)).toBe(before)
  const { commandId } = await take(worker.owner)
  expect(await countRunningBeside(ledger.db, undefined)).toBe(before + 1)
  expect(await countRunningBeside(ledger.db, commandId)).toBe(before)
  const begun = await take('another worker that is gone')
  await createPostgresJournal(ledger.db, secrets, begun).write({ kind: 'intent', step: 'A', meta: {}, prepared: null })
  expect(await countRunningBeside(ledger.db, undefined)).toBe(before + 2)
  await worker.leave()
})
