/** Things that are called by their names where the form of an id says nothing: "cancel order Maria Souza". */
import { beforeEach, describe, expect, test } from 'vitest'
import { loadShippedCatalogue, withCommand } from '../testing/catalogues/conversation-catalogue.ts'
import type { Chat } from '../testing/conversation/conversation-chat.ts'
import { createConversationWorld, type ConversationWorld } from '../testing/conversation/conversation-harness.ts'

const shipped = await loadShippedCatalogue()
const cancel = shipped.commands.get('CANCEL_ORDER')
const parameters = (cancel?.parameters ?? []).map((each) =>
  each.name === 'id' ? { ...each, schema: { type: 'string', maxLength: 40 } } : each,
)
/** Any text may be the id of an order. */
const catalogue = withCommand(shipped, 'CANCEL_ORDER', { command: { parameters } })

let world: ConversationWorld
let ana: Chat
/** What was looked up, as `by:value`. */
let asked: Set<string>

beforeEach(() => {
  world = createConversationWorld({ catalogue })
  ana = world.chatOf()
  asked = new Set()
  const { find } = world.shop
  Object.assign(world.shop, {
    find: (...[by, value]: Parameters<typeof find>) => {
      asked.add(`${by}:${value}`)
      return find(by, value)
    },
  })
})

describe('a value that may be an id or a name', () => {
  test('is the thing of that id', () => {
    expect(ana.say('CANCEL_ORDER id=204').preview?.target).toBe('204')
    expect([...asked]).toEqual(['id:204'])
  })

  test('is the thing of that name where there is no such id', () => {
    expect(ana.say('CANCEL_ORDER id="maria  souza"').preview?.target).toBe('204')
    expect([...asked]).toEqual(['id:maria souza', 'name:maria souza'])
  })

  test('is asked about where several have that name', () => {
    const { about, options } = ana.say('CANCEL_ORDER id="Pedro Alves"')
    expect([about, options?.length]).toEqual(['choose', 2])
  })

  test('is neither, and said so', () => {
    expect(ana.say('CANCEL_ORDER id=nobody').text).toContain('There is no order “nobody”.')
  })

  test.each(['n12', '#999', '12-7', 'order2'])('is not looked for by name when it is “%s”', (id) => {
    expect(ana.say(`CANCEL_ORDER id=${id}`).text).toContain('There is no order')
    expect([...asked].filter((each) => each.startsWith('name:'))).toEqual([])
  })

  test('is not another thing of that name once it was found by its id', () => {
    const order = world.shop.orders.get('204')
    if (order === undefined) throw new TypeError('No order 204')
    world.shop.orders.set('maria', { ...order, customer: 'Rui' })
    expect(ana.say('CANCEL_ORDER id=maria').preview?.target).toBe('maria')
    world.shop.orders.delete('maria')
    expect(ana.say(ana.expect()).text).toContain('There is no order “maria”.')
    expect(order.status).toBe('paid')
  })
})

describe('a name that nothing has, and that may hold another wish', () => {
  test('takes what was said behind it with it, and says so', () => {
    const bia = createConversationWorld({ catalogue }).chatOf()
    expect(bia.say('refund the order of Mario and Joana for 20').text).toMatch(/^“20” is not kept with this\./u)
    expect(bia.say('205').text).toContain('How much should be refunded?')
  })

  test('takes nothing that is said after that', () => {
    const bia = createConversationWorld({ catalogue }).chatOf()
    bia.say('refund the order of Mario and Joana for 20')
    expect(bia.session().question?.draft).toMatchObject({ raw: {} })
    expect(bia.session().question?.draft).not.toHaveProperty('behind')
  })

  test('keeps it where it is a name', () => {
    const here = createConversationWorld({ catalogue })
    const order = here.shop.orders.get('204')
    if (order === undefined) throw new TypeError('No order 204')
    here.shop.orders.set('204', { ...order, customer: 'Mario and Joana' })
    const preview = here.chatOf().say('refund the order of Mario and Joana for 20')
    expect(preview.preview).toMatchObject({ target: '204', args: { amount: '20.00 BRL' } })
  })

  test('is refused as far as it is understood', () => {
    const bia = createConversationWorld({ catalogue }).chatOf()
    expect(bia.say("don't refund the order of Maria by 10, refund the one of João by 20").text).toBe(
      'All right, I will not. Nothing was done.\nI did not understand the rest: if you want something else, ask again, all of it in one message.',
    )
  })
})

test.each([
  ['en', 'cancel the order of Maria ji'],
  ['en', 'cancel the order of Maria madam'],
  ['en', 'cancel the order of Mrs. Souza'],
  ['es', 'cancela el pedido de Maria, jefe'],
  ['es', 'cancela el pedido de la Sra. Souza'],
  ['pt-BR', 'cancela o pedido da dona Maria'],
  ['pt-BR', 'cancela o pedido da dra. Souza'],
])('%s: whom somebody addresses, or how, is no part of a name: “%s”', (language, text) => {
  const chat = createConversationWorld({ catalogue }).chatOf({ language })
  expect(chat.say(text).preview).toMatchObject({ action: 'Cancel', target: '204' })
})

test.each(['207 — Pedro Alves, R$75.00, paid', '1. 207 — Pedro Alves, R$75.00, paid'])(
  'a row of the list is one of it, copied as it stands: “%s”',
  (text) => {
    const chat = createConversationWorld({ catalogue: shipped }).chatOf()
    expect(chat.say('cancel the order of Pedro').about).toBe('choose')
    expect(chat.say(text).preview).toMatchObject({ action: 'Cancel', target: '207' })
  },
)
