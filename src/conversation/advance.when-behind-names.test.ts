/** Days and times behind the name of a thing that is to be at a moment: nobody is called so, and nothing is put off. */
import { beforeAll, expect, test } from 'vitest'
import type { Catalogue, Parameter } from '../catalogue/catalogue.ts'
import { loadShippedCatalogue, withParameter } from '../testing/catalogues/conversation-catalogue.ts'
import type { Chat } from '../testing/conversation/conversation-chat.ts'
import { createConversationWorld } from '../testing/conversation/conversation-harness.ts'

const moment: Parameter = {
  name: 'amount',
  kind: 'scalar',
  required: true,
  type: 'datetime',
  schema: { type: 'string' },
  entity: null,
}

const reason: Parameter = { ...moment, name: 'reason', required: false, type: 'text', schema: { type: 'string' } }

let catalogue: Catalogue

beforeAll(async () => {
  // Nothing but a short word stands between what is to be done there and the name, and no sentence has the name alone.
  const shipped = await loadShippedCatalogue()
  const like = shipped.commands.get('REFUND_ORDER')
  if (like === undefined) throw new TypeError('No REFUND_ORDER')
  const booking = { ...like, facts: [], succeedsIf: null, parameters: [...like.parameters, reason] }
  const commands = new Map(shipped.commands).set('REFUND_ORDER', booking)
  catalogue = withParameter({ ...shipped, commands }, 'REFUND_ORDER', moment, {
    en: ['bring {reason} (of|in) {id:name} [on|to] {amount}', 'bring {id:name} [on|to] {amount}'],
    'pt-BR': [
      'encaixa {reason} (de|da|do) {id:name} [na|para|pra] {amount}',
      'encaixa [a|o] {id:name} [na|para|pra] {amount}',
    ],
    es: ['ubica {reason} (de|de la|del) {id:name} [el|para] {amount}', 'ubica [a|al] {id:name} [el|para] {amount}'],
  })
})

/** On Sunday, 1 March 2026, at 11. */
function talk(language: string): Chat {
  return createConversationWorld({ catalogue }).chatOf({ language, timeZone: 'America/Sao_Paulo' })
}

test.each([
  ['pt-BR', 'encaixa a maria amanha de manha as 9', '2026-03-02T09:00'],
  ['pt-BR', 'encaixa a maria terça da semana que vem às 9h', '2026-03-03T09:00'],
  ['pt-BR', 'encaixa a maria dia 15 do mes que vem as 9h', '2026-04-15T09:00'],
  ['pt-BR', 'encaixa a maria hj as 17h', '2026-03-01T17:00'],
  ['pt-BR', 'encaixa a maria hj as 10h', '2026-03-01T10:00'],
  ['pt-BR', 'encaixa a maria hj depois do almoço as 3', '2026-03-01T15:00'],
  ['es', 'ubica a maria el martes de la semana que viene a las 9', '2026-03-03T09:00'],
  ['es', 'ubica a maria mañana después de comer a las 3', '2026-03-02T15:00'],
  ['en', 'bring maria tomorrow in the morning at 9', '2026-03-02T09:00'],
  ['en', 'bring maria tmrw after lunch at 3', '2026-03-02T15:00'],
])('%s: “%s” is at that moment', (language, wish, amount) => {
  expect(talk(language).say(wish).preview?.args).toEqual({ id: '204', amount: `${amount}:00-03:00` })
})

test('what is to be done there keeps its words', () => {
  const args = { id: '204', reason: 'a revisão', amount: '2026-03-02T09:00:00-03:00' }
  expect(talk('pt-BR').say('encaixa a revisão da maria amanhã de manhã às 9').preview?.args).toEqual(args)
})

test.each([
  ['pt-BR', 'encaixa a maria amanhã depois do almoço', '2026-03-02~afternoon'],
  ['pt-BR', 'encaixa a maria depois do almoço', '2026-03-01~afternoon'],
  ['pt-BR', 'encaixa a maria amanha cedinho', '2026-03-02~morning'],
  ['pt-BR', 'encaixa a maria amanhã no fim da tarde', '2026-03-02~afternoon'],
  ['pt-BR', 'encaixa a maria amanhã mais tarde', '2026-03-02'],
  ['es', 'ubica a maria mañana después del almuerzo', '2026-03-02~afternoon'],
  ['es', 'ubica a maria mañana tempranito', '2026-03-02~morning'],
  ['es', 'ubica a maria mañana a última hora de la tarde', '2026-03-02~afternoon'],
  ['en', 'bring maria tomorrow after lunch', '2026-03-02~afternoon'],
  ['en', 'bring maria tomorrow first thing', '2026-03-02~morning'],
  ['en', 'bring maria tomorrow late in the afternoon', '2026-03-02~afternoon'],
  ['en', 'bring maria tomorrow late afternoon', '2026-03-02~afternoon'],
])('%s: “%s” is asked at what time', (language, wish, amount) => {
  const chat = talk(language)
  expect(chat.say(wish).about).toBe('ask')
  expect(chat.session().question?.draft).toMatchObject({ args: { id: '204' }, raw: { amount } })
})

test.each([
  ['pt-BR', 'encaixa a maria semana que vem', 'semana que vem'],
  ['pt-BR', 'encaixa a maria pra semana que vem', 'semana que vem'],
  ['pt-BR', 'encaixa a maria dia 31 de fevereiro as 10', 'dia 31 de fevereiro as 10'],
  ['es', 'ubica a maria para la semana que viene', 'la semana que viene'],
  ['es', 'ubica a maria el 31 de febrero a las 10', 'el 31 de febrero a las 10'],
  ['en', 'bring maria next week', 'next week'],
  ['en', 'bring maria to next week', 'next week'],
  ['en', 'bring maria on 31 february at 10', '31 february at 10'],
])('%s: “%s” is asked for, and what was said of it named', (language, wish, said) => {
  const chat = talk(language)
  const { about, text } = chat.say(wish)
  expect(about).toBe('ask')
  expect(text).toContain(`“${said}”`)
  expect(chat.session().question?.draft).toMatchObject({ args: { id: '204' } })
})

test.each([
  ['pt-BR', 'cancela o pedido 204 no fim da tarde'],
  ['pt-BR', 'cancela o pedido 204 depois do almoço'],
  ['es', 'cancela el pedido 204 después de comer'],
  ['es', 'cancela el pedido 204 a última hora de la tarde'],
  ['en', 'cancel order 204 late in the afternoon'],
  ['en', 'cancel order 204 right after lunch'],
])('%s: “%s” is neither done nor shown, for nothing waits', (language, wish) => {
  expect(talk(language).say(wish).about).toBe('refusal')
})
