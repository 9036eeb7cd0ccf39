/** What is known stays what it is: the id of a thing that was meant is never looked for among names, however it goes on its way. */
import { describe, expect, test } from 'vitest'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { loadShippedCatalogue, withCommand } from '../testing/catalogues/conversation-catalogue.ts'
import { withPayments } from '../testing/catalogues/payments-catalogue.ts'
import { withNamedOrders } from '../testing/catalogues/visits-catalogue.ts'
import { createConversationWorld, doIt } from '../testing/conversation/conversation-harness.ts'

const shipped = await loadShippedCatalogue()

/** Boxes of a thing, which is known by its name alone, are loaded; that takes a cancellation of it back, or nothing does. */
const loads = withCommand(withNamedOrders(withPayments(shipped)), 'LOAD_BOXES', {
  command: { undo: { command: 'REINSTATE_ORDER', arguments: { id: { from: 'args', name: 'id' } } } },
})

/** Canopy and table 8 of a shop: the id of the first is in the name of the second. */
function talk(catalogue: Catalogue, language: string) {
  const world = createConversationWorld({ catalogue })
  const row = { cents: 5_000, status: 'cancelled', refundedCents: 0, notes: [] }
  world.shop.orders.set('8', { ...row, customer: 'Toldo', notes: [] })
  world.shop.orders.set('9', { ...row, customer: 'Mesa 8', notes: [] })
  return { world, chat: world.chatOf({ language }) }
}

/** What is said once something was done. */
function askOnceDone(language: string, wish: string, text: string) {
  const { world, chat } = talk(loads, language)
  doIt(world, chat, wish)
  return { chat, asked: chat.say(text) }
}

describe('what is put right once it was done is about the same thing', () => {
  test.each([
    ['en', 'load 3 boxes of toldo', 'no, 4'],
    ['es', 'carga 3 cajas de toldo', 'no, 4'],
    ['pt-BR', 'carrega 3 caixas de toldo', 'não, 4'],
  ])('%s: “%s”, “%s”', (language, wish, text) => {
    const { world, chat } = talk(loads, language)
    doIt(world, chat, wish)
    expect(chat.say(text)).toMatchObject({ preview: { action: 'Reinstate', target: '8' } })
    expect(chat.replies.at(-1)?.text).toMatch(/\(Toldo, 4\)/u)
    world.wait(60_000)
    chat.sayAll(chat.expect())
    chat.work()
    expect(chat.pending().envelope).toMatchObject({ sayso: { name: 'LOAD_BOXES' }, args: { id: '8', boxes: 4 } })
    expect(chat.say('no, 5').preview?.args).toMatchObject({ id: '8', boxes: 5 })
  })
})

describe('what is asked about once it was done is about the same thing', () => {
  test.each([
    ['en', 'load 3 boxes of toldo', 'cancel that'],
    ['es', 'carga 3 cajas de toldo', 'cancela eso'],
    ['pt-BR', 'carrega 3 caixas de toldo', 'cancela isso'],
  ])('%s: “%s”, “%s”', (language, wish, text) => {
    expect(askOnceDone(language, wish, text).asked.options).toHaveLength(2)
    for (const n of ['1', '2'])
      expect(askOnceDone(language, wish, text).chat.say(n)).toMatchObject({ preview: { target: '8' } })
  })
})

describe('what stands in a list is what is meant by its place', () => {
  test.each([
    ['en', 'list orders', 'cancel the second'],
    ['es', 'lista de pedidos', 'cancela el segundo'],
    ['pt-BR', 'lista de pedidos', 'cancela o segundo'],
  ])('%s: “%s”, “%s”', (language, wish, text) => {
    const { world, chat } = talk(withNamedOrders(shipped), language)
    world.shop.orders.clear()
    const row = { cents: 5_000, status: 'paid', refundedCents: 0, notes: [] }
    world.shop.orders.set('9', { ...row, customer: 'Mesa 8', notes: [] })
    world.shop.orders.set('8', { ...row, customer: 'Toldo', notes: [] })
    chat.say(wish)
    expect(chat.say(text)).toMatchObject({ preview: { target: '8' } })
  })
})
