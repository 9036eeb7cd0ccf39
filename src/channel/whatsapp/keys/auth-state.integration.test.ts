import { afterEach, beforeEach, expect, test } from 'vitest'
import { dropWhatsAppPairing, loadWhatsAppCreds, saveWhatsAppCreds } from '../../../ledger/whatsapp/whatsapp-keys.ts'
import {
  takeWhatsAppLease,
  whatsappAccount as account,
  type WhatsAppLease,
} from '../../../ledger/whatsapp/whatsapp-lease.ts'
import { createTestLedger, type TestLedger } from '../../../testing/installations/test-ledger.ts'
import { openAuthState } from './auth-state.ts'

let house: TestLedger
let lease: WhatsAppLease

beforeEach(async () => {
  house = await createTestLedger()
  lease = await takeLease('one')
})

afterEach(() => house.close())

async function takeLease(owner: string): Promise<WhatsAppLease> {
  const taken = await takeWhatsAppLease(house.ledger.db, { account, owner, ttlMs: 60_000 })
  if (taken === null) throw new Error('Somebody else has the lease')
  return taken
}

/** Another process takes over; what this one holds is of an old epoch from now on. */
async function overtake(): Promise<WhatsAppLease> {
  await house.database.pool.query(`update whatsapp_accounts set until = now() - interval '1 second'`)
  return takeLease('another')
}

const open = (held = lease) => openAuthState({ db: house.ledger.db, secrets: house.secrets }, held)

test('a key is read once: whether it is there or not, nothing is asked of the ledger for it again', async () => {
  await (await open()).keys.set({ session: { a: Buffer.from('one') } })
  const { keys } = await open()
  expect(await keys.get('session', ['a', 'b'])).toEqual({ a: Buffer.from('one') })
  await house.database.pool.query('alter table whatsapp_keys rename to whatsapp_keys_away')
  expect(await keys.get('session', ['a', 'b'])).toEqual({ a: Buffer.from('one') })
  await expect(keys.get('session', ['c'])).rejects.toMatchObject({ code: 'whatsapp_unusable' })
})

test('a key that could not be stored is read again, as it is', async () => {
  const { keys } = await open()
  await keys.set({ session: { a: Buffer.from('stored') } })
  await house.database.pool.query('alter table whatsapp_keys rename to whatsapp_keys_away')
  await expect(keys.set({ session: { a: Buffer.from('lost') } })).rejects.toMatchObject({ code: 'whatsapp_unusable' })
  await house.database.pool.query('alter table whatsapp_keys_away rename to whatsapp_keys')
  expect(await keys.get('session', ['a'])).toEqual({ a: Buffer.from('stored') })
})

test('who is overtaken neither stores keys or credentials nor drops a pairing', async () => {
  const former = await open()
  await former.keys.set({ session: { a: Buffer.from('one') } })
  await former.save()
  const next = await overtake()
  const { db } = house.ledger
  const creds = await loadWhatsAppCreds(db, house.secrets, account)
  const fenced = { code: 'fenced' }
  await expect(former.keys.set({ session: { a: Buffer.from('two') } })).rejects.toMatchObject(fenced)
  await expect(former.save()).rejects.toMatchObject(fenced)
  await expect(saveWhatsAppCreds(db, house.secrets, lease, { creds: '{}', phone: null })).rejects.toMatchObject(fenced)
  await expect(dropWhatsAppPairing(db, lease)).rejects.toMatchObject(fenced)
  expect(await loadWhatsAppCreds(db, house.secrets, account)).toBe(creds)
  expect(await (await open(next)).keys.get('session', ['a'])).toEqual({ a: Buffer.from('one') })
})
