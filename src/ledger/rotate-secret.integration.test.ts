import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { emptySession } from '../conversation/session.ts'
import { createTestLedger, type TestLedger } from '../testing/installations/test-ledger.ts'
import { isConfirmed, vouchAnew } from './commands/confirmations.ts'
import { loadEnvelope } from './commands/envelopes.ts'
import { appendEvidence } from './evidence/evidence.ts'
import { openPayload } from './evidence/evidence-payload.ts'
import { admitMessage } from './talk/inbox.ts'
import { keepSecret, openSecrets } from './secrets/kept-secrets.ts'
import type { RootSecrets } from './secrets/load-secrets.ts'
import { firstInLane } from './talk/next-in-lane.ts'
import { openLedgerSecrets } from './secrets/open-ledger-secrets.ts'
import { enqueueReply, findReply } from './talk/outbox.ts'
import { forgottenMac, personWithId, syncPeople } from './people/people.ts'
import { rotateSecret, type Rotation } from './rotate-secret.ts'
import { createPostgresJournal, runOf, takeRun } from './commands/runs.ts'
import { createSealer } from './evidence/sealer.ts'
import { mentionOf } from '../testing/mention-of.ts'
import { createSecrets, keyIdOf, sealedWithKey, type Secrets } from './secrets/secrets.ts'
import { strikeLater } from './privacy/unfinished-strikes.ts'
import { loadSession, saveSession } from './talk/sessions.ts'
import { checkToken } from './commands/tokens.ts'
import { findUnvouchedRows } from './verify/unvouched-rows.ts'
import { verifyLedger } from './verify/verify-ledger.ts'
import { vouchForInboxAnew } from './talk/vouched-inbox.ts'
import { vouchForPeopleAnew } from './people/vouched-people.ts'
import { vouchForRunsAnew } from './commands/vouched-runs.ts'
import { loadWhatsAppCreds, loadWhatsAppKeys, saveWhatsAppCreds, storeWhatsAppKeys } from './whatsapp/whatsapp-keys.ts'
import { findSent, noteSending } from './whatsapp/whatsapp-sent.ts'

const [first, second, third] = [
  'a secret of tests that is long enough to be taken',
  'the second secret of tests, long enough as well',
  'the third secret of tests, also one of 32 or more',
] as const
const now = new Date('2026-03-01T10:00:00Z')
const clock = () => now
const lease = { account: 'a', epoch: '1' }

let house: TestLedger
let audioFolder: string
beforeEach(async () => {
  house = await createTestLedger()
  audioFolder = path.join(await mkdtemp(path.join(tmpdir(), 'sayso-rotate-')), 'voice')
  await mkdir(audioFolder)
  await openLedgerSecrets(house.ledger.db, [first])
})
afterEach(async () => {
  await house.close()
  await rm(path.dirname(audioFolder), { recursive: true })
})

function rotate(...roots: RootSecrets): Promise<Rotation> {
  return rotateSecret(house.ledger.db, { roots, audioFolder, clock })
}

async function secretsOf(...roots: RootSecrets): Promise<Secrets> {
  return (await openLedgerSecrets(house.ledger.db, roots)).secrets
}

async function note(secrets: Secrets, kind: string): Promise<void> {
  const { db } = house.ledger
  await appendEvidence(db, secrets, [{ at: now, kind, facts: {}, payload: { text: kind } }])
  await createSealer({ db, secrets, clock }).seal()
}

async function isStoredAsConfirmed(secrets: Secrets, commandId: string): Promise<boolean> {
  const stored = await loadEnvelope(house.ledger.db, commandId)
  return stored !== null && isConfirmed(secrets, { ...stored, commandId })
}

function seals() {
  return house.ledger.db.selectFrom('evidence_seals').select(['seq', 'mac']).execute()
}

/** Something of everything that is sealed or has a code. */
async function fill(secrets: Secrets): Promise<{ readonly commandId: string }> {
  const { db, pool } = house.ledger
  const { chatId, identityId } = house.lane
  const commandId = await house.accept({ token: 'C9F2' })
  await appendEvidence(db, secrets, [{ at: now, kind: 'command.accepted', commandId, facts: {} }])
  const address = { account: 'a', chatId, recipientId: identityId, replyTo: null }
  await enqueueReply(db, secrets, { id: 'S1', address, reply: { about: 'help', text: 'hello' }, now })
  await db.transaction().execute(async (trx) => {
    await keepSecret(trx, secrets, house.lane, { id: 'k1', value: 'hunter2', now })
    const state = JSON.stringify({ question: { kept: 'k1' } })
    await trx
      .insertInto('sessions')
      .values({ chat_id: chatId, identity_id: identityId, state, updated_at: now })
      .execute()
  })
  const mention = mentionOf({ phone: '+5511990000001', name: 'Beto Lima' })
  await strikeLater(db, secrets, { commandId, mention, now })
  await pool.query(`insert into whatsapp_accounts (account, epoch) values ('a', 1)`)
  await saveWhatsAppCreds(db, secrets, lease, { creds: 'the creds', phone: '+1' })
  await storeWhatsAppKeys(db, secrets, lease, {
    keys: [{ type: 'session', id: '+2', value: 'a session' }],
    inbound: [{ digest: Buffer.alloc(32, 1), messageId: 'M', content: 'heard', entry: null }],
  })
  await noteSending(db, secrets, {
    account: 'a',
    messageId: 'W',
    replyId: 'S1',
    part: 0,
    media: 'key',
    recipient: '+2',
  })
  await db
    .insertInto('forgotten_phones')
    .values({ mac: forgottenMac(secrets, '+5511990000001'), at: now })
    .execute()
  await writeFile(path.join(audioFolder, '7'), secrets.seal('audio', '7', 'sound'))
  await note(secrets, 'before')
  return { commandId }
}

describe('rotateSecret()', () => {
  test('seals everything anew, so that the new secret alone opens what the earlier one did', async () => {
    const { commandId } = await fill(await secretsOf(first))
    const rotation = await rotate(second, first)
    expect(rotation).toMatchObject({ from: keyIdOf(first), to: keyIdOf(second), left: [], evidence: { ok: true } })
    expect(rotation.sealed.map(({ where, values }) => `${where} ${values}`)).toEqual([
      'outbox 1',
      'evidence_payloads 1',
      'kept_secrets 1',
      'unfinished_strikes 1',
      'whatsapp_accounts 1',
      'whatsapp_keys 1',
      'whatsapp_inbound 1',
      'whatsapp_sent 1',
      `${audioFolder} 1`,
    ])

    const secrets = await secretsOf(second)
    const { db } = house.ledger
    const { chatId } = house.lane
    expect(await findReply(db, secrets, chatId, 'S1')).toMatchObject({ reply: { text: 'hello' } })
    expect(await openSecrets(db, secrets, house.lane, { pin: { $secret: 'k1' } })).toEqual(
      new Map([['pin', 'hunter2']]),
    )
    expect(await loadWhatsAppCreds(db, secrets, 'a')).toBe('the creds')
    const keys = { account: 'a', type: 'session', ids: ['+2'] }
    expect(await loadWhatsAppKeys(db, secrets, keys)).toEqual(new Map([['+2', 'a session']]))
    expect(await findSent(db, secrets, 'a', 'W')).toMatchObject({ media: 'key' })
    expect(secrets.open('audio', '7', await readFile(path.join(audioFolder, '7')))).toBe('sound')
    const payload = await db
      .selectFrom('evidence_payloads as p')
      .innerJoin('evidence as e', 'e.id', 'p.evidence_id')
      .select(['payload', 'payload_digest'])
      .executeTakeFirstOrThrow()
    const { payload_digest: digest, payload: sealed } = payload
    expect(openPayload(secrets, digest ?? Buffer.alloc(0), sealed ?? Buffer.alloc(0))).toEqual({ text: 'before' })
    expect(await checkToken(db, secrets, { commandId, token: 'C9F2' })).toMatchObject({ matches: true })
    expect(await checkToken(db, secrets, { commandId, token: 'C9F3' })).toMatchObject({ matches: false })
    const forgotten = { phone: '+5511990000001', name: 'B', roles: [], language: 'en', timeZone: 'UTC' }
    expect(await db.transaction().execute((trx) => syncPeople(trx, [forgotten], { secrets, now: new Date() }))).toEqual(
      [{ personId: null, fields: ['active'] }],
    )
  })

  test('is refused to whoever does not know the secret of the ledger, and to one that was given up before', async () => {
    await fill(await secretsOf(first))
    await expect(rotate(second)).rejects.toMatchObject({ code: 'secret_mismatch' })
    await rotate(second, first)
    await expect(secretsOf(first)).rejects.toMatchObject({ code: 'secret_mismatch' })
    await expect(rotate(first, second)).rejects.toThrow('cannot be used again')
    expect((await secretsOf(second)).keyId).toBe(keyIdOf(second))
  })

  test('changes nothing when it is done again', async () => {
    await fill(await secretsOf(first))
    await rotate(second, first)
    const before = await seals()
    expect(await rotate(second, first)).toMatchObject({
      from: keyIdOf(second),
      to: keyIdOf(second),
      sealed: [],
      left: [],
    })
    expect(await seals()).toEqual(before)
  })

  test('goes from one to the next as often as it is asked to, and the evidence of all times verifies', async () => {
    await fill(await secretsOf(first))
    await rotate(second, first)
    await note(await secretsOf(second), 'between')
    await rotate(third, second)
    const secrets = await secretsOf(third)
    await note(secrets, 'after')
    expect(await verifyLedger({ db: house.ledger.db, secrets })).toMatchObject({ ok: true, checked: 6 })
    expect(secrets.keyIds).toEqual([first, second, third].map(keyIdOf))
    const keys = { account: 'a', type: 'session', ids: ['+2'] }
    expect(await loadWhatsAppKeys(house.ledger.db, secrets, keys)).toEqual(new Map([['+2', 'a session']]))
    const forgotten = { phone: '+5511990000001', name: 'B', roles: [], language: 'en', timeZone: 'UTC' }
    expect(
      await house.ledger.db.transaction().execute((trx) => syncPeople(trx, [forgotten], { secrets, now: new Date() })),
    ).toHaveLength(1)
  })

  test('vouches anew for what waits and was confirmed, and for nothing that was written there', async () => {
    const { db, pool } = house.ledger
    const before = await secretsOf(first)
    const [confirmed, forged] = [await house.confirm(), await house.accept()]
    await pool.query(`update envelopes set status = 'confirmed', confirmed_at = now() where command_id = $1`, [forged])
    await rotate(second, first)
    const after = await secretsOf(second, first)
    expect(await isStoredAsConfirmed(before, confirmed)).toBe(false)
    expect(await isStoredAsConfirmed(after, confirmed)).toBe(true)
    expect(await isStoredAsConfirmed(after, forged)).toBe(false)
    // Who knows the earlier secret, and the ledger still does, confirms nothing with it.
    await vouchAnew(db, before, null)
    expect(await isStoredAsConfirmed(after, forged)).toBe(false)
  })

  test('vouches anew for the rights of people, and for none that were written there', async () => {
    const { db, pool } = house.ledger
    const before = await secretsOf(first)
    const { personId } = house.lane
    const { rows } = await pool.query<{ id: string }>(
      `insert into people (phone, name, roles, language, time_zone, source) values ('+2', 'Eve', '{owner}', 'en', 'UTC', 'test') returning id`,
    )
    const forged = rows[0]?.id ?? ''
    await rotate(second, first)
    const after = await secretsOf(second, first)
    expect(await personWithId(db, before, personId)).toBeNull()
    expect(await personWithId(db, after, personId)).toMatchObject({ roles: ['owner'] })
    expect(await personWithId(db, after, forged)).toBeNull()
    // Who knows the earlier secret, and the ledger still does, makes nobody anything with it.
    await vouchForPeopleAnew(db, before, null)
    expect(await personWithId(db, after, forged)).toBeNull()
  })

  test('vouches anew for what waits in the inbox and what is open, and for nothing that was written there', async () => {
    const { db, pool } = house.ledger
    const before = await secretsOf(first)
    const said = {
      id: 'm1',
      channel: 'terminal',
      account: 'a',
      from: '+1',
      group: null,
      sentAt: now.toISOString(),
    } as const
    const content = { kind: 'text', text: 'help' } as const
    const { row } = await admitMessage(
      db,
      before,
      { ...said, content, mentions: false, quoted: null, forwarded: false },
      now,
    )
    await pool.query(
      `insert into inbox (kind, account, chat_id, sender_id, message_id, body, sent_at, received_at)
       select kind, account, chat_id, sender_id, 'forged', body, sent_at, received_at from inbox`,
    )
    const open = { ...emptySession, running: 'c1' }
    await saveSession(db, before, house.lane, open, now)
    await rotate(second, first)
    const after = await secretsOf(second, first)
    expect(await firstInLane(db, before, house.lane.chatId)).toMatchObject({ isVouched: false })
    expect(await firstInLane(db, after, house.lane.chatId)).toMatchObject({ isVouched: true, row: { seq: row?.seq } })
    expect((await findUnvouchedRows(db, after)).count).toBe(1)
    // What is open goes on.
    expect(await loadSession(db, { secrets: after, log: { error: () => undefined } }, house.lane)).toEqual(open)
    // Who knows the earlier secret, and the ledger still does, says nothing with it.
    await vouchForInboxAnew(db, before, null)
    expect((await findUnvouchedRows(db, after)).count).toBe(2)
  })

  test('vouches anew for a run that has begun and for what it has written, and for nothing that was written there', async () => {
    const { db, pool } = house.ledger
    const before = await secretsOf(first)
    const intent = { kind: 'intent', step: 'A', meta: {}, prepared: null } as const
    const begun = async () => {
      const run = { commandId: await house.confirm(), owner: 'a worker' }
      const epoch = await takeRun(db, before, { ...run, stored: null, now })
      await createPostgresJournal(db, before, { ...run, epoch }).write(intent)
      return run.commandId
    }
    const [written, forged] = [await begun(), await begun()]
    const never = await house.confirm()
    await pool.query(
      `insert into journal (command_id, epoch, step, kind, entry) values ($1, 1, 'B', 'done', '{"kind": "done", "step": "B"}')`,
      [forged],
    )
    await pool.query(`insert into runs (command_id, epoch, owner, started_at) values ($1, 1, 'nobody', now())`, [never])
    await rotate(second, first)
    const after = await secretsOf(second, first)
    const read = (secrets: Secrets, commandId: string) =>
      createPostgresJournal(db, secrets, { commandId, epoch: 2, owner: 'another' }).read()
    expect(await runOf(db, before, written)).toEqual({ epoch: 1, owner: null })
    expect(await runOf(db, after, written)).toEqual({ epoch: 1, owner: 'a worker' })
    expect(await runOf(db, after, never)).toEqual({ epoch: 1, owner: null })
    expect(await read(after, written)).toEqual([intent])
    await expect(read(before, written)).rejects.toMatchObject({ code: 'digest_mismatch' })
    await expect(read(after, forged)).rejects.toMatchObject({ code: 'digest_mismatch' })
    // What an earlier version left without a code goes on.
    await pool.query('update journal set code = null')
    await pool.query('update runs set code = null')
    await vouchForRunsAnew(db, after, null)
    expect(await read(after, written)).toEqual([intent])
    expect(await runOf(db, after, written)).toEqual({ epoch: 1, owner: 'a worker' })
  })

  test('goes over more rows than fit into one batch', async () => {
    const secrets = await secretsOf(first)
    const { db } = house.ledger
    const entries = Array.from({ length: 450 }, (_none, n) => ({ at: now, kind: 'k', facts: {}, payload: { n } }))
    await appendEvidence(db, secrets, entries)
    expect(await rotate(second, first)).toMatchObject({ left: [], evidence: { ok: true, checked: 451 } })
    const rows = await db.selectFrom('evidence_payloads').select('payload').execute()
    expect(new Set(rows.map(({ payload }) => sealedWithKey(payload ?? Buffer.alloc(0))))).toEqual(
      new Set([keyIdOf(second)]),
    )
  })

  test('stops at a value that was changed, rather than lose it quietly', async () => {
    await fill(await secretsOf(first))
    await house.ledger.pool.query(`update outbox set body = set_byte(body, 40, get_byte(body, 40) # 1)`)
    await expect(rotate(second, first)).rejects.toThrow('was changed or moved')
    // What it had done is kept, both secrets open it, and mended it goes on.
    await house.ledger.pool.query(`update outbox set body = set_byte(body, 40, get_byte(body, 40) # 1)`)
    expect(await rotate(second, first)).toMatchObject({ left: [], evidence: { ok: true } })
  })

  test('finds what is sealed in a column that it does not know', async () => {
    const secrets = await secretsOf(first)
    await house.ledger.pool.query('create table novelties (id text, content bytea)')
    const sealed = secrets.seal('novelty', '1', 'x')
    await house.ledger.pool.query('insert into novelties values ($1, $2)', ['1', sealed])
    expect(await rotate(second, first)).toMatchObject({ left: [{ where: 'novelties.content', values: 1 }] })
  })
})

describe('the evidence after a change of the secret', () => {
  test('verifies with the newest secret alone, however often it changed, and never when a row was changed', async () => {
    let [root, changes]: readonly [string, number] = [first, 0]
    const { db, pool } = house.ledger
    const done = fc.array(fc.constantFrom('note', 'rotate'), { minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(done, fc.nat(), async (steps, place) => {
        for (const step of steps) {
          const next = `the root after ${changes + 1} changes, long enough`
          if (step === 'note') await note(await secretsOf(root), 'noted')
          else {
            await rotate(next, root)
            ;[root, changes] = [next, changes + 1]
          }
        }
        const secrets = await secretsOf(root)
        const { checked, ok } = await verifyLedger({ db, secrets })
        expect({ ok, keys: secrets.keyIds.length }).toEqual({ ok: true, keys: changes + 1 })

        const seq = (place % checked) + 1
        const row = `where id = (select evidence_id from evidence_seals where seq = ${seq})`
        await tamper(`update evidence set at = at + interval '1 second' ${row}`)
        expect((await verifyLedger({ db, secrets })).firstBad).toMatchObject({ kind: 'changed', seq: String(seq) })
        await tamper(`update evidence set at = at - interval '1 second' ${row}`)
      }),
      { numRuns: 8 },
    )
    expect((await pool.query('select 1 from carried_keys')).rows).not.toEqual([])
  })

  test('cannot be written anew by whoever knows the earlier secret and has the database', async () => {
    const before = await secretsOf(first)
    await note(before, 'one')
    await note(before, 'two')
    await rotate(second, first)
    const { db } = house.ledger
    // The whole history up to the change is made anew, with good seals of the earlier secret.
    await tamper(`delete from evidence_seals where seq <= 2; update evidence set kind = 'forged' where kind = 'two'`)
    const later = await db.selectFrom('evidence_seals').selectAll().execute()
    await tamper('delete from evidence_seals')
    await createSealer({ db, secrets: createSecrets(first), clock }).seal()
    await tamper('delete from evidence_seals where seq > 2')
    await db.insertInto('evidence_seals').values(later).execute()
    const report = await verifyLedger({ db, secrets: await secretsOf(second) })
    expect(report).toMatchObject({ ok: false, checked: 2, firstBad: { seq: '3', kind: 'changed' } })
  })

  test('does not end in, or go on with, what the earlier secret seals', async () => {
    const before = await secretsOf(first)
    await note(before, 'one')
    await rotate(second, first)
    const secrets = await secretsOf(second)
    const { db } = house.ledger
    const [held] = await db.selectFrom('evidence_seals').selectAll().where('seq', '=', '2').execute()
    await tamper('delete from evidence_seals where seq = 2')
    expect((await verifyLedger({ db, secrets })).firstBad).toMatchObject({ kind: 'cut', seq: '2' })
    await expect(createSealer({ db, secrets, clock }).seal()).rejects.toMatchObject({ code: 'ledger_broken' })

    await db
      .insertInto('evidence_seals')
      .values(held ?? [])
      .execute()
    expect(await verifyLedger({ db, secrets })).toMatchObject({ ok: true })
    await appendEvidence(db, before, [{ at: now, kind: 'forged', facts: {} }])
    const forged = await house.ledger.pool.query<{ id: string }>(`select id from evidence where kind = 'forged'`)
    const mac = Buffer.alloc(32)
    const seal = { seq: '3', evidence_id: forged.rows[0]?.id ?? '', mac, sealed_at: now, key_id: keyIdOf(first) }
    await db.insertInto('evidence_seals').values(seal).execute()
    expect((await verifyLedger({ db, secrets })).firstBad?.why).toContain('was no longer in use')
  })

  test('a stored payload may be sealed anew with the key of the ledger alone', async () => {
    const secrets = await secretsOf(first)
    await note(secrets, randomUUID())
    const other = createSecrets(third)
    const { db } = house.ledger
    const { payload } = await db.selectFrom('evidence_payloads').select('payload').executeTakeFirstOrThrow()
    const anew = other.seal('evidence-payload', 'x', 'y'.repeat((payload?.length ?? 0) - 33))
    await expect(db.updateTable('evidence_payloads').set({ payload: anew }).execute()).rejects.toThrow('nothing else')
    const changed = Buffer.from(payload ?? [])
    changed.writeUInt8(changed.readUInt8(40) ^ 1, 40)
    await expect(db.updateTable('evidence_payloads').set({ payload: changed }).execute()).rejects.toThrow(
      'nothing else',
    )
  })
})

/** Runs statements with all triggers and foreign keys out of force. */
async function tamper(statements: string): Promise<void> {
  await house.ledger.pool.query(`begin; set local session_replication_role = replica; ${statements}; commit`)
}
