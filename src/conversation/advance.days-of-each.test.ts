/** "Move order 204 to Monday and the 205 to Tuesday": the same for each thing, on a day of its own. */
import { expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import type { Chat } from '../testing/conversation/conversation-chat.ts'
import { createConversationWorld } from '../testing/conversation/conversation-harness.ts'
import { withDeliveries } from '../testing/catalogues/deliveries-catalogue.ts'
import { withVisits } from '../testing/catalogues/visits-catalogue.ts'

const shipped = await loadShippedCatalogue()
const deliveries = withDeliveries(shipped)
const visits = withVisits(shipped)

/** The first that is previewed, and what waits for its turn. */
function asked(chat: Chat): readonly unknown[] {
  const { pending, wishes } = chat.session()
  return [pending?.draft.args, ...wishes.map(({ wish }) => wish.args)]
}

test.each([
  ['en', ['move order 204 to monday and 205 to tuesday', 'move order 204 to monday and the 205 to tuesday']],
  ['es', ['pasá el pedido 204 al lunes y el 205 al martes', 'mové el pedido 204 para el lunes y 205 para el martes']],
  ['pt-BR', ['muda o pedido 204 para segunda e o 205 para terça', 'passa o pedido 204 pra segunda e o 205 pra terça']],
])('%s: numbers of which only the first has a title: %j', (language, texts) => {
  for (const text of texts) {
    const chat = createConversationWorld({ catalogue: deliveries }).chatOf({ language })
    chat.say(text)
    expect([text, ...asked(chat)]).toEqual([text, { id: '204', day: '2026-03-02' }, { id: '205', day: '2026-03-03' }])
  }
})

test.each([
  ['en', 'move order 204 to monday, the 205 to tuesday and the 207 to wednesday'],
  ['es', 'pasá el pedido 204 al lunes, el 205 al martes y el 207 al miércoles'],
  ['pt-BR', 'passa o pedido 204 pra segunda, o 205 pra terça e o 207 pra quarta'],
])('%s: three of them: “%s”', (language, text) => {
  const chat = createConversationWorld({ catalogue: deliveries }).chatOf({ language })
  chat.say(text)
  expect(asked(chat)).toEqual([
    { id: '204', day: '2026-03-02' },
    { id: '205', day: '2026-03-03' },
    { id: '207', day: '2026-03-04' },
  ])
})

test.each([
  ['en', ['plan a visit to Maria on monday at 10 and to João on tuesday at 11']],
  ['en', ['plan a visit to Maria on monday at 10 and João on tuesday at 11']],
  ['en', ['plan a visit on monday at 10 to Maria and on tuesday at 11 to João']],
  ['es', ['planea una visita a Maria el lunes a las 10 y a João el martes a las 11']],
  ['pt-BR', ['marca uma visita a Maria na segunda às 10 e ao João na terça às 11']],
])('%s: names: %j', (language, texts) => {
  for (const text of texts) {
    const chat = createConversationWorld({ catalogue: visits }).chatOf({ language })
    chat.say(text)
    expect([text, ...asked(chat)]).toEqual([
      text,
      { id: '204', at: '2026-03-02T10:00:00+00:00' },
      { id: 'João', at: '2026-03-03T11:00:00+00:00' },
    ])
  }
})

test.each([
  ['en', 'plan a visit to Maria and João on tuesday at 11'],
  ['es', 'planea una visita a Maria y João el martes a las 11'],
  ['pt-BR', 'marca uma visita a Maria e João na terça às 11'],
])('%s: a day that is told once is that of all: “%s”', (language, text) => {
  const chat = createConversationWorld({ catalogue: visits }).chatOf({ language })
  chat.say(text)
  expect(asked(chat)).toEqual([
    { id: '204', at: '2026-03-03T11:00:00+00:00' },
    { id: 'João', at: '2026-03-03T11:00:00+00:00' },
  ])
})

test.each([
  ['en', 'move order 204 to monday and the 205'],
  ['en', 'move order 204 to monday and tuesday'],
  ['en', 'deliver order 204 and the 205 on tuesday'],
  ['es', 'pasá el pedido 204 al lunes y el martes'],
  ['es', 'entregar el pedido 204 y el 205 el martes'],
  ['pt-BR', 'passa o pedido 204 pra segunda e terça'],
  ['pt-BR', 'entregar o pedido 204 e o 205 na terça'],
])('%s: of what says no day of each, or needs none, nothing is shown: “%s”', (language, text) => {
  const chat = createConversationWorld({ catalogue: deliveries }).chatOf({ language })
  chat.say(text)
  expect(asked(chat)).toEqual([undefined])
})

test.each([
  ['en', 'plan a visit to maria friday at 10 and beatriz at 11'],
  ['en', 'plan a visit to maria friday at 10 and plan a visit to beatriz at 11'],
  ['es', 'planea una visita a maria el viernes a las 10 y planea una visita a beatriz a las 11'],
  ['pt-BR', 'marca uma visita a maria na sexta às 10 e marca uma visita a beatriz às 11'],
])('%s: the hour of the second is on the day that the first says: “%s”', (language, text) => {
  const chat = createConversationWorld({ catalogue: visits }).chatOf({ language })
  chat.say(text)
  expect(asked(chat)).toEqual([
    { id: '204', at: '2026-03-06T10:00:00+00:00' },
    { id: 'beatriz', at: '2026-03-06T11:00:00+00:00' },
  ])
  // It is shown before it is confirmed.
  expect(chat.sayAll('0').at(-1)?.text).toMatch(/\b6\b.*11:00/u)
})

test('the day goes on to a third, an hour before any day is as alone, and a day of its own stays', () => {
  const third = createConversationWorld({ catalogue: visits }).chatOf()
  third.say('plan a visit to maria friday at 10, plan a visit to beatriz at 11 and plan a visit to joão saturday at 9')
  expect(asked(third).slice(1)).toEqual([
    { id: 'beatriz', at: '2026-03-06T11:00:00+00:00' },
    { id: 'joão', at: '2026-03-07T09:00:00+00:00' },
  ])
  const alone = createConversationWorld({ catalogue: visits }).chatOf()
  alone.say('plan a visit to maria at 22:00 and plan a visit to beatriz at 9am')
  expect(asked(alone)).toEqual([
    { id: '204', at: '2026-03-01T22:00:00+00:00' },
    { id: 'beatriz', at: '2026-03-02T09:00:00+00:00' },
  ])
})
