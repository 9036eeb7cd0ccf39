import { beforeEach, describe, expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import type { Chat } from '../testing/conversation/conversation-chat.ts'
import { createConversationWorld, type ConversationWorld } from '../testing/conversation/conversation-harness.ts'

const catalogue = await loadShippedCatalogue()

let world: ConversationWorld
let ana: Chat

beforeEach(() => {
  world = createConversationWorld({ catalogue })
  ana = world.chatOf()
})

const statuses = () => [...world.ledger.commands.values()].map(({ status, reason }) => reason ?? status)

describe('"don\'t cancel order 204, cancel order 205"', () => {
  test('says that the one is not done, and previews the other', () => {
    const [first, second] = ana.sayAll("don't cancel order 204, cancel order 205")
    expect(first?.text).toBe('All right, I will not. Nothing was done.')
    expect(second).toMatchObject({ about: 'preview', preview: { target: '205' } })
    expect(statuses()).toEqual(['accepted'])
  })

  test('drops the one where it is open', () => {
    ana.say('cancel order 204')
    expect(ana.say("don't cancel order 204, cancel order 205").preview?.target).toBe('205')
    expect(statuses()).toEqual(['declined', 'accepted'])
  })

  test('takes the one out of what waits', () => {
    ana.say('cancel order 204 and refund order 205 for 10')
    ana.say("don't refund order 205 for 10, cancel order 206")
    expect(ana.session().wishes).toEqual([])
  })
})

test.each([
  ['en', "don't cancel 204, just note that she called", 'she called'],
  ['en', "don't cancel order 204 but add a note that she called", 'she called'],
  ['pt-BR', 'não cancela o 204, só anota que ligou', 'ligou'],
  ['pt-BR', 'não cancela o 204, mas anota que ela ligou', 'ela ligou'],
  ['es', 'no canceles el 204, solo anota que llamó', 'llamó'],
  ['es', 'no canceles el 204 pero anota que ella llamó', 'ella llamó'],
])('%s: “%s” cancels nothing, and previews a note', (language, text, note) => {
  const chat = world.chatOf({ language })
  const [first, second] = chat.sayAll(text)
  expect(first?.about).not.toBe('preview')
  expect(second?.preview).toMatchObject({ action: 'AddNote', args: { id: '204', text: note } })
  expect(statuses()).toEqual(['accepted'])
})

test('what is denied of two things says of neither what the rest is about', () => {
  const chat = world.chatOf({ language: 'pt-BR' })
  expect(chat.sayAll('não cancela o 204 nem o 205, só anota que ligou').at(-1)?.text).toContain('Em qual pedido')
})

test.each([
  ['en', "don't cancel 204, just frobnicate the customer"],
  ['pt-BR', 'não cancela o 204, só enrola o cliente'],
  ['es', 'no canceles el 204, solo entretén al cliente'],
])('%s: “%s” does nothing, and what is not understood is said', (language, text) => {
  const chat = world.chatOf({ language })
  expect(chat.say(text)).toMatchObject({ about: 'help' })
  expect(statuses()).toEqual([])
  expect(chat.session().pending).toBeNull()
})

test('"don\'t cancel order 205 and 204" drops the second where it is open', () => {
  ana.say('cancel order 204')
  ana.say("don't cancel order 205 and 204")
  expect(statuses()).toEqual(['declined'])
})

test.each([
  ['en', 'cancel 204 and 205 not'],
  ['en', 'cancel 204 and not 205'],
  ['pt-BR', 'cancela o 204 e o 205 nao'],
  ['pt-BR', 'cancela o 204 e o 205 ainda não'],
  ['es', 'cancela el 204 y el 205 no'],
])('%s: “%s” asks for the first, and not for the second', (language, text) => {
  const chat = world.chatOf({ language })
  expect(chat.say(text).preview?.target).toBe('204')
  expect(chat.session().wishes).toEqual([])
})

test.each([
  ['en', 'cancel 204 or 205 not'],
  ['pt-BR', 'cancela o 204 ou o 205 não'],
  ['pt-BR', 'não cancela o 204 e o 205 não'],
])('%s: “%s” asks for neither', (language, text) => {
  const chat = world.chatOf({ language })
  chat.say(text)
  expect(statuses()).toEqual([])
})

test.each([
  ['en', 'cancel order 204', "don't cancel it", /^#(\w+) was done already\. UNDO #\1 takes it back\.$/u],
  ['pt-BR', 'cancela o 204', 'não era pra cancelar esse!', /^#(\w+) já foi feito\. DESFAZER #\1 desfaz\.$/u],
  ['es', 'cancela el 204', 'no canceles el 204', /^#(\w+) ya se hizo\. DESHACER #\1 lo deshace\.$/u],
])('%s: once “%s” is done, “%s” is told so', (language, wish, denial, told) => {
  const chat = world.chatOf({ language })
  chat.say(wish)
  chat.sayAll(chat.expect())
  chat.work()
  expect(chat.say(denial).text).toMatch(told)
  expect(chat.say('CANCEL_ORDER id=205').about).toBe('preview')
})

test('what was done of another thing is no hindrance to not doing it', () => {
  ana.say('cancel order 204')
  ana.sayAll(ana.expect())
  ana.work()
  expect(ana.say("don't cancel order 205").text).toBe('All right, I will not. Nothing was done.')
})

test.each([
  ['en', 'if order 204 is shipped, cancel order 205', 'I cannot wait for a condition'],
  ['pt-BR', 'se o pedido 204 foi enviado, cancela o pedido 205', 'Não consigo ficar esperando uma condição'],
  ['es', 'si el pedido 204 fue enviado, cancela el pedido 205', 'No puedo quedarme esperando una condición'],
])('%s: %s: nothing is done on a condition, and that is said', (language, text, said) => {
  const chat = world.chatOf({ language })
  expect(chat.say(text).text).toContain(said)
  expect(statuses()).toEqual([])
})

test.each(["don't forget to call Maria", 'forget everyone', 'sorry for the delay', 'ok, let me check with her'])(
  '“%s” leaves what is open as it is',
  (text) => {
    ana.say('cancel order 204')
    ana.say(text)
    expect(statuses()).toEqual(['accepted'])
  },
)

describe('of what a name may be, all that is denied is left out', () => {
  test.each([
    ['en', 'refund 10 to pedro but not 207'],
    ['en', 'refund 10 to pedro, not 207'],
    ['pt-BR', 'reembolsa 10 ao pedro, não o 207'],
    ['pt-BR', 'cancela o pedido do pedro, mas não o 207'],
    ['es', 'reembolsa 10 a pedro, pero no el 207'],
    ['es', 'cancela el pedido de pedro, no el 207'],
  ])('%s: “%s” is about the other one', (language, text) => {
    expect(world.chatOf({ language }).sayAll(text).at(-1)?.preview?.target).toBe('208')
  })

  test('it is asked which is meant where nothing is left', () => {
    const asked = ana.sayAll("cancel pedro's order but not 207, and not 208").at(-1)
    expect(asked?.about).not.toBe('preview')
    expect(statuses()).toEqual([])
  })

  test('the name alone is still not what is denied, and its number is', () => {
    expect(ana.sayAll("cancel maria's order but not 204").at(-1)?.text).toContain('Which order should be cancelled?')
    expect(ana.say('maria').about).toBe('ask')
    expect(ana.say('204').preview?.target).toBe('204')
  })
})
