import { beforeEach, describe, expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import type { Chat } from '../testing/conversation/conversation-chat.ts'
import { createConversationWorld } from '../testing/conversation/conversation-harness.ts'

const catalogue = await loadShippedCatalogue()

let ana: Chat

beforeEach(() => {
  ana = createConversationWorld({ catalogue }).chatOf()
})

describe('what is said in a name that no order has, once the order is chosen', () => {
  test.each([
    ['en', 'cancel the order of Maria Souza from monday until', '204', '“from monday until” is not kept with this.'],
    ['en', 'cancel the order of Maria Souza from monday until', 'maria', '“from monday until” is not kept with this.'],
    ['en', 'cancel the order of Maria until monday', 'Maria Souza', '“until monday” is not kept with this.'],
    ['en', 'cancel the order of Mraia Souza from the store', '204', '“from the store” is not kept with this.'],
    ['en', 'refund 10 of the order of Maria and Xuxa', '204', '“and Xuxa” is not kept with this.'],
    ['pt-BR', 'cancela o pedido da Maria Souza e da Xuxa', 'Maria', '“e da Xuxa” não fica anotado com isto.'],
    ['es', 'cancela el pedido de María Souza y de Xuxa', 'María', '“y de Xuxa” no queda anotado con esto.'],
  ])('%s: “%s”, “%s”: is told with its preview', (language, request, answer, told) => {
    ana.person = { ...ana.person, language }
    expect(ana.say(request).about).toBe('ask')
    const { preview, text } = ana.say(answer)
    expect(preview?.target).toBe('204')
    expect(text.split('\n')[0]).toBe(told)
  })

  test('is told with the next question, after a list and an answer that is no order either', () => {
    ana.say('refund the order of Pedro from yesterday')
    ana.say('999')
    expect(ana.say('Pedro').about).toBe('choose')
    const { about, text } = ana.say('1')
    expect(about).toBe('ask')
    expect(text).toContain('“from yesterday” is not kept with this.')
    expect(ana.say('10').text).not.toContain('is not kept')
  })

  test.each([
    ['cancel the order of Mria', '1'],
    ['cancel the order of Maria Suza', '1'],
    ['cancel the order of Xuxa until monday', '204'],
    ['cancel the order of Maria Costa', 'Maria Souza'],
    ['cancel the order of João Souza from the store', 'Maria'],
    ['cancel order 999', '204'],
  ])('is nothing where the name is misspelt, or was that of another: “%s”, “%s”', (request, answer) => {
    ana.say(request)
    const { preview, text } = ana.say(answer)
    expect(preview?.target).toBe('204')
    expect(text).not.toContain('is not kept')
  })
})
