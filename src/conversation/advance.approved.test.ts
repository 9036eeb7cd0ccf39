/** “Approved” is a yes where a yes is enough, and never where it may say what should be instead. */
import { describe, expect, test } from 'vitest'
import type { Locale, Parameter } from '../catalogue/catalogue.ts'
import { loadShippedCatalogue, withParameter } from '../testing/catalogues/conversation-catalogue.ts'
import { createConversationWorld } from '../testing/conversation/conversation-harness.ts'

const shipped = await loadShippedCatalogue()

test.each([
  ['en', 'add a note to order 204: x', 'approved'],
  ['en', 'add a note to order 204: x', 'Approved, thanks'],
  ['en', 'add a note to order 204: x', 'I approve it'],
  ['es', 'anota en el pedido 204: x', 'Aprobado'],
  ['es', 'anota en el pedido 204: x', 'lo apruebo'],
  ['pt-BR', 'anota no pedido 204: x', 'aprovado!'],
])('%s: “%s”, “%s”: goes on', (language, wish, text) => {
  const world = createConversationWorld({ catalogue: shipped })
  const ana = world.chatOf({ language })
  ana.say(wish)
  const { command_id: id } = ana.pending().envelope
  ana.sayAll(text)
  expect(world.ledger.commands.get(id)?.status).toBe('confirmed')
})

test.each([
  ['en', 'cancel order 204', 'approved'],
  ['es', 'cancela el pedido 204', 'aprobado'],
  ['pt-BR', 'cancela o pedido 204', 'aprovado'],
])('%s: “%s”, “%s”: is no code', (language, wish, text) => {
  const ana = createConversationWorld({ catalogue: shipped }).chatOf({ language })
  ana.say(wish)
  expect(ana.say(text)).toMatchObject({ about: 'refusal' })
  expect(ana.session().pending).not.toBeNull()
})

test('is a text where one is awaited, and is no approval where it is asked or denied', () => {
  const ana = createConversationWorld({ catalogue: shipped }).chatOf()
  ana.say('add a note to order 204')
  expect(ana.say('approved').preview?.args).toEqual({ id: '204', text: 'approved' })
  for (const text of ['approved?', 'not approved', 'to be approved']) {
    ana.say(text)
    ana.say('add a note to order 204: x')
    expect(ana.pending().envelope.args).toEqual({ id: '204', text: 'x' })
  }
})

describe('where a value is called so', () => {
  const verdict: Parameter = {
    name: 'text',
    kind: 'selection',
    required: true,
    type: 'choice',
    entity: null,
    schema: { type: 'string', enum: ['approved', 'rejected', 'yes', 'no'] },
  }
  const judged = withParameter(shipped, 'ADD_NOTE', verdict, {
    en: ['judge order {id} [as {text}]'],
    es: ['juzga el pedido {id} [como {text}]'],
    'pt-BR': ['julga o pedido {id} [como {text}]'],
  })
  const called = { approved: ['aprobado', 'aprovado', 'approved'], rejected: ['rechazado', 'recusado', 'rejected'] }
  const withWords = (locale: Locale): Locale => ({ ...locale, words: { ...locale.words, ...called } })
  const catalogue = {
    ...judged,
    locales: new Map([...judged.locales].map(([code, locale]): [string, Locale] => [code, withWords(locale)])),
  }

  test.each([
    ['en', 'judge order 204 as rejected', 'approved'],
    ['es', 'juzga el pedido 204 como rechazado', 'aprobado'],
    ['pt-BR', 'julga o pedido 204 como recusado', 'aprovado'],
  ])('%s: “%s”, “%s”: says what it should be', (language, wish, text) => {
    const ana = createConversationWorld({ catalogue }).chatOf({ language })
    ana.say(wish)
    expect(ana.say(text).preview?.args).toEqual({ id: '204', text: 'approved' })
    ana.sayAll(text)
    expect(ana.session().pending).toBeNull()
  })

  test('“yes, approved” is no yes to what is to be rejected, and what the preview asks for is one', () => {
    const ana = createConversationWorld({ catalogue }).chatOf()
    ana.say('judge order 204 as rejected')
    ana.say('yes, approved')
    expect(ana.session().pending).not.toBeNull()
    ana.say('judge order 204 as no')
    ana.sayAll('yes')
    expect(ana.session().pending).toBeNull()
  })
})
