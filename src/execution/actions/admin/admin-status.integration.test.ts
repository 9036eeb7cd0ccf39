/** What STATUS says of WhatsApp. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noteWhatsAppTrouble, takeWhatsAppLease, whatsappAccount } from '../../../ledger/whatsapp/whatsapp-lease.ts'
import { loadShippedCatalogue } from '../../../testing/catalogues/conversation-catalogue.ts'
import { runTestChain } from '../../../testing/run-test-chain.ts'
import { shownOutcome } from '../../../testing/conversation/shown-outcome.ts'
import { createTestLedger, type TestLedger } from '../../../testing/installations/test-ledger.ts'
import { createAdminReads } from './admin-reads.ts'

const catalogue = await loadShippedCatalogue()

let house: TestLedger

beforeAll(async () => {
  house = await createTestLedger()
})
afterAll(() => house.close())

/** The line about WhatsApp, in each language; `null` where there is none. */
async function told(): Promise<readonly (string | null)[]> {
  const { ledger, secrets, lane, database } = house
  const deps = { db: ledger.db, secrets, clock: () => new Date(), catalogue: () => catalogue }
  const actions = createAdminReads({ ...deps, queueHealth: async () => 'up' })
  const chain = catalogue.commands.get('STATUS')?.chain ?? []
  const lines: (string | null)[] = []
  for (const language of ['en', 'pt-BR', 'es']) {
    await database.pool.query('update people set language = $1', [language])
    const outcome = await runTestChain(chain, actions, { actor: { id: lane.personId } })
    const shown = shownOutcome(catalogue, 'STATUS', {}, outcome, language)
    lines.push(/^.*WhatsApp.*$/mu.exec(shown)?.[0].replaceAll(/\s/gu, ' ') ?? null)
  }
  return lines
}

const set = (change: string) =>
  house.database.pool.query(`update whatsapp_accounts set ${change} where account = '${whatsappAccount}'`)

test('says nothing where no number is linked, and that a linked one is served', async () => {
  const { db } = house.ledger
  expect(await told()).toEqual([null, null, null])
  const lease = await takeWhatsAppLease(db, { account: whatsappAccount, owner: 'a bot', ttlMs: 60_000 })
  expect(lease).not.toBeNull()
  expect(await told()).toEqual([null, null, null])
  await set(`phone = '+5511990000009'`)
  expect(await told()).toEqual(['WhatsApp: connected', 'WhatsApp: conectado', 'WhatsApp: conectado'])
})

test('says since when it is not served, how many replies wait for it, and where the reason is told', async () => {
  const { ledger, database } = house
  await database.pool.query(
    `insert into outbox (id, account, chat_id, recipient_id, about, body, created_at) select 'r' || n, 'whatsapp', id, $1, 'info', '', now() from chats, generate_series(1, 2) n`,
    [house.lane.identityId],
  )
  await noteWhatsAppTrouble(ledger.db, { account: whatsappAccount, epoch: '1' }, 'Unlinked. Pair again.')
  await set(`trouble_since = '2026-11-21T12:10:00Z'`)
  expect(await told()).toEqual([
    '⚠️ WhatsApp: not connected since 11/21/26, 12:10 PM; 2 replies wait for it. “sayso doctor” says why',
    '⚠️ WhatsApp: sem conexão desde 21/11/2026, 12:10; 2 respostas esperam. “sayso doctor” diz por quê',
    '⚠️ WhatsApp: sin conexión desde 21/11/26, 12:10 p. m.; 2 respuestas esperan. “sayso doctor” dice por qué',
  ])
  await database.pool.query('update outbox set sent_at = now()')
  await set(`trouble = null, trouble_since = null, until = '2026-11-21T12:10:00Z'`)
  expect((await told())[0]).toBe('⚠️ WhatsApp: not connected since 11/21/26, 12:10 PM. “sayso doctor” says why')
  await set('until = null')
  await set('phone = null')
  expect(await told()).toEqual([null, null, null])
  await database.pool.query(
    "insert into chats (account, channel, kind, external) values ('whatsapp', 'whatsapp', 'private', '+21')",
  )
  expect((await told())[0]).toBe('⚠️ WhatsApp: not connected. “sayso doctor” says why')
  await set(`phone = '+5511990000009'`)
  expect(await told()).toEqual([
    '⚠️ WhatsApp: not connected. “sayso doctor” says why',
    '⚠️ WhatsApp: sem conexão. “sayso doctor” diz por quê',
    '⚠️ WhatsApp: sin conexión. “sayso doctor” dice por qué',
  ])
})

test('says that it is not connected where a backup was brought back, which has the chats and not the link', async () => {
  await house.database.pool.query('delete from whatsapp_accounts')
  expect((await told())[0]).toBe('⚠️ WhatsApp: not connected. “sayso doctor” says why')
})
