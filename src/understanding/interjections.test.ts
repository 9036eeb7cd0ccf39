import { describe, expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import { createConversationWorld } from '../testing/conversation/conversation-harness.ts'

const catalogue = await loadShippedCatalogue()
const world = createConversationWorld({ catalogue })

describe('what stands around a wish and means nothing', () => {
  test.each([
    ['en', ['um, cancel order 204', 'hey, uh, cancel order 204 please', 'btw cancel order 204 lol']],
    ['es', ['este... cancela el pedido 204', 'bueno, a ver, cancela el pedido 204', 'cancela el pedido 204, jefe']],
    ['pt-BR', ['bom, cancela o pedido 204', 'hmm, oi, cancela o pedido 204', 'cancela o pedido 204 kkkk']],
  ] as const)('%s: is passed over', (language, texts) => {
    for (const text of texts) {
      const { preview } = world.chatOf({ language }).say(text)
      expect([text, preview?.action, preview?.target]).toEqual([text, 'Cancel', '204'])
    }
  })

  test.each([
    ['en', 'cancel order 204', ['hmm no, 208', 'oh no, make it 208'], 'uh no'],
    ['es', 'cancela el pedido 204', ['mmm no, el 208', 'uf, no, 208'], 'eh, no'],
    ['pt-BR', 'cancela o pedido 204', ['hum, não, o 208', 'nossa, não, é o 208'], 'hum, não'],
  ] as const)('%s: is passed over before a correction and a refusal', (language, wish, corrections, refusal) => {
    for (const correction of corrections) {
      const chat = world.chatOf({ language })
      chat.say(wish)
      expect([correction, chat.say(correction).preview?.target]).toEqual([correction, '208'])
      chat.say(refusal)
      expect(chat.session().pending).toBeNull()
    }
  })

  test('is no more than a word where it is the beginning of a name', () => {
    const { shop } = world
    shop.orders.set('231', { customer: 'Oh Brother Shop', cents: 100, status: 'paid', refundedCents: 0, notes: [] })
    shop.orders.set('232', { customer: 'Brother Mart', cents: 100, status: 'paid', refundedCents: 0, notes: [] })
    const chat = world.chatOf()
    expect(chat.say('cancel the order of Oh Brother').preview?.target).toBe('231')
    chat.say('cancel order')
    expect(chat.say('oh brother').preview?.target).toBe('231')
  })

  test('confirms nothing beside a code or a phrase', () => {
    const chat = world.chatOf()
    chat.say('CANCEL_ORDER id=204')
    expect(chat.say(`hmm ${chat.expect()}`).about).not.toBe('outcome')
    expect([...world.ledger.commands.values()].map(({ status }) => status)).not.toContain('confirmed')
  })

  test.each([
    ['en', 'CANCEL_ORDER id=204', ['ok, confirm X', 'the code is X']],
    ['es', 'CANCEL_ORDER id=204', ['sí, confirmar X', 'el código es X']],
    ['pt-BR', 'CANCEL_ORDER id=204', ['sim, pode confirmar X', 'o código é X']],
  ] as const)('%s: a yes beside its code does not', (language, wish, answers) => {
    for (const answer of answers) {
      const { ledger, chatOf } = createConversationWorld({ catalogue })
      const chat = chatOf({ language })
      chat.say(wish)
      const code = chat.expect().split(' ').at(-1) ?? ''
      chat.sayAll(answer.replace('X', code))
      const [status] = [...ledger.commands.values()].map((command) => command.status)
      expect([answer, status]).toEqual([answer, 'confirmed'])
    }
  })

  test('is nothing by itself', () => {
    expect(world.chatOf().say('hmm').about).toBe('help')
  })
})

describe('what stands around a name and is no part of it', () => {
  test.each([
    ['the 208 one', '208'],
    ['hmm, 208', '208'],
    ['uh, joão', '205'],
  ])('is left out where nothing is called so: %s', (text, id) => {
    const chat = world.chatOf()
    chat.say('cancel order')
    expect(chat.say(text).preview?.target).toBe(id)
  })

  test.each(['cancel the joão order', 'cancel the 205 order'])('%s', (text) => {
    expect(world.chatOf().say(text).preview?.target).toBe('205')
  })

  test('is asked about after answers that nothing was called, too', () => {
    const chat = world.chatOf()
    for (const text of ['cancel order', 'box 7', 'the 999 one']) chat.say(text)
    expect(chat.say('hmm, the joão one').text).toContain('Did you mean 205')
    expect(chat.say('yes').preview?.target).toBe('205')
  })

  test('is asked about where it may be the end of a name', () => {
    const chat = world.chatOf()
    chat.say('cancel order')
    expect(chat.say('the joão one').text).toContain('Did you mean 205')
    expect(chat.say('yes').preview?.target).toBe('205')
  })
})
