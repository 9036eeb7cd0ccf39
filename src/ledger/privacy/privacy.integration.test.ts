import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { digestOf } from '../../envelope/digest.ts'
import type { Envelope } from '../../envelope/envelope.ts'
import type { JsonObject } from '../../json.ts'
import { changePeople } from '../../testing/installations/change-people.ts'
import { createLedgerDatabase, type TestDatabase } from '../../testing/installations/test-database.ts'
import { insertEnvelope, moveEnvelope } from '../commands/envelopes.ts'
import { appendEvidence } from '../evidence/evidence.ts'
import { readHistory } from '../commands/history.ts'
import { admitMessage, markTaken } from '../talk/inbox.ts'
import { openLedger, type Ledger } from '../open-ledger.ts'
import { enqueueReply } from '../talk/outbox.ts'
import { unsentReplies } from '../../testing/installations/unsent-replies.ts'
import { exportPerson } from './privacy-export.ts'
import { finishErasures, forgetPerson } from './privacy.ts'
import { addPerson, grantRole } from '../people/people-changes.ts'
import { findPerson, syncPeople } from '../people/people.ts'
import { recordOutcome } from '../commands/record-outcome.ts'
import { createPostgresJournal, takeRun } from '../commands/runs.ts'
import { createSealer } from '../evidence/sealer.ts'
import { createSecrets } from '../secrets/secrets.ts'
import { verifyLedger } from '../verify/verify-ledger.ts'

const secrets = createSecrets('a secret of tests that is long enough')
const start = Date.parse('2026-11-21T12:00:00Z')
let now = new Date(start)
const clock = () => now

const anaPhone = '+5511990000001'
const biaPhone = '+5511990000002'
/** What an erasure sets. */
const whole = `update envelopes set document = erased_document(document), outcome = erased_outcome(outcome), target_id = null, erased_at = now()`
const personal = /Beatriz|99000-?0002|eyes only/u

let database: TestDatabase
let ledger: Ledger
let ana: Speaker
let bia: Speaker

type Speaker = {
  readonly phone: string
  readonly personId: string
  readonly identityId: string
  readonly chatId: string
}

beforeAll(async () => {
  database = await createLedgerDatabase()
  ledger = await openLedger(database)
})

beforeEach(async () => {
  now = new Date(start)
  const tables =
    'evidence_seals evidence_payloads evidence unfinished_erasures unfinished_strikes outbox journal runs claims envelopes inbox sessions lockouts chats identities forgotten_phones people'
  for (const table of tables.split(' ')) {
    await database.pool.query(
      `alter table ${table} disable trigger user; delete from ${table}; alter table ${table} enable trigger user`,
    )
  }
  const file = { language: 'en', timeZone: 'UTC' }
  const people = [
    { ...file, phone: anaPhone, name: 'Ana', roles: ['owner'] },
    { ...file, phone: biaPhone, name: 'Beatriz', roles: ['operator'] },
  ]
  await ledger.db.transaction().execute((trx) => syncPeople(trx, people, { secrets, now: new Date() }))
  ana = await say(anaPhone, 'hello')
  bia = await say(biaPhone, 'for your eyes only')
})

afterAll(async () => {
  await ledger.close()
  await database.close()
})

async function say(
  phone: string,
  text: string,
  id: string = randomUUID(),
  group: string | null = null,
): Promise<Speaker> {
  const message = {
    account: 'test',
    channel: 'terminal',
    id,
    from: phone,
    group,
    mentions: group !== null,
    content: { kind: 'text', text },
    quoted: null,
    forwarded: false,
    sentAt: now.toISOString(),
  } as const
  const { chatId } = await admitMessage(ledger.db, secrets, message, now)
  const row = await ledger.db
    .selectFrom('inbox')
    .selectAll()
    .where('message_id', '=', id)
    .orderBy('seq', 'desc')
    .executeTakeFirstOrThrow()
  await markTaken(ledger.db, row.seq, { now, over: true })
  const person = await findPerson(ledger.db, { secrets, log: { warn: () => undefined } }, row.sender_id)
  return { phone, personId: person?.id ?? '', identityId: row.sender_id, chatId }
}

const step = {
  stepName: 'Try',
  stepDescription: '',
  stepMsg: '',
  actionType: 'try',
  actionMeta: {},
  observationDomain: '',
  observe: '',
  yield: [],
}

/** A command with everything that one leaves behind; `running` is not over yet. */
async function command(
  by: Speaker,
  args: JsonObject,
  {
    target = null,
    end = 'executed',
    name = 'TRY',
    heard,
    business,
  }: {
    readonly target?: string | null
    readonly end?: 'executed' | 'failed' | 'running'
    readonly name?: string
    /** What was said for it, where it was spoken. */
    readonly heard?: string
    /** What was looked up of the business, where the command is not one of Sayso's own. */
    readonly business?: JsonObject
  } = {},
): Promise<string> {
  const commandId = randomUUID()
  const messageId = randomUUID()
  await say(by.phone, `do it with ${JSON.stringify(args)}`, messageId)
  const engine = { engine: 'local', model: 'small', language: 'en', duration_ms: 1000 }
  const audio = heard === undefined ? [] : [{ message_id: messageId, transcript: heard, ...engine }]
  const envelope: Envelope = {
    command_id: commandId,
    timestamp: now.toISOString(),
    actor: { user_id: by.personId, channel: 'terminal', auth_context_id: by.identityId },
    intent: { entity: 'Person', action: 'Try', target: target === null ? null : { id: target } },
    args,
    confirmation: { required: true, method: 'yes' },
    idempotency_key: randomUUID(),
    trace: { conversation_id: by.chatId, message_ids: [messageId], ...(audio.length > 0 && { audio }) },
    sayso: {
      ref: randomUUID().slice(0, 8),
      name,
      safety: 'mutation',
      chain: [{ ...step, actionDomain: business === undefined ? 'admin' : 'sql' }],
      facts: business ?? { person: args },
      actor: { language: 'en', time_zone: 'UTC', phone: by.phone, name: by === bia ? 'Beatriz' : 'Ana' },
      catalogue: 'x',
      base_key: randomUUID(),
      issuance: { again: 0, others: 0 },
      window_ms: 1000,
      while_paused: false,
    },
  }
  await insertEnvelope(ledger.db, envelope, { ...by, status: 'accepted', tokenMac: null, expiresAt: null })
  await appendEvidence(ledger.db, secrets, [
    {
      at: now,
      kind: 'command.accepted',
      commandId,
      chatId: by.chatId,
      personId: by.personId,
      facts: {},
      payload: { args },
    },
    { at: now, kind: 'command.confirmed', commandId, chatId: by.chatId, personId: by.personId, facts: {} },
  ])
  await moveEnvelope(ledger.db, commandId, { from: 'accepted', to: 'confirmed', mac: Buffer.alloc(32) }, now)
  const epoch = await takeRun(ledger.db, secrets, { stored: null, commandId, owner: 'worker', now })
  const journal = createPostgresJournal(ledger.db, secrets, { commandId, epoch, owner: 'worker' })
  await journal.write({ kind: 'intent', step: 'Try', meta: args, prepared: args })
  await journal.write({ kind: 'done', step: 'Try', output: args, yielded: ['tried'] })
  if (end !== 'running') await settle(commandId, args, end)
  const address = { account: 'test', chatId: by.chatId, recipientId: by.identityId, replyTo: messageId }
  const shown = { id: commandId, ref: envelope.sayso.ref, name: 'TRY', status: 'executed' } as const
  const reply = { about: 'outcome', text: `done with ${JSON.stringify(args)}`, command: shown } as const
  await enqueueReply(ledger.db, secrets, { id: randomUUID(), address, reply, now })
  await database.pool.query('update outbox set sent_at = now()')
  return commandId
}

async function settle(commandId: string, args: JsonObject, end: 'executed' | 'failed' = 'executed'): Promise<void> {
  const failure = { reason: 'action_failed', explanation: JSON.stringify(args), effect: 'none' } as const
  const outcome = { outputs: { Try: args } }
  const ended = end === 'executed' ? { kind: end, ...outcome } : { kind: end, ...failure, ...outcome }
  await recordOutcome(ledger.db, { secrets, clock }, { commandId, from: 'confirmed', outcome: ended })
}

const rules = {
  roles: new Map([
    ['operator', ['orders.*', 'admin.forget']],
    ['owner', ['*']],
    ['auditor', ['*']],
  ]),
  languages: ['en'],
}

const forget = (phone: string, actorId = ana.personId) =>
  ledger.db.transaction().execute((db) => forgetPerson(db, secrets, { actorId, rules, phone, now }))

const envelopeOf = (id: string) =>
  ledger.db.selectFrom('envelopes').selectAll().where('command_id', '=', id).executeTakeFirstOrThrow()

const later = (hours: number) => new Date(start + hours * 60 * 60_000)

const seal = () => createSealer({ db: ledger.db, secrets, clock }).seal()

/** Everything that stands in the ledger in the clear, and everything that can be opened. */
async function everything(): Promise<string> {
  const tables =
    'people identities chats inbox sessions envelopes journal evidence unfinished_erasures admin_effects settings'
  const texts: string[] = []
  for (const table of tables.split(' ')) {
    texts.push(JSON.stringify((await database.pool.query(`select * from ${table}`)).rows))
  }
  await database.pool.query('update outbox set sent_at = null')
  texts.push(JSON.stringify(await unsentReplies(ledger.db, secrets, 'test', 1000)))
  await database.pool.query('update outbox set sent_at = now()')
  return texts.join('\n')
}

/** One writes it, is turned away, and the other uses its id; gives whether it was erased. */
async function bothWrite(one: string, other: string, isKnown: boolean) {
  const { chatId, identityId } = await say(one, 'let me in', 'same', 'family')
  const facts = { message: 'same', ...(isKnown && { identity: identityId }) }
  const refused = { at: now, kind: 'access.refused', chatId, facts, payload: { text: 'let me in' } }
  await ledger.db.transaction().execute((trx) => appendEvidence(trx, secrets, [refused]))
  await say(other, 'mine', 'same', 'family')
  return async () => {
    const { rows } = await database.pool.query<{ erased: boolean }>(
      'select payload is null as erased from evidence join evidence_payloads on evidence_id = id where chat_id = $1',
      [chatId],
    )
    return rows.map(({ erased }) => erased)
  }
}

async function isInExport(): Promise<boolean> {
  return JSON.stringify((await exportPerson(ledger.db, secrets, biaPhone))['evidence']).includes('let me in')
}

describe('forgetting somebody', () => {
  test('leaves nothing of them behind, and the chain of evidence whole', async () => {
    const own = await command(bia, { text: 'for your eyes only' })
    await command(bia, { text: 'for your eyes only' }, { end: 'failed' })
    const about = await command(ana, { phone: biaPhone, name: 'Beatriz' }, { target: biaPhone })
    await command(ana, { phone: '+55 (11) 99000-0002', name: 'Beatriz' })
    const listing = await command(ana, {}, { end: 'running' })
    await settle(listing, { rows: [{ phone: biaPhone, name: 'Beatriz' }] })
    await command(ana, { id: '204' })
    await seal()
    expect(await everything()).toMatch(personal)
    expect(await forget(biaPhone)).toMatchObject({ personId: bia.personId, commands: 5 })
    const left = await everything()
    expect(left.split('\n').filter((text) => personal.test(text))).toEqual([])
    expect(left).toContain('204')
    await seal()
    expect(await verifyLedger({ db: ledger.db, secrets })).toMatchObject({
      ok: true,
      erasedPayloads: 10,
      unvouchedRows: { count: 0 },
    })
    // What is left of their messages says nothing, and nothing vouches for it.
    const kept = await database.pool.query(
      `select from inbox where body #>> '{content,text}' = '' and code is not null`,
    )
    expect(kept.rowCount).toBe(0)
    for (const commandId of [own, about]) {
      const { rows } = await database.pool.query('select * from envelopes where command_id = $1', [commandId])
      expect(rows).toMatchObject([{ name: 'TRY', status: 'executed', document: { command_id: commandId, args: {} } }])
    }
  })

  test('what somebody wrote before anybody knew them is theirs: it is exported, and goes with them', async () => {
    // As who is turned away leaves it: it names nobody.
    const turnedAway = async ({ chatId }: Speaker, text: string, id: string) => {
      const refused = { at: now, kind: 'access.refused', chatId, facts: { message: id }, payload: { text } }
      await ledger.db.transaction().execute((trx) => appendEvidence(trx, secrets, [refused]))
    }
    await turnedAway(await say(biaPhone, 'let me in', 'first'), 'let me in', 'first')
    await turnedAway(await say('+5511990000077', 'and me', 'second'), 'and me', 'second')
    await seal()
    const exported = JSON.stringify((await exportPerson(ledger.db, secrets, biaPhone))['evidence'])
    expect(exported).toContain('let me in')
    expect(exported).not.toContain('and me')
    await forget(biaPhone)
    const { rows } = await database.pool.query<{ message: string; erased: boolean }>(
      `select facts->>'message' as message, payload is null as erased
       from evidence join evidence_payloads on evidence_id = id where kind = 'access.refused' order by id`,
    )
    expect(rows).toEqual([
      { message: 'first', erased: true },
      { message: 'second', erased: false },
    ])
    expect(await verifyLedger({ db: ledger.db, secrets })).toMatchObject({ ok: true })
  })

  describe('who used in a group the id of a message of somebody whom nobody knew', () => {
    test.each([true, false])(
      'does not have it, and it does not go with them (known whose it is: %s)',
      async (known) => {
        const erased = await bothWrite('+5511990000077', biaPhone, known)
        expect(await isInExport()).toBe(false)
        await forget(biaPhone)
        expect(await erased()).toEqual([false])
      },
    )

    test.each([true, false])('leaves it to whoever wrote it only where that is known (%s)', async (known) => {
      const erased = await bothWrite(biaPhone, '+5511990000077', known)
      expect(await isInExport()).toBe(known)
      await forget(biaPhone)
      expect(await erased()).toEqual([known])
    })
  })

  test('takes their name and number out of what others wrote, were told, have open and proved', async () => {
    await database.pool.query(`update people set name = 'Beatriz Souza' where phone = $1`, [biaPhone])
    await say(anaPhone, 'has Beatriz Souza called from 11 99000-0002?')
    await say(anaPhone, 'order 204 is late')
    const id = await command(ana, { id: '204', text: 'ring BEATRIZ SOUZA first' })
    const spoken = await command(ana, { id: '204' }, { heard: 'cancel order 204 of Beatriz Souza' })
    const address = { account: 'test', chatId: ana.chatId, recipientId: ana.identityId, replyTo: null }
    const notice = { about: 'info', text: `Beatriz Souza (${biaPhone}) was refused too often` } as const
    await enqueueReply(ledger.db, secrets, { id: randomUUID(), address, reply: notice, now })
    await ledger.db
      .insertInto('sessions')
      .values({
        chat_id: ana.chatId,
        identity_id: ana.identityId,
        state: JSON.stringify({ repeat: { args: { phone: biaPhone } } }),
        updated_at: now,
      })
      .execute()
    const payload = { text: 'a note about Beatriz Souza' }
    await appendEvidence(ledger.db, secrets, [{ at: now, kind: 'tried', personId: ana.personId, facts: {}, payload }])
    await seal()
    const { messages } = await forget(biaPhone)
    expect(messages).toBe(2)
    const left = await everything()
    expect(left).not.toMatch(/Beatriz|BEATRIZ|99000-?0002/u)
    expect(left).toContain('order 204 is late')
    const { rows } = await database.pool.query('select erased_at from envelopes where command_id = any($1)', [
      [id, spoken],
    ])
    expect(rows).toEqual([{ erased_at: now }, { erased_at: now }])
    await seal()
    expect(await verifyLedger({ db: ledger.db, secrets })).toMatchObject({ ok: true })
    const open = await database.pool.query('select from evidence_payloads where payload is not null')
    expect(open.rows).toEqual([])
  })

  test('takes out what they were called before too, unless somebody else is called that now', async () => {
    const by = { at: now, kind: 'admin.person_renamed', personId: ana.personId, facts: { person: bia.personId } }
    const renamings = ['Beatriz Souza', 'Ana Lima', 'Bia'].map((before) => ({ ...by, payload: { before } }))
    await appendEvidence(ledger.db, secrets, renamings)
    await database.pool.query(`update people set name = 'Ana Lima' where phone = $1`, [anaPhone])
    await say(anaPhone, 'Beatriz Souza is late')
    await say(anaPhone, 'Ana Lima is late')
    expect((await forget(biaPhone)).messages).toBe(2)
    const left = await everything()
    expect(left).not.toContain('Beatriz Souza')
    expect(left).toContain('Ana Lima is late')
  })

  describe('of whom a customer has the name', () => {
    const order = { order: { id: '207', customer: 'Beatriz Souza', amount: '75' } }

    beforeEach(async () => {
      await changePeople(
        { db: ledger.db, secrets },
        `update people set name = 'Beatriz Souza' where phone = '${biaPhone}'`,
      )
    })

    test('leaves what others did with the customer’s order whole, and what they said and were told for it', async () => {
      const refund = { id: '207', amount: '30', customer: 'Beatriz Souza' }
      const id = await command(ana, refund, { target: '207', business: order, heard: 'refund 30 to Beatriz Souza' })
      const before = await envelopeOf(id)
      await seal()
      expect(await forget(biaPhone)).toMatchObject({ messages: 1, commands: 0, payloads: 0, about: [] })
      expect(await envelopeOf(id)).toEqual(before)
      const left = await everything()
      expect(left.match(/do it with [^}]*Beatriz Souza/gu)).toHaveLength(1)
      expect(left.match(/done with [^}]*Beatriz Souza/gu)).toHaveLength(1)
      await seal()
      expect(await verifyLedger({ db: ledger.db, secrets })).toMatchObject({ ok: true, erasedPayloads: 0 })
    })

    test('strikes only the words that mean them out of what others did with the business’s things, and that is proved', async () => {
      const elsewhere = { order: { id: '204', customer: 'Ana Lima' } }
      const by = { target: '204', business: elsewhere }
      const noted = { id: '204', reason: 'ring Beatriz Souza first', amount: '30' }
      const id = await command(ana, noted, { ...by, heard: 'refund it, says BEATRIZ SOUZA' })
      const numbered = await command(ana, { id: '204', reason: `ring ${biaPhone}` }, { ...by, end: 'failed' })
      await seal()
      await forget(biaPhone)
      expect(await everything()).not.toMatch(/Beatriz|BEATRIZ|99000-?0002/u)
      for (const [each, kept] of [
        [id, { amount: '30' }],
        [numbered, {}],
      ] as const) {
        const after = await envelopeOf(each)
        expect(after).toMatchObject({ erased_at: null, struck_at: now, target_id: '204' })
        expect(after.document).toMatchObject({
          args: { id: '204', reason: '••••', ...kept },
          sayso: { facts: elsewhere },
        })
      }
      expect((await envelopeOf(numbered)).outcome).toMatchObject({
        explanation: '••••',
        outputs: { Try: { id: '204' } },
      })
      await seal()
      expect(await verifyLedger({ db: ledger.db, secrets })).toMatchObject({ ok: true })
      const reverted = `update envelopes set document = jsonb_set(document, '{args,amount}', '"40"') where command_id = $1`
      await expect(database.pool.query(reverted, [id])).rejects.toMatchObject({ code: '23001' })
      await database.pool.query(`alter table envelopes disable trigger user`)
      await database.pool.query(reverted, [id])
      await database.pool.query(`alter table envelopes enable trigger user`)
      expect(await verifyLedger({ db: ledger.db, secrets })).toMatchObject({
        ok: false,
        firstBad: { kind: 'command_changed' },
      })
    })

    test('strikes them out of what was under way then once it is over and told, and keeps what finds them no longer', async () => {
      const elsewhere = { order: { id: '204', customer: 'Ana Lima' } }
      const noted = { id: '204', reason: 'ring Beatriz Souza first', amount: '30' }
      const running = await command(ana, noted, { target: '204', business: elsewhere, end: 'running' })
      await seal()
      await forget(biaPhone)
      const { rows } = await database.pool.query<{ sealed: Buffer }>('select sealed from unfinished_strikes')
      expect(rows.map(({ sealed }) => sealed.toString().includes('Souza'))).toEqual([false])
      expect(await finishErasures(ledger.db, { secrets, clock })).toBe(0)
      await settle(running, noted)
      const address = { account: 'test', chatId: ana.chatId, recipientId: ana.identityId, replyTo: null }
      const { ref } = await envelopeOf(running)
      const ended = { id: running, ref, name: 'TRY', status: 'executed' } as const
      const told = { about: 'outcome', text: 'rang Beatriz Souza', command: ended } as const
      await enqueueReply(ledger.db, secrets, { id: randomUUID(), address, reply: told, now })
      const proof = { at: now, kind: 'command.executed', commandId: running, facts: {} }
      await appendEvidence(ledger.db, secrets, [{ ...proof, payload: { told: told.text } }])
      now = new Date(start + 11 * 60_000)
      expect(await finishErasures(ledger.db, { secrets, clock })).toBe(0)
      await database.pool.query('update outbox set sent_at = now()')
      expect(await finishErasures(ledger.db, { secrets, clock })).toBe(1)
      expect(await everything()).not.toMatch(/Beatriz|BEATRIZ/u)
      const payloads = await database.pool.query('select from evidence_payloads where payload is not null')
      expect(payloads.rows).toEqual([])
      const after = await envelopeOf(running)
      expect(after).toMatchObject({ erased_at: null, struck_at: now, target_id: '204' })
      expect(after.document).toMatchObject({ args: { id: '204', reason: '••••', amount: '30' } })
      expect(await finishErasures(ledger.db, { secrets, clock })).toBe(0)
      await seal()
      expect(await verifyLedger({ db: ledger.db, secrets })).toMatchObject({ ok: true })
    })

    test('leaves a list of the business’s own people and customers as it was shown', async () => {
      const listing = await command(ana, {}, { end: 'running', business: {} })
      await settle(listing, { rows: [{ phone: biaPhone, name: 'Beatriz Souza' }] })
      await forget(biaPhone)
      expect(await envelopeOf(listing)).toMatchObject({
        erased_at: null,
        outcome: { outputs: { Try: { rows: [{ name: 'Beatriz Souza' }] } } },
      })
    })

    test('leaves commands about another person who is called the same', async () => {
      const other = '+5511990000003'
      const removed = await command(ana, { person: other, name: 'Beatriz Souza' }, { target: other })
      const own = await command(ana, { person: biaPhone, name: 'Beatriz Souza' }, { target: biaPhone })
      expect(await forget(biaPhone)).toMatchObject({ about: [own] })
      expect(await envelopeOf(removed)).toMatchObject({ erased_at: null, struck_at: null })
    })

    test('looks for no name that somebody else has who may speak, as nobody can tell who was meant', async () => {
      await changePeople(
        { db: ledger.db, secrets },
        `insert into people (phone, name, roles, language, time_zone, active, source)
         values ('+5511990000003', 'Beatriz Souza', '{operator}', 'en', 'UTC', true, 'chat')`,
      )
      await say(anaPhone, 'Beatriz Souza is late')
      await forget(biaPhone)
      expect(await everything()).toContain('Beatriz Souza is late')
    })

    test('does not look for a name that they gave themselves and laid down the same day', async () => {
      const called = (personId: string, before: string, at: Date) =>
        appendEvidence(ledger.db, secrets, [
          { at, kind: 'admin.person_renamed', personId, facts: { person: bia.personId }, payload: { before } },
        ])
      await called(bia.personId, 'Beatriz Lima', later(0))
      await called(bia.personId, 'Pedro Alves', later(1))
      await called(ana.personId, 'Bia Prado', later(2))
      await called(ana.personId, 'Bia Costa', later(3))
      for (const name of ['Beatriz Lima', 'Pedro Alves', 'Bia Prado', 'Bia Costa'])
        await say(anaPhone, `${name} is late`)
      await forget(biaPhone)
      const late = (await everything()).match(/[\p{L} ]+ is late/gu) ?? []
      expect([...late].toSorted()).toEqual(['Bia Prado is late', 'Pedro Alves is late'])
    })
  })

  test('names the commands of theirs and about them, whatever a catalogue calls the one that exports', async () => {
    const own = await command(bia, {}, { name: 'EXPORT' })
    const asked = await command(bia, {}, { name: 'GDPR_COPY' })
    const theirs = await command(ana, { person: biaPhone }, { name: 'GDPR_COPY' })
    await command(ana, {}, { name: 'EXPORT' })
    expect((await forget(biaPhone)).about.toSorted()).toEqual([own, asked, theirs].toSorted())
  })

  test('takes what they wrote as a stranger under the other number of their line, which an export holds too', async () => {
    const [added, other] = ['+551188887777', '+5511988887777']
    const stranger = await say(other, 'a first word of Carla')
    const carla = { phone: added, name: 'Carla', role: 'operator' }
    await ledger.db.transaction().execute((db) => addPerson(db, secrets, { actorId: ana.personId, rules, ...carla }))
    await say(added, 'a second word of Carla')
    const data = await exportPerson(ledger.db, secrets, added)
    expect(data).toMatchObject({
      messages: [{ content: { text: 'a first word of Carla' } }, { content: { text: 'a second word of Carla' } }],
    })
    expect(await forget(added)).toMatchObject({ messages: 2 })
    expect(await everything()).not.toMatch(/of Carla|8888-?7777/u)
    expect((await say(other, 'hello')).identityId).not.toBe(stranger.identityId)
  })

  test('leaves what was written under the other number of the line by somebody else who has it', async () => {
    await changePeople(
      { db: ledger.db, secrets },
      `insert into people (phone, name, roles, language, time_zone, active, source)
       values ('+551188887777', 'Dora', '{}', 'en', 'UTC', false, 'chat'), ('+5511988887777', 'Carla', '{}', 'en', 'UTC', true, 'chat')`,
    )
    await say('+5511988887777', 'mine')
    expect(await forget('+551188887777')).toMatchObject({ messages: 0 })
    expect(await everything()).toContain('mine')
  })

  test('keeps the digest of the whole envelope beside what is left of it', async () => {
    const id = await command(bia, { text: 'for your eyes only' })
    const before = await ledger.db
      .selectFrom('envelopes')
      .selectAll()
      .where('command_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(before.digest).toBe(digestOf(before.document))
    await forget(biaPhone)
    const after = await ledger.db
      .selectFrom('envelopes')
      .selectAll()
      .where('command_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(after).toMatchObject({ digest: before.digest, settled_at: before.settled_at, erased_at: now })
    expect(after.document).toMatchObject({ sayso: { name: 'TRY', facts: {} }, intent: { action: 'Try', target: null } })
  })

  test('makes them a stranger under the same number, whom the people file does not bring back', async () => {
    await forget(biaPhone)
    const entry = { phone: biaPhone, name: 'Beatriz', roles: ['operator'], language: 'en', timeZone: 'UTC' }
    const owner = { phone: anaPhone, name: 'Ana', roles: ['owner'], language: 'en', timeZone: 'UTC' }
    expect(
      await ledger.db.transaction().execute((trx) => syncPeople(trx, [owner, entry], { secrets, now: new Date() })),
    ).toEqual([{ personId: null, fields: ['active'] }])
    const again = await say(biaPhone, 'hello again')
    expect(again.personId).toBe('')
    expect(again.identityId).not.toBe(bia.identityId)
    expect(again.chatId).not.toBe(bia.chatId)
  })

  test('erases a command that still runs when it is over and told', async () => {
    const args = { phone: biaPhone }
    const running = await command(ana, args, { target: biaPhone, end: 'running' })
    await forget(biaPhone)
    expect(await finishErasures(ledger.db, { secrets, clock })).toBe(0)
    await settle(running, args)
    expect(await finishErasures(ledger.db, { secrets, clock })).toBe(0)
    now = new Date(start + 11 * 60_000)
    expect(await finishErasures(ledger.db, { secrets, clock })).toBe(1)
    expect(await everything()).not.toMatch(personal)
    expect(await finishErasures(ledger.db, { secrets, clock })).toBe(0)
    await seal()
    expect(await verifyLedger({ db: ledger.db, secrets })).toMatchObject({ ok: true })
  })

  test('hides the number at once in the history of a command that is erased later, as of the one that forgot', async () => {
    const args = { phone: biaPhone }
    const running = await command(ana, args, { target: biaPhone, end: 'running' })
    const before = await readHistory(ledger.db, { target: biaPhone })
    expect(before.entries.map(({ target }) => target)).toContain(biaPhone)
    await forget(biaPhone)
    await settle(running, args)
    const after = await readHistory(ledger.db, {})
    expect(after.entries.length).toBeGreaterThan(0)
    expect(after.entries.map(({ target }) => target)).not.toContain(biaPhone)
    expect(await readHistory(ledger.db, { target: biaPhone })).toMatchObject({ entries: [] })
  })

  test('is refused for oneself, for nobody, for who may do more, for the last owner, and while something is under way', async () => {
    await expect(forget(anaPhone)).rejects.toThrow('themselves')
    await expect(forget('+15550000000')).rejects.toThrow('Nobody')
    await expect(forget(anaPhone, bia.personId)).rejects.toThrow('more than you may do')
    const may = { actorId: ana.personId, rules, phone: biaPhone }
    await ledger.db.transaction().execute((db) => grantRole(db, secrets, { ...may, role: 'auditor' }))
    await expect(forget(anaPhone, bia.personId)).rejects.toThrow('last owner')
    await command(bia, { text: 'for your eyes only' }, { end: 'running' })
    await expect(forget(biaPhone)).rejects.toThrow('under way')
    expect(await everything()).toMatch(personal)
  })

  test('an export holds what forgetting erases, and nothing is left to export afterwards', async () => {
    await command(bia, { text: 'for your eyes only' })
    const data = await exportPerson(ledger.db, secrets, biaPhone)
    expect(data).toMatchObject({
      person: { name: 'Beatriz', phone: biaPhone },
      messages: [{ content: { text: 'for your eyes only' } }, {}],
      replies: [{ about: 'outcome', text: expect.stringContaining('eyes only') }],
      commands: [{ envelope: { args: { text: 'for your eyes only' } } }],
      evidence: [
        { kind: 'people.file' },
        { payload: { args: { text: 'for your eyes only' } } },
        { kind: 'command.confirmed' },
        { kind: 'command.executed' },
      ],
    })
    await forget(biaPhone)
    await expect(exportPerson(ledger.db, secrets, biaPhone)).rejects.toThrow('Nobody')
  })
})

describe('the guards of the database', () => {
  test.each([
    ['a command that is not over', `${whole} where status = 'confirmed'`],
    [
      'more than what is personal',
      `update envelopes set document = '{}', outcome = erased_outcome(outcome), target_id = null, erased_at = now() where status = 'executed'`,
    ],
    [
      'less than all of it',
      `update envelopes set document = erased_document(document), erased_at = now() where status = 'executed'`,
    ],
    ['the digest', `${whole}, digest = '' where status = 'executed'`],
    [
      'a value that is no words of anybody',
      `update envelopes set document = jsonb_set(document, '{sayso,facts}', '"••••"'), struck_at = now() where status = 'executed'`,
    ],
    [
      'a value for another',
      `update envelopes set document = jsonb_set(document, '{args,text}', '"y"'), struck_at = now() where status = 'executed'`,
    ],
    [
      'words of a command that is not over',
      `update envelopes set document = jsonb_set(document, '{args,text}', '"••••"'), struck_at = now() where status = 'confirmed'`,
    ],
    ['a journal whose envelope is whole', `update journal set entry = erased_entry(entry)`],
    ['a journal', `delete from journal`],
  ])('refuse to erase %s', async (_what, statement) => {
    await command(bia, { text: 'x' }, { target: '1' })
    await command(bia, { text: 'x' }, { target: '1', end: 'running' })
    await expect(database.pool.query(statement)).rejects.toMatchObject({ code: '23001' })
  })

  test('refuse to take an erasure back, or to change what was erased', async () => {
    const id = await command(bia, { text: 'x' })
    await forget(biaPhone)
    for (const change of ['erased_at = null', `document = '{}'`]) {
      const update = database.pool.query(`update envelopes set ${change} where command_id = '${id}'`)
      await expect(update).rejects.toMatchObject({ code: '23001' })
    }
    await expect(database.pool.query(`update journal set entry = '{}'`)).rejects.toMatchObject({ code: '23001' })
  })
})
