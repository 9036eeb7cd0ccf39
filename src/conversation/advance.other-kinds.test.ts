/** What is asked of a thing that there is not may have been meant of a thing of another kind. */
import { expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import { createConversationWorld } from '../testing/conversation/conversation-harness.ts'

const catalogue = await loadShippedCatalogue()

/** Somebody in a world where nothing is found. */
function chatOf(who: { readonly language?: string; readonly roles?: readonly string[] } = {}) {
  const world = createConversationWorld({ catalogue })
  Object.assign(world.shop, { find: () => [] })
  return world.chatOf(who)
}

test.each([
  ['en', 'rename invoices to old', 'rename notes.txt to kept.txt'],
  ['pt-BR', 'renomeia a pessoa Faturas para Velhas', 'renomeia notes.txt para kept.txt'],
  ['es', 'renombra a la persona Facturas como Viejas', 'renombra notes.txt a kept.txt'],
])('where nobody is called so, what else can be renamed is said, in %s', (language, said, example) => {
  const { about, text } = chatOf({ language }).say(said)
  expect(about).toBe('ask')
  expect(text).toContain(example)
})

test('but not what whoever asks may not do, and not once more after an answer', () => {
  const roles = new Map([...catalogue.roles, ['namer', ['admin.rename-person']]])
  const world = createConversationWorld({ catalogue: { ...catalogue, roles } })
  Object.assign(world.shop, { find: () => [] })
  expect(world.chatOf({ roles: ['namer'] }).say('rename invoices to old').text).not.toContain('notes.txt')
  const ana = world.chatOf()
  expect(ana.say('rename invoices to old').text).toContain('notes.txt')
  expect(ana.say('bills').text).not.toContain('notes.txt')
})

test('and nothing is said where there is no other such command', () => {
  expect(chatOf().say('cancel order 999').text).toBe(
    'There is no order “999”.\nWhich order should be cancelled? Its number, or the customer’s name.',
  )
})
