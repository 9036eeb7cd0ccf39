import { pino } from 'pino'
import { expect, test } from 'vitest'
import { takeWhatsAppLease, whatsappAccount as account } from '../../ledger/whatsapp/whatsapp-lease.ts'
import { createTestLedger } from '../../testing/installations/test-ledger.ts'
import { openAuthState } from './keys/auth-state.ts'
import { createSession, type WhatsAppDesk } from './whatsapp-session.ts'

const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length

test('a session that is closed while its desk is being opened stops the desk and takes nothing up', async () => {
  const house = await createTestLedger()
  const { db } = house.ledger
  const desk = Promise.withResolvers<WhatsAppDesk>()
  let stops = 0
  try {
    const lease = await takeWhatsAppLease(db, { account, owner: 'one', ttlMs: 60_000 })
    if (lease === null) throw new Error('Somebody else has the lease')
    const { secrets } = house
    const deps = { db, secrets, account, log: pino({ level: 'silent' }), clock: () => new Date() }
    const auth = await openAuthState(deps, lease)
    const owned = { lease, auth, phone: '+1', lose: () => undefined }
    const session = createSession({ ...deps, openDesk: () => desk.promise, tell: () => undefined }, owned)
    const before = timers()
    const opening = session.open()
    await session.close()
    desk.resolve({ receive: async () => undefined, receiving: () => null, stop: async () => void (stops += 1) })
    await opening
    await session.close()
    expect(stops).toBe(1)
    expect(timers()).toBeLessThanOrEqual(before)
  } finally {
    await house.close()
  }
})
