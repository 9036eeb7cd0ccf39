/** A day that could not be read stands in a name that nothing has: the time behind it is of that day, and never of today. */
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
  schema: { type: 'string', format: 'date-time' },
  entity: null,
}

let catalogue: Catalogue

beforeAll(async () => {
  catalogue = withParameter(await loadShippedCatalogue(), 'REFUND_ORDER', moment, {
    en: ['bring it to {id:name} [{amount}]'],
    'pt-BR': ['leva isso para [a] {id:name} [[na|no] {amount}]'],
    es: ['lleva eso a {id:name} [{amount}]'],
  })
})

/** On Sunday, 1 March 2026. */
function talk(language: string): Chat {
  return createConversationWorld({ catalogue }).chatOf({ language, timeZone: 'America/Sao_Paulo' })
}

test.each([
  ['pt-BR', 'leva isso para a maria na quata-fera às 15h', 'às 15h'],
  ['pt-BR', 'leva isso para a maria sbado as 15:30h', 'as 15:30h'],
  ['es', 'lleva eso a maria el vierens a las 15', 'a las 15'],
  ['en', 'bring it to maria on wensday at 3pm', 'at 3pm'],
])('%s: “%s”: the time is not kept, says so, and is asked for', (language, wish, time) => {
  const chat = talk(language)
  const { about, text } = chat.say(wish)
  expect(about).toBe('ask')
  expect(text).toContain(`“${time}”`)
  expect(chat.say('204').about).toBe('ask')
  expect(chat.session().question).toMatchObject({ parameter: 'amount', draft: { raw: { id: '204' } } })
})

test.each([
  ['pt-BR', 'leva isso para a xuxa às 15h', '2026-03-01T15:00:00-03:00'],
  ['pt-BR', 'leva isso para a xuxa na quarta-feria às 15h', '2026-03-04T15:00:00-03:00'],
  ['es', 'lleva eso a xuxa el viernes a las 15', '2026-03-06T15:00:00-03:00'],
  ['en', 'bring it to xuxa at 3pm', '2026-03-01T15:00:00-03:00'],
])('%s: “%s”: of any other name that nothing has it is kept', (language, wish, amount) => {
  const chat = talk(language)
  expect(chat.say(wish).about).toBe('ask')
  expect(chat.session().question).toMatchObject({ parameter: 'id', draft: { raw: { amount } } })
})
