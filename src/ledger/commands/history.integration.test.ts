import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestLedger, type TestCommand, type TestLedger } from '../../testing/installations/test-ledger.ts'
import { appendEvidence } from '../evidence/evidence.ts'
import { readHistory } from './history.ts'

const biaPhone = '+5511990000002'

let house: TestLedger
beforeAll(async () => {
  house = await createTestLedger()
  await ask({ action: 'AddNote', target: '204' })
  await ask({ action: 'RemoveNote', target: 'n3', facts: { note: { id: 'n3', order_id: '204', text: '205' } } })
  await ask({ action: 'ReadNote', safety: 'read', target: 'n3', facts: { note: { id: 'n3', order_id: 204 } } })
  await ask({ action: 'Refund', target: '206', facts: { order: { id: '206', amount: 204, customer: '204' } } })
  await ask({
    action: 'MoveNote',
    target: 'n4',
    facts: { note: { id: 'n4', order_id: 207 }, pause: null, others: ['207'] },
  })
  await ask({ action: 'GrantRole', target: biaPhone })
})
afterAll(() => house.close())

async function ask(command: TestCommand): Promise<void> {
  const { ledger, secrets, lane } = house
  const commandId = await house.accept(command)
  const about = { at: new Date(), commandId, personId: lane.personId, facts: {} }
  await appendEvidence(ledger.db, secrets, [{ ...about, kind: 'command.accepted' }])
}

async function commandsIn(filter: Parameters<typeof readHistory>[1]): Promise<readonly string[]> {
  const { entries } = await readHistory(house.ledger.db, filter)
  return entries.map(({ command }) => command)
}

test('of an order tells what was done about it and about what belongs to it, not of numbers that only look like its own', async () => {
  expect(await commandsIn({ target: '204' })).toEqual(['ADDNOTE', 'REMOVENOTE'])
  expect(await commandsIn({ target: '207' })).toEqual(['MOVENOTE'])
  expect(await commandsIn({ target: '205' })).toEqual([])
  expect(await commandsIn({ target: 'n3' })).toEqual(['REMOVENOTE'])
})

test('of a person tells what they did and what others did about them, each once, in the order in which it happened', async () => {
  expect(await commandsIn({ phone: biaPhone })).toEqual(['GRANTROLE'])
  expect(await commandsIn({ phone: biaPhone, target: '204' })).toEqual([])
  const all = ['ADDNOTE', 'REMOVENOTE', 'READNOTE', 'REFUND', 'MOVENOTE', 'GRANTROLE']
  expect(await commandsIn({ phone: '+1' })).toEqual(all)
  await house.database.pool.query(`update people set phone = $1`, [biaPhone])
  expect(await commandsIn({ phone: biaPhone })).toEqual(all)
})

test('what belongs to something is forgotten with the facts that say so', async () => {
  const { rows } = await house.database.pool.query<{ before: string[]; after: string[] }>(
    `select belongs_to(document) as before, belongs_to(erased_document(document)) as after from envelopes where name = 'REMOVENOTE'`,
  )
  expect(rows).toEqual([{ before: ['204'], after: [] }])
})

test('of what a thing is called tells what was done about it and what belongs to it, whatever it is called elsewhere', async () => {
  await ask({ action: 'Cancel', target: '301', facts: { order: { id: '301', customer: 'Mária  Souza' }, clock: null } })
  await ask({ action: 'RemoveNote', target: 'n9', facts: { note: { id: 'n9', order_id: 301, text: 'call' } } })
  await ask({ action: 'Cancel', target: '302', facts: { order: { id: '302', customer: 'Mariana Lima' } } })
  expect(await commandsIn({ target: 'maria' })).toEqual(['CANCEL', 'REMOVENOTE'])
  expect(await commandsIn({ target: 'MARIA SOUZA' })).toEqual(['CANCEL', 'REMOVENOTE'])
  expect(await commandsIn({ target: 'call' })).toEqual(['REMOVENOTE'])
  expect(await commandsIn({ target: 'mari' })).toEqual([])
  expect(await commandsIn({ target: '%' })).toEqual([])
  expect(await commandsIn({ target: 'maria', ref: 'NONE1' })).toEqual([])
})

test('of words that no thing is called by tells the commands that were asked for with them', async () => {
  await ask({ action: 'Book', target: '401', args: { who: 'Zé Ramalho' } })
  expect(await commandsIn({ target: 'ze ramalho' })).toEqual(['BOOK'])
  expect(await commandsIn({ target: 'ramal' })).toEqual([])
})

test('a preview that was only shown again is one request; what took its place otherwise is told', async () => {
  const { ledger, secrets, lane, database } = house
  const asked = async (messageIds: readonly string[], target: string) => {
    const commandId = await house.accept({ action: 'Close', target, baseKey: `close ${target}`, messageIds })
    const about = { at: new Date(), commandId, personId: lane.personId, facts: {} }
    await appendEvidence(ledger.db, secrets, [{ ...about, kind: 'command.accepted' }])
    return { ...about, commandId }
  }
  const supersede = async (about: Awaited<ReturnType<typeof asked>>) => {
    await database.pool.query(
      `update envelopes set status = 'rejected', reason = 'superseded', settled_at = now() where command_id = $1`,
      [about.commandId],
    )
    await appendEvidence(ledger.db, secrets, [{ ...about, kind: 'command.rejected', facts: { reason: 'superseded' } }])
  }
  const eventsOf = async (filter: Parameters<typeof readHistory>[1]) =>
    (await readHistory(ledger.db, filter)).entries.map(({ event }) => event)
  const first = await asked(['w1'], '501')
  await supersede(first)
  const second = await asked(['w1', 'w2'], '501')
  await supersede(second)
  await asked(['w1', 'w2', 'w3'], '501')
  expect(await eventsOf({ target: '501' })).toEqual(['command.accepted'])
  // As it stands in the envelope.
  const ref = first.commandId.slice(0, 13)
  expect(await eventsOf({ ref })).toEqual(['command.accepted', 'command.rejected'])
  const other = await asked(['w4'], '502')
  await supersede(other)
  await asked(['w5'], '502')
  expect(await eventsOf({ target: '502' })).toEqual(['command.accepted', 'command.rejected', 'command.accepted'])
})
