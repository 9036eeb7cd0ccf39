import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { emptySession, type Session } from '../../conversation/session.ts'
import { createTestLedger, type TestLedger } from '../../testing/installations/test-ledger.ts'
import { moveEnvelope } from '../commands/envelopes.ts'
import { dropStaleSecrets, isSecretKept, keepSecret, openSecrets, secretIdOf } from './kept-secrets.ts'
import { createSecrets } from './secrets.ts'
import { saveSession } from '../talk/sessions.ts'
import { transact } from '../transact.ts'

let house: TestLedger
beforeAll(async () => {
  house = await createTestLedger()
})
afterAll(() => house.close())

const meaning = { personId: 'p', command: 'LOCK_ORDER', parameter: 'password' }
const draft = { command: 'LOCK_ORDER', args: {}, origin: { messageIds: [], sentAt: '' }, again: false }

/** Keeps a secret with a command that names it; gives their ids. */
async function keepFor(value: string, now = new Date()) {
  const id = randomUUID()
  const commandId = await house.accept({ target: id })
  await keepSecret(house.ledger.db, house.secrets, house.lane, { id, value, now })
  return { id, commandId }
}

function isKept(id: string): Promise<boolean> {
  return isSecretKept(house.ledger.db, house.lane.chatId, id)
}

async function askWith(id: string | null): Promise<void> {
  const question: Session['question'] =
    id === null ? null : { kind: 'value', draft: { ...draft, raw: { password: id } }, parameter: 'id', tries: 0 }
  await saveSession(house.ledger.db, house.secrets, house.lane, { ...emptySession, question }, new Date())
}

describe('a kept secret', () => {
  test('opens for the arguments that name it, in its own lane alone', async () => {
    const { db } = house.ledger
    const { id } = await keepFor('open sesame')
    const args = { order: '1', password: { $secret: id } }
    expect(await openSecrets(db, house.secrets, house.lane, args)).toEqual(new Map([['password', 'open sesame']]))
    expect(await openSecrets(db, house.secrets, house.lane, { order: '1' })).toEqual(new Map())
    expect(await openSecrets(db, house.secrets, { ...house.lane, identityId: randomUUID() }, args)).toBeNull()
    expect(await openSecrets(db, house.secrets, house.lane, { password: { $secret: 'another' } })).toBeNull()
  })

  test('does not open in another row, nor with another root', async () => {
    const { id } = await keepFor('moved')
    const other = await keepFor('stays')
    await house.database.pool.query(
      'update kept_secrets set sealed = (select sealed from kept_secrets where id = $1) where id = $2',
      [id, other.id],
    )
    const open = (secrets: TestLedger['secrets'], named: string) =>
      openSecrets(house.ledger.db, secrets, house.lane, { password: { $secret: named } })
    await expect(open(house.secrets, other.id)).rejects.toThrow(/changed or moved/u)
    await expect(open(createSecrets('a root secret that is quite another one'), id)).rejects.toThrow(/sealed with/u)
  })

  test.each(['executed', 'failed'] as const)('goes when its command is %s, and not before', async (to) => {
    const { id, commandId } = await keepFor('short-lived')
    const { db } = house.ledger
    const now = new Date()
    await moveEnvelope(db, commandId, { from: 'accepted', to: 'confirmed', mac: Buffer.alloc(32) }, now)
    expect(await isKept(id)).toBe(true)
    const outcome = { kind: 'executed', outputs: {} } as const
    await moveEnvelope(db, commandId, { from: 'confirmed', to, reason: null, outcome }, now)
    expect(await isKept(id)).toBe(false)
  })

  test.each(['declined', 'expired', 'superseded'] as const)('goes when its command is rejected: %s', async (reason) => {
    const { id, commandId } = await keepFor('not wanted')
    await moveEnvelope(house.ledger.db, commandId, { from: 'accepted', to: 'rejected', reason }, new Date())
    expect(await isKept(id)).toBe(false)
  })

  test('stays while another open command needs it', async () => {
    const { id, commandId } = await keepFor('shared')
    const other = await house.accept({ target: id })
    const reject = (command: string) =>
      moveEnvelope(house.ledger.db, command, { from: 'accepted', to: 'rejected', reason: 'declined' }, new Date())
    await reject(commandId)
    expect(await isKept(id)).toBe(true)
    await reject(other)
    expect(await isKept(id)).toBe(false)
  })

  test('stays while a question needs it, and goes with it; nothing else keeps it', async () => {
    const id = randomUUID()
    const { db } = house.ledger
    await askWith(id)
    await keepSecret(db, house.secrets, house.lane, { id, value: 'on its way', now: new Date() })
    expect(await isKept(id)).toBe(true)
    await askWith(null)
    expect(await isKept(id)).toBe(false)
    await keepSecret(db, house.secrets, house.lane, { id, value: 'for nothing', now: new Date() })
    expect(await isKept(id)).toBe(false)
  })

  test('may come before what needs it, within a transaction', async () => {
    const id = randomUUID()
    await transact(house.ledger.db, async (trx) => {
      await keepSecret(trx, house.secrets, house.lane, { id, value: 'early', now: new Date() })
      const raw = { password: id }
      const question = { kind: 'value', draft: { ...draft, raw }, parameter: 'id', tries: 0 } as const
      await saveSession(trx, house.secrets, house.lane, { ...emptySession, question }, new Date())
    })
    expect(await isKept(id)).toBe(true)
    await askWith(null)
  })

  test('is not lost when one command ends while another one that needs it begins', async () => {
    const { db } = house.ledger
    for (let round = 0; round < 10; round++) {
      const { id, commandId } = await keepFor('contended')
      const begun = transact(db, async (trx) => {
        await keepSecret(trx, house.secrets, house.lane, { id, value: 'contended', now: new Date() })
        await new Promise((resolve) => setTimeout(resolve, 5 * (round % 3)))
        await saveSession(
          trx,
          house.secrets,
          house.lane,
          { ...emptySession, question: { kind: 'value', draft: { ...draft, raw: { id } }, parameter: 'id', tries: 0 } },
          new Date(),
        )
      })
      const ended = moveEnvelope(db, commandId, { from: 'accepted', to: 'rejected', reason: 'declined' }, new Date())
      await Promise.all([begun, ended])
      expect(await isKept(id)).toBe(true)
      await askWith(null)
    }
  })

  test('that never became a command goes when it is old; that of an open command stays', async () => {
    const old = new Date('2020-01-01T00:00:00Z')
    const waiting = randomUUID()
    await askWith(waiting)
    await keepSecret(house.ledger.db, house.secrets, house.lane, { id: waiting, value: 'waits', now: old })
    const { id } = await keepFor('needed', old)
    await dropStaleSecrets(house.ledger.db, new Date('2020-01-01T01:00:00Z'))
    expect([await isKept(waiting), await isKept(id)]).toEqual([false, true])
  })

  test('has one id for one meaning', () => {
    const idOf = (change: Partial<typeof meaning>, value = 'the secret') =>
      secretIdOf(house.secrets, { ...meaning, ...change }, value)
    expect(idOf({})).toBe(idOf({}))
    const ids = [
      idOf({}),
      idOf({}, 'another secret'),
      idOf({ personId: 'q' }),
      idOf({ command: 'OTHER' }),
      idOf({ parameter: 'pin' }),
      secretIdOf(createSecrets('a root secret that is quite another one'), meaning, 'the secret'),
    ]
    expect(new Set(ids).size).toBe(ids.length)
  })
})
