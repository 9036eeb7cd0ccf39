/** Days that stand where no sentence has them are days, and no part of the name before them. */
import { beforeAll, expect, test } from 'vitest'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import type { Chat } from '../testing/conversation/conversation-chat.ts'
import { createConversationWorld } from '../testing/conversation/conversation-harness.ts'
import { withStays } from '../testing/catalogues/stays-catalogue.ts'

let catalogue: Catalogue

beforeAll(async () => {
  catalogue = withStays(await loadShippedCatalogue())
})

/** On Sunday, 1 March 2026. */
function talk(language: string): Chat {
  return createConversationWorld({ catalogue }).chatOf({ language, timeZone: 'America/Sao_Paulo' })
}

test.each([
  ['en', 'book mary jones for 3 nights from friday in 204'],
  ['en', 'book mary jones from friday for 3 nights in 204'],
  ['en', 'book mary jones from friday until monday in 204'],
  ['en', 'book mary jones in 204 for 3 nights from friday'],
  ['en', 'book mary jones starting on friday for three nights in 204'],
  ['pt-BR', 'reserva o 204 para mary jones por 3 noites a partir de sexta'],
  ['pt-BR', 'reserva o 204 para mary jones a partir de sexta por 3 noites'],
  ['pt-BR', 'reserva o 204 pra mary jones 3 noites a partir de sexta'],
  ['es', 'reserva el 204 para mary jones por 3 noches a partir del viernes'],
  ['es', 'reserva el 204 para mary jones desde el viernes por tres noches'],
  ['es', 'reserva para mary jones por 3 noches desde el viernes en el 204'],
])('%s: “%s”', (language, wish) => {
  const args = { id: '204', guest: 'mary jones', first: '2026-03-06', last: '2026-03-09' }
  expect(talk(language).say(wish).preview?.args).toEqual(args)
})

test.each([
  ['en', 'book mary from friday in 204', { first: '2026-03-06' }],
  ['en', 'book mary until friday in 204', { last: '2026-03-06' }],
  ['en', 'book mary for 3 nights in 204', {}],
  ['pt-BR', 'reserva o 204 para mary a partir de sexta', { first: '2026-03-06' }],
  ['pt-BR', 'reserva o 204 para mary por 3 noites', {}],
  ['es', 'reserva el 204 para mary a partir del viernes', { first: '2026-03-06' }],
  ['es', 'reserva el 204 para mary hasta el viernes', { last: '2026-03-06' }],
])('%s: “%s” says one of them or how many, and the others are asked for', (language, wish, days) => {
  const chat = talk(language)
  expect(chat.say(wish).about).toBe('ask')
  expect(chat.session().question?.draft.raw).toEqual({ id: '204', guest: 'mary', ...days })
})

test.each([
  ['en', 'book "mary from friday" in 204', 'mary from friday'],
  ['en', 'book mary from lisbon in 204', 'mary from lisbon'],
  ['en', 'book 4 nights club in 204', '4 nights club'],
  ['pt-BR', 'reserva o 204 para maria de sá', 'maria de sá'],
  ['es', 'reserva el 204 para maría de las nieves', 'maría de las nieves'],
])('%s: “%s” is for %s', (language, wish, guest) => {
  const chat = talk(language)
  chat.say(wish)
  expect(chat.session().question?.draft.args).toMatchObject({ guest })
})
