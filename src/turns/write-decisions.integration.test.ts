import type { Pool } from 'pg'
import { expect, test } from 'vitest'
import type { Decision } from '../conversation/step.ts'
import type { Executor } from '../ledger/database.ts'
import { openPayload } from '../ledger/evidence/evidence-payload.ts'
import { insertEnvelope, loadEnvelope } from '../ledger/commands/envelopes.ts'
import { transact } from '../ledger/transact.ts'
import { silentTracer } from '../telemetry/tracer.ts'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import { createTestLedger, type TestLedger } from '../testing/installations/test-ledger.ts'
import { Overtaken, writeDecisions } from './write-decisions.ts'

const clock = () => new Date('2026-11-22T12:00:00Z')
const by = { engine: 'local', model: 'm', language: 'en', duration_ms: 900 }
const audio = [{ message_id: 'note', transcript: 'cancel the order of Maria', heard: 'council order of Maria', ...by }]

test.each(['accept', 'refuse'] as const)(
  'the evidence of a spoken command (%s) says what heard it for good, and what was heard where it can be erased',
  async (kind) => {
    const { ledger, secrets, lane, accept, close } = await createTestLedger()
    const stored = await loadEnvelope(ledger.db, await accept())
    if (stored === null) throw new TypeError('Nothing was accepted')
    const commandId = '01900000-0000-7000-8000-000000000001'
    const trace = { ...stored.envelope.trace, audio }
    const sayso = { ...stored.envelope.sayso, ref: 'SPOKEN' }
    const envelope = { ...stored.envelope, command_id: commandId, trace, sayso }
    const decision =
      kind === 'accept'
        ? ({ kind, envelope, token: null, expiresAt: null } as const)
        : ({ kind, envelope, reason: 'unauthorised' } as const)
    const deps = { secrets, clock, tracer: silentTracer, front: null, catalogue: await loadShippedCatalogue() }
    await writeDecisions(deps, ledger.db, { ...lane, messageId: 'note', text: null }, [decision])
    const row = await ledger.db
      .selectFrom('evidence')
      .innerJoin('evidence_payloads', 'evidence_payloads.evidence_id', 'evidence.id')
      .where('command_id', '=', commandId)
      .select(['facts', 'payload_digest', 'payload'])
      .executeTakeFirstOrThrow()
    expect(row.facts).toMatchObject({ audio: [{ message_id: 'note', ...by }] })
    expect(JSON.stringify(row.facts)).not.toContain('Maria')
    expect(openPayload(secrets, row.payload_digest ?? Buffer.alloc(0), row.payload ?? Buffer.alloc(0))).toMatchObject({
      heard: [audio[0]?.transcript, audio[0]?.heard],
    })
    await close()
  },
)

const same = { kind: 'same-by-another', name: 'REFUND', target: '205', args: {}, withinMs: 60_000 } as const
const besides = { kind: 'under-way', entity: 'Order', target: '205' } as const
type Wish = Partial<Extract<Decision, { kind: 'confirm' }>>

const wishes: readonly (readonly [what: string, first: Wish, second: Wish])[] = [
  ['the same', { same, seen: null }, { same, seen: null }],
  ['different commands on one thing', { besides, told: [] }, { besides, told: [] }],
]

test.each(wishes)(
  'of two people who confirm %s, the second waits for the first and is overtaken',
  async (_what, ...two) => {
    const house = await createTestLedger()
    const { confirmed, ids, waiting, close } = await prepareTwo(house, two)
    const written = Promise.withResolvers<void>()
    const commit = Promise.withResolvers<void>()
    const one = transact(house.ledger.db, async (trx) => {
      await confirmed(trx, 0)
      written.resolve()
      await commit.promise
    })
    await written.promise
    const other = transact(house.ledger.db, (trx) => confirmed(trx, 1))
    other.catch(() => undefined)
    await expect.poll(waiting).toBe(1)
    commit.resolve()
    await one
    await expect(other).rejects.toThrow(Overtaken)
    // Once they were told of it, they can.
    if (two[1].besides !== undefined) await transact(house.ledger.db, (trx) => confirmed(trx, 1, { told: [ids[0]] }))
    await close()
  },
)

test('what is under way with another thing, or was told already, keeps nobody from confirming', async () => {
  const house = await createTestLedger()
  const told = [await house.confirm({ target: '205' })]
  await house.confirm({ target: '206' })
  const { confirmed, ids, close } = await prepareTwo(house, [{ besides, told }, {}])
  await transact(house.ledger.db, (trx) => confirmed(trx, 0))
  expect(await loadEnvelope(house.ledger.db, ids[0])).toMatchObject({ status: 'confirmed' })
  await close()
})

/** A command of each of two people, about one order, and how each of them confirms theirs. */
async function prepareTwo(
  { database, ledger, secrets, lane, accept, close }: TestLedger,
  wished: readonly [Wish, Wish],
) {
  const deps = {
    secrets,
    clock: () => new Date(),
    tracer: silentTracer,
    front: null,
    catalogue: await loadShippedCatalogue(),
  }
  const first = await accept({ action: 'Refund', target: '205' })
  const stored = await loadEnvelope(ledger.db, first)
  if (stored === null) throw new TypeError('Nothing was accepted')
  const other = await addPerson(database.pool)
  const second = {
    ...stored.envelope,
    command_id: '01900000-0000-7000-8000-000000000002',
    actor: { ...stored.envelope.actor, user_id: other.personId },
    sayso: { ...stored.envelope.sayso, ref: 'SECOND', base_key: 'second' },
  }
  await insertEnvelope(ledger.db, second, { ...other, status: 'accepted', tokenMac: null, expiresAt: null })
  const ids = [first, second.command_id] as const
  const waits = `select count(*)::int as count from pg_locks where locktype = 'advisory' and not granted`
  return {
    ids,
    close,
    confirmed: async (trx: Executor, index: 0 | 1, more: Wish = {}) => {
      const decision = { kind: 'confirm', commandId: ids[index], key: ids[index], method: 'yes' } as const
      const place = { ...(index === 0 ? lane : other), messageId: `m${index}`, text: null }
      await writeDecisions(deps, trx, place, [{ ...decision, ...wished[index], ...more }])
    },
    waiting: async () => (await database.pool.query<{ count: number }>(waits)).rows[0]?.count,
  }
}

async function addPerson(pool: Pool): Promise<{ chatId: string; identityId: string; personId: string }> {
  const idOf = async (text: string) => (await pool.query<{ id: string }>(`${text} returning id`)).rows[0]?.id ?? ''
  return {
    chatId: await idOf(
      `insert into chats (account, channel, kind, external) values ('a', 'terminal', 'private', '+2')`,
    ),
    identityId: await idOf(`insert into identities (kind, value) values ('phone', '+2')`),
    personId: await idOf(
      `insert into people (phone, name, roles, language, time_zone, source) values ('+2', 'Bia', '{owner}', 'en', 'UTC', 'test')`,
    ),
  }
}
