/** Nothing that was said is lost and nothing is done twice, wherever the bot is killed. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ordersOnly, type TestInstallation } from '../../testing/installations/test-installation.ts'
import type { BotKeeper } from '../../testing/whatsapp/whatsapp-bot-keeper.ts'
import { codeIn, isNewText } from '../../testing/whatsapp/whatsapp-bot.ts'
import { createWhatsAppPlace, type WhatsAppPlace } from '../../testing/whatsapp/whatsapp-place.ts'
import { hearText } from '../../testing/whatsapp/whatsapp-silence.ts'
import type { WhatsAppServer } from '../../testing/whatsapp-server/whatsapp-server.ts'

let place: WhatsAppPlace
let installation: TestInstallation
let server: WhatsAppServer
let bot: BotKeeper

beforeAll(async () => {
  place = await createWhatsAppPlace({ env: ordersOnly() })
  ;({ installation, server } = place)
  bot = await place.keepBot()
})

afterAll(() => place.close())

let people = 0

const somebody = () => place.addOwner(people, { name: `P${people++}` })

/** An order that can be cancelled and that nobody has touched. */
async function freshOrder(): Promise<string> {
  const [order] = await installation.rows<{ id: string }>(
    `select id::text from orders where status not in ('cancelled', 'refunded')
       and not exists (select from envelopes where target_id = orders.id::text) order by id limit 1`,
  )
  return order?.id ?? ''
}

/** Cancels an order by chat while the bot is killed; the commands about it, and what was said that nobody expected. */
async function cancelWhileDying(matching: string, at: number) {
  const order = await freshOrder()
  const person = somebody()
  installation.plan({ at, matching })
  await person.say(`cancel order ${order}`)
  await person.say(codeIn(await hearText(person)) ?? '')
  const outcome = await hearText(person)
  installation.plan(null)
  await bot.serving()
  const commands = await installation.rows(`select status from envelopes where target_id = $1`, [order])
  // Whatever was to come after the outcome has come before this is answered.
  await person.say('status of order 201')
  const last = await hearText(person)
  return { outcome, commands, last, unexpected: server.untaken().filter(isNewText) }
}

const asItShould = {
  outcome: expect.stringContaining('cancelled'),
  commands: [{ status: 'executed' }],
  last: expect.stringContaining('Order 201'),
  unexpected: [],
}

test.for([
  ['while a message and its keys are stored', 'whatsapp_inbound \\(', 1],
  ['between the keys of a confirmation and the inbox', 'insert into inbox', 2],
  ['when the message is in the inbox', 'update "whatsapp_inbound"', 1],
  ['before an answer leaves', 'whatsapp_sent', 1],
  ['when an answer has left', 'update "whatsapp_sent"', 1],
  ['before it is known that an answer has left', 'update "outbox"', 1],
] as const)('killed %s: one preview, one outcome, one effect', async ([, matching, at]) => {
  expect(await cancelWhileDying(matching, at)).toEqual(asItShould)
})

test('killed at any query of a conversation: one preview, one outcome, one effect', async () => {
  for (const at of [7, 19, 33, 48]) expect(await cancelWhileDying('.', at)).toEqual(asItShould)
})

test('failure 3: the receipt waits until the message is in the inbox', async () => {
  const person = somebody()
  await person.say('status of order 202')
  await hearText(person)
  // With the lock on the number nothing is stored; the time is what a careless bot would need many times over.
  const lock = await installation.hold('select 1 from whatsapp_accounts for update')
  const id = await person.say('status of order 203')
  await expect(server.event('receipt', { matches: (event) => event.id === id, timeoutMs: 1000 })).rejects.toThrow(
    'Waited 1000 ms',
  )
  await lock.release()
  await server.event('receipt', { matches: (event) => event.id === id })
  expect(await installation.rows('select 1 from inbox where message_id = $1', [id])).toHaveLength(1)
})
