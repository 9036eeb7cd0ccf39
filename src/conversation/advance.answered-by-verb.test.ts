/** What is asked for is answered with the verb said once more; what is open is neither lost nor taken for something else. */
import { describe, expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import type { Chat } from '../testing/conversation/conversation-chat.ts'
import { createConversationWorld } from '../testing/conversation/conversation-harness.ts'

const catalogue = await loadShippedCatalogue()

function talk(language: string): Chat {
  return createConversationWorld({ catalogue }).chatOf({ language })
}

describe('a sum that is said with the verb', () => {
  test.each([
    ['en', 'order 207', 'refund order 204', 'refund 60', '60.00 BRL'],
    ['en', 'order 207', 'refund order 204', 'no, refund 20', '20.00 BRL'],
    ['en', 'order 207', 'refund order 204', 'refund all', '120.00 BRL'],
    ['pt-BR', 'como tá o 207', 'reembolsa o 204', 'então devolve 60', '60.00 BRL'],
    ['pt-BR', 'como tá o 207', 'reembolsa o 204', 'devolve tudo', '120.00 BRL'],
    ['es', '¿cómo va el 207?', 'reembolsa el 204', 'devuélvele 60', '60.00 BRL'],
  ])('%s: %s, %s, “%s”: is of what it was asked for', (language, look, wish, answer, amount) => {
    const ana = talk(language)
    ana.say(look)
    expect(ana.say(wish).about).toBe('ask')
    expect(ana.say(answer).preview).toMatchObject({ target: '204', args: { amount } })
  })

  test('is of what was chosen, and not of what was seen before', () => {
    const ana = talk('en')
    ana.say('order 204')
    ana.say("refund Pedro's order")
    ana.say('2')
    expect(ana.say('refund 20').preview).toMatchObject({ target: '208', args: { amount: '20.00 BRL' } })
  })

  test('is none where it is the number of another thing: that one is asked about', () => {
    const ana = talk('en')
    ana.say('refund order 204')
    expect(ana.say('refund 205')).toMatchObject({ about: 'ask', text: expect.stringContaining('205') })
  })
})

test.each([
  ['en', "don't cancel", 'ok'],
  ['en', 'none of that', 'ok'],
  ['pt-BR', 'nada disso', 'blz'],
  ['es', 'nada de eso', 'va'],
  ['es', 'no canceles', 'ok'],
])('%s: “%s” drops what waits, and “%s” does nothing then', (language, refusal, yes) => {
  const ana = talk(language)
  ana.say('ADD_NOTE id=204 text=oi')
  expect(ana.say(refusal).command).toMatchObject({ status: 'rejected', reason: 'declined' })
  expect(ana.say(yes)).toMatchObject({ about: 'refusal' })
})

test.each([
  ['en', 'what about 207?'],
  ['pt-BR', 'e o 207?'],
  ['es', '¿y el 207?'],
])('%s: “%s” looks at that one, and leaves what waits as it is', (language, question) => {
  const ana = talk(language)
  ana.say('REFUND_ORDER id=204 amount=10')
  const replies = ana.sayAll(question)
  expect(replies.map(({ text }) => text).join('\n')).toContain('Pedro Alves')
  expect(ana.pending().envelope.args).toMatchObject({ id: '204' })
})

test.each([
  ['pt-BR', 'já devolvi 20 do 204'],
  ['pt-BR', 'anotei no 204 que vem sexta'],
  ['es', 'ya reembolsé 20 del 204'],
])('%s: “%s” tells of something, and asks for nothing', (language, text) => {
  expect(talk(language).say(text)).toMatchObject({ about: 'help' })
})

test.each([
  ['en', 'cancel an order', 'what?'],
  ['en', 'refund order 204', "I don't understand"],
  ['en', 'add a note to order 204', 'huh?'],
  ['pt-BR', 'cancelar um pedido', 'como assim?'],
  ['es', 'cancelar un pedido', '¿mande?'],
])('%s: “%s”, “%s”: what is asked is asked once more', (language, wish, text) => {
  const ana = talk(language)
  const [question = ''] = ana.say(wish).text.split('\n')
  for (let n = 0; n < 3; n++)
    expect(ana.say(text)).toMatchObject({ about: 'ask', text: expect.stringContaining(question) })
  expect(ana.session().question).not.toBeNull()
})
