import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Door, Printed } from '../testing/processes/door.ts'
import { createTestCatalogue } from '../testing/catalogues/test-catalogue.ts'
import { createTestInstallation, type TestInstallation } from '../testing/installations/test-installation.ts'

const files = {
  '_roles.yaml': 'owner: ["*"]\n',
  '_menu.yaml': 'order: [orders]\n',
  'orders/_menu.yaml': 'order: [schedule]\n',
  'orders/schedule.yaml': `
token: SCHEDULE_ORDER
intent: { entity: Order, action: Schedule, target: id }
safety: mutation
scope: orders.schedule
contract:
  commandRef: urn:test:schedule
  idempotency: non-idempotent
  parameters:
    - { name: id, kind: scalar, required: true, source: user }
    - { name: at, kind: scalar, required: true, source: user }
    - { name: price, kind: scalar, required: true, source: user }
arguments:
  id: { type: string, pattern: "^[0-9]{1,10}$" }
  at: { type: string, format: date-time }
  price: { type: number, format: money, currency: BRL, maximum: 1000 }
steps:
  - stepName: Schedule
    stepDescription: Schedules it
    stepMsg: Scheduling
    actionDomain: sql
    actionType: execute
    actionMeta:
      connection: shop
      statement: "update orders set created_at = :at::timestamptz, amount = :amount::numeric, customer = :by::text where id = :id::bigint"
      values: { id: "{{args.id}}", at: "{{args.at}}", amount: "{{$split(args.price, ' ')[0]}}", by: "{{actor.name}} {{actor.phone}}" }
    yield: []
`,
}

const texts = `menus: { orders: Orders }
entities: {}
commands:
  orders.schedule:
    title: Schedule an order
    summary: "Schedule order {id} for {at}"
    effect: it is scheduled
    done: "Scheduled {id} for {at}"
    labels: { id: order, at: time, price: price }
    questions: { id: "Which order?", at: "When?", price: "For how much?" }
    sentences: ["schedule order {id}", "schedule order {id} for {at}", "schedule order {id} {at} for {price}"]
`

let house: TestInstallation
let remove: () => Promise<void>
let door: Door
beforeAll(async () => {
  const catalogue = await createTestCatalogue({ files, texts })
  remove = catalogue.remove
  house = await createTestInstallation({ SAYSO_CATALOGUE: catalogue.dir })
  door = house.openDoor()
})
afterAll(async () => {
  await house.close()
  await remove()
})

async function say(from: string, text: string): Promise<(about: string) => Printed> {
  const before = door.lines.length
  await door.turn({ from, text })
  await door.idle()
  const replies = door.lines.slice(before)
  return (about) => replies.findLast((each) => each.about === about) ?? {}
}

test('a time and a sum go through the whole house: asked for, previewed in words, stored in one spelling, done', async () => {
  const ana = house.phone(0)
  expect((await say(ana, 'schedule order 204'))('ask').text).toBe('Schedule an order · When?')
  expect((await say(ana, '31 February at 8'))('ask').text).toContain('a day and a time')
  expect((await say(ana, '22 November 2031 at half past eight in the evening'))('ask').text).toBe(
    'Schedule an order · For how much?\n(0 drops this. For a sum of zero, write 0.00.)',
  )
  expect((await say(ana, '$ 50'))('ask').text).toContain('For how much?')
  const preview = (await say(ana, '1.2k'))('ask')
  expect(preview.text).toContain('at most R$1,000.00')
  const { text, command } = (await say(ana, 'fifty reais'))('preview')
  expect(text?.replaceAll('\u202f', ' ')).toContain('Schedule order 204 for Saturday, November 22, 2031 at 8:30 PM')
  expect(text).toContain('You said “22 November 2031 at half past eight in the evening”')
  const [stored] = await house.rows<{ args: { at: string } }>(
    `select document->'args' as args from envelopes where command_id = $1`,
    [command?.id],
  )
  expect(stored?.args).toEqual({
    id: '204',
    at: expect.stringMatching(/^2031-11-22T20:30:00[+-]\d\d:\d\d$/u),
    price: '50.00 BRL',
  })
  expect((await say(ana, 'yes'))('outcome').text).toContain('Scheduled 204 for Saturday, November 22, 2031')
  const [order] = await house.rows<{ at: Date; amount: string }>(
    'select created_at as at, amount from orders where id = 204',
    [],
  )
  expect([order?.at.toISOString(), order?.amount]).toEqual([new Date(stored?.args.at ?? '').toISOString(), '50.00'])
})

test('a step knows the name and the number of whoever asked, as the envelope has kept them', async () => {
  const bia = house.phone(1)
  await say(bia, 'schedule order 206 2031-11-22 20:30 for R$ 50')
  await house.rows(`update people set name = 'Somebody Else' where phone = $1`, [bia])
  const { command } = (await say(bia, 'yes'))('outcome')
  const [stored] = await house.rows<{ actor: { name: string; phone: string } }>(
    `select document->'sayso'->'actor' as actor from envelopes where command_id = $1`,
    [command?.id],
  )
  expect(stored?.actor.phone).toBe(bia)
  expect(stored?.actor.name).not.toBe('Somebody Else')
  expect(await house.rows('select customer from orders where id = 206')).toEqual([
    { customer: `${stored?.actor.name} ${bia}` },
  ])
})

test('the same in other words is the same command', async () => {
  const bia = house.phone(1)
  await say(bia, 'schedule order 205 2031-11-22 20:30 for R$ 50')
  await say(bia, 'yes')
  expect((await say(bia, 'schedule order 205 8:30 pm on Nov 22, 2031 for fifty reais'))('info').text).toContain('205')
})
