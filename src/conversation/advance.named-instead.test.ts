/** "No, it was João's", where a reason waits too: what is found by name is meant before a text, which takes anything. */
import { expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import { createConversationWorld } from '../testing/conversation/conversation-harness.ts'

const catalogue = await loadShippedCatalogue()

test.each([
  ['en', 'cancel 204 because she gave up', "no, it was João's", { id: '205', reason: 'she gave up' }],
  ['en', 'cancel 204 because she gave up', 'no, it was late', { id: '204', reason: 'it was late' }],
  ['pt-BR', 'cancela o 204 porque ela desistiu', 'não, era tarde', { id: '204', reason: 'era tarde' }],
  ['es', 'cancela el 204 porque desistió', 'no, era tarde', { id: '204', reason: 'era tarde' }],
  ['pt-BR', 'cancela o 204 porque ela desistiu', 'não, era o do João', { id: '205', reason: 'ela desistiu' }],
  ['pt-BR', 'cancela o 204 porque ela desistiu', 'não, era o 205', { id: '205', reason: 'ela desistiu' }],
  ['es', 'cancela el 204 porque desistió', 'no, era el de João', { id: '205', reason: 'desistió' }],
])('%s: “%s”, then “%s”', (language, wish, text, args) => {
  const chat = createConversationWorld({ catalogue }).chatOf({ language })
  chat.say(wish)
  expect(chat.say(text).preview?.args).toMatchObject(args)
})
