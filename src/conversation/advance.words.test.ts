import { beforeAll, describe, expect, test } from 'vitest'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { loadShippedCatalogue, withCommand } from '../testing/catalogues/conversation-catalogue.ts'
import { createConversationWorld, type ConversationWorld } from '../testing/conversation/conversation-harness.ts'
import { choiceName } from './render/choice-name.ts'
import { summarise } from './render/describe-command.ts'

let catalogue: Catalogue
let world: ConversationWorld

beforeAll(async () => {
  catalogue = await loadShippedCatalogue()
  world = createConversationWorld({ catalogue })
})

function localeOf(language: string) {
  const locale = catalogue.locales.get(language)
  if (locale === undefined) throw new TypeError(`No locale ${language}`)
  return locale
}

describe('a parameter', () => {
  test.each([
    ['en', 'Reason: late'],
    ['pt-BR', 'Motivo: late'],
    ['es', 'Motivo: late'],
  ])('is called in %s as people call it: %s', (language, line) => {
    expect(world.chatOf({ language }).say('CANCEL_ORDER id=204 reason=late').text.split('\n')).toContain(line)
  })

  test('is called so in a question without a text of its own, and where a value is refused', () => {
    const questions = { id: 'Which order?' }
    world.catalogue = withCommand(catalogue, 'REFUND_ORDER', {
      texts: { questions, labels: { amount: 'sum of money' } },
    })
    expect(world.chatOf().say('REFUND_ORDER id=204').text).toBe('Order 204 · Which sum of money?')
    world.catalogue = catalogue
    expect(world.chatOf({ language: 'es' }).say('LIST_FILES path=..').text).toContain('carpeta')
  })

  test('is called so where a role limits it', () => {
    const roles = new Map(catalogue.roles).set('clerk', [
      { scope: 'orders.refund', limits: { amount: { maximum: 50 } } },
    ])
    world.catalogue = { ...catalogue, roles }
    const clerk = world.chatOf({ language: 'pt-BR', roles: ['clerk'] })
    expect(clerk.say('REFUND_ORDER id=204 amount=60').text).toContain('valor')
    world.catalogue = catalogue
  })
})

describe('what people read', () => {
  test.each(['pt-BR', 'es'])('in %s never holds the token of a command', (language) => {
    const { messages, commands, entities } = localeOf(language)
    const texts = [
      ...Object.values(messages),
      ...Object.values(commands).flatMap(({ summary, effect, done, unmet }) => [summary, effect, done, unmet]),
      ...Object.values(entities).map(({ missing }) => missing),
    ].filter((text) => text !== undefined)
    const words = new Set(texts.flatMap((text) => text.match(/[A-Z]+(?:_[A-Z]+)*/gu) ?? []))
    // "STATUS" is a word of all three languages.
    const tokens = [...catalogue.commands.keys()].filter((token) => token !== 'STATUS')
    expect(tokens.filter((token) => words.has(token))).toEqual([])
  })
})

describe('a choice', () => {
  test('is offered by the names that the language has for its values', () => {
    const asked = world.chatOf({ language: 'pt-BR' }).say('LIST_ORDERS status=azul')
    expect(asked.options?.map(({ label }) => label)).toEqual([
      'Pago',
      'Enviado',
      'Entregue',
      'Cancelado',
      'Reembolsado',
    ])
    expect(world.chatOf({ language: 'en' }).say('LIST_ORDERS status=blue').text).toContain('1. Paid\n2. Shipped')
  })

  test('is shown by its name, and by its value where a text chooses its words by it', () => {
    const grant = catalogue.commands.get('GRANT_ROLE')
    if (grant === undefined) throw new TypeError('No GRANT_ROLE')
    const args = { phone: '+5511990000001', role: 'owner' }
    expect(summarise(localeOf('es'), grant, args)).toContain('rol de responsable')
    const plain = { ...localeOf('es').commands['admin.grant-role'], summary: 'Dar {role}' }
    const changed = withCommand(catalogue, 'GRANT_ROLE', { texts: plain }).locales.get('en')
    expect(summarise({ ...localeOf('es'), commands: changed?.commands ?? {} }, grant, args)).toBe('Dar responsable')
  })

  test('names the roles of whoever asks', () => {
    expect(world.chatOf({ language: 'pt-BR' }).say('CANCEL_ORDER id=204').text).toContain('(responsável)')
  })

  test('has its value for a name where the language has none, or has the word for something else', () => {
    expect(choiceName(localeOf('en'), 'paid')).toBe('paid')
    expect(choiceName(localeOf('pt-BR'), 'paid')).toBe('pago')
    expect(choiceName(localeOf('en'), 'drop')).toBe('drop')
    expect(choiceName(localeOf('en'), 'constructor')).toBe('constructor')
  })
})

describe('what was paid back', () => {
  test.each([
    ['en', /^✅ Refunded R\$10\.00 of order 204; R\$110\.00 can still be refunded/u, /; nothing is left to refund ·/u],
    ['pt-BR', /^✅ Reembolsados R\$ 10,00 do pedido 204; ainda dá para/u, /; não há mais nada a reembolsar ·/u],
    ['es', /^✅ Se reembolsaron R\$ 10,00 del pedido 204; todavía/u, /; no queda nada por reembolsar ·/u],
  ])('is told in %s with what is left, or that nothing is', (language, some, all) => {
    const chat = createConversationWorld({ catalogue }).chatOf({ language })
    const refunded = (amount: string) => {
      chat.say(`REFUND_ORDER id=204 amount=${amount}`)
      chat.sayAll(chat.expect())
      return chat.work().at(-1)?.text
    }
    expect(refunded('10')).toMatch(some)
    expect(refunded('110')).toMatch(all)
  })
})

test.each([
  ['en', 'ok thanks', 'You are welcome.'],
  ['pt-BR', 'blz obrigada', 'Por nada.'],
  ['es', 'sale gracias', 'De nada.'],
])('%s: “%s” where nothing is open is thanks, and a yes where something is', (language, text, answer) => {
  const chat = world.chatOf({ language })
  expect(chat.say(text).text).toBe(answer)
  chat.say('ADD_NOTE id=204 text=abc')
  chat.sayAll(text)
  expect(chat.session().pending).toBeNull()
})
