import { beforeEach, describe, expect, test } from 'vitest'
import type { EntityRow } from '../../catalogue/catalogue.ts'
import { jsonText } from '../../json.ts'
import { loadShippedCatalogue } from '../../testing/catalogues/conversation-catalogue.ts'
import { createConversationWorld, type ConversationWorld } from '../../testing/conversation/conversation-harness.ts'

const catalogue = await loadShippedCatalogue()

const people = [
  person('+5511912345678', 'Ana Souza'),
  person('+5511999995678', 'Bia Lima'),
  person('+5521912345678', 'Ana Prado'),
]

let world: ConversationWorld

beforeEach(() => {
  world = createConversationWorld({ catalogue })
  world.shop = {
    ...world.shop,
    find: (by, value) =>
      people.filter(({ id, name }) =>
        by === 'id'
          ? id.endsWith(value.replace('+', ''))
          : jsonText(name ?? '')
              .toLowerCase()
              .includes(value.toLowerCase()),
      ),
  }
})

function person(id: string, name: string): EntityRow {
  return { id, phone: id, name, roles: 'viewer', language: 'en', state: 'active', last_owner: 'no', self: 'no' }
}

describe('a name and a number together', () => {
  test.each([
    ['en', 'remove Ana +55 11 91234-5678'],
    ['en', 'remove Ana Souza (+55 11 91234-5678)'],
    ['en', 'remove the user Ana with number +5511912345678'],
    ['en', 'REMOVE_PERSON phone="Ana +55 11 91234-5678"'],
    ['en', 'REMOVE_PERSON phone="+55 11 91234-5678 (Ana)"'],
    // The end of two numbers.
    ['en', 'remove Souza 91234-5678'],
    ['pt-BR', 'remove a Ana +55 11 91234-5678'],
    ['pt-BR', 'remove a Ana, número +55 11 91234-5678'],
    ['es', 'quita a Ana +5511912345678'],
  ])('mean whoever has both, in %s: %s', (language, words) => {
    expect(world.chatOf({ language }).say(words).preview).toMatchObject({ target: '+5511912345678' })
  })

  test('answer the question for somebody', () => {
    const chat = world.chatOf()
    chat.say('rename somebody')
    chat.say('Ana, +55 11 91234-5678')
    expect(chat.say('Eva').preview).toMatchObject({ target: '+5511912345678', args: { name: 'Eva' } })
  })

  test.each([
    ['en', 'remove Bia +55 11 91234-5678', 'Those are not the same person: “Bia”; Ana Souza, +5511912345678, viewer.'],
    ['pt-BR', 'remove a Bia +55 11 91234-5678', 'Não são a mesma pessoa: “Bia”; Ana Souza, +5511912345678, consulta'],
    ['es', 'quita a Bia +5511912345678', 'No son la misma persona: “Bia”; Ana Souza, +5511912345678, consulta'],
    [
      'en',
      'remove Bia +55 11 90000-0000',
      'Those are not the same person: “+55 11 90000-0000”; Bia Lima, +5511999995678',
    ],
  ])('are said not to belong together, in %s: %s', (language, words, told) => {
    const reply = world.chatOf({ language }).say(words)
    expect(reply).toMatchObject({ about: 'ask' })
    expect(reply.text).toContain(told)
  })

  test('are of nobody where neither is known', () => {
    const { about, text } = world.chatOf().say('remove Zoe +55 11 90000-0000')
    expect(about).toBe('choose')
    expect(text).toContain('Nobody here is called “+55 11 90000-0000” or has that number.')
  })

  test('are to choose from where several have both', () => {
    expect(world.chatOf().say('remove Ana 91234-5678').options).toHaveLength(2)
  })
})
