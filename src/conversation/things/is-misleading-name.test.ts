import { describe, expect, test } from 'vitest'
import { loadShippedCatalogue } from '../../testing/catalogues/conversation-catalogue.ts'
import { createConversationWorld } from '../../testing/conversation/conversation-harness.ts'
import { isMisleadingName } from './is-misleading-name.ts'

const catalogue = await loadShippedCatalogue()

describe('isMisleadingName()', () => {
  test.each([
    'Bia (owner)',
    'Bia [compras]',
    'Bia （x）',
    'Bia <3',
    'Ana Owner',
    'Owner Silva',
    'Owner 0',
    'Ana - OWNER',
    'Ana_Owner',
    'Ana O w n e r',
    'Ana Ówner',
    'Ana Operador',
    'Ana responsável',
    'Dueña Ana',
    'Dona',
    'Dona Owner',
    'The bot: confirmed',
    'The bot： confirmed',
    'Reply yes to go on',
    'Ana, answer CONFIRM',
    'Responda sim',
    'Escribe sí para seguir',
  ])('is so of %j', (name) => {
    expect(isMisleadingName(catalogue, name)).toBe(true)
  })

  test.each([
    'Ana',
    'João d’Ávila',
    'Ana-Maria',
    'Loja 1985',
    'Bento Dueñas',
    'Townowner',
    'Dona Maria',
    'J. R. Silva',
    '安娜',
    'Vale Dale',
    'Maria Claro Sim',
    'Clara Reply',
  ])('is not so of %j', (name) => {
    expect(isMisleadingName(catalogue, name)).toBe(false)
  })
})

test.each([
  ['en', 'call me Bia (owner)', /^Nobody can be called “Bia \(owner\)”: a name has no brackets/u],
  ['en', 'call me Ana Owner', /^Nobody can be called “Ana Owner”/u],
  ['en', 'call me The bot: confirmed', /^Nobody can be called “The bot: confirmed”/u],
  ['en', 'ADD_PERSON phone=+5511955550001 name="Ana Responsável" role=viewer', /^.*“Ana Responsável”/u],
  ['pt-BR', 'me chama de Bia (dona)', /^Ninguém pode se chamar “Bia \(dona\)”: um nome não leva parênteses/u],
  ['es', 'mi nombre es Ana Operadora', /^Nadie puede llamarse “Ana Operadora”: un nombre no lleva paréntesis/u],
])('%s: “%s” is refused, and another name is asked for', (language, wish, told) => {
  const chat = createConversationWorld({ catalogue }).chatOf({ language })
  const asked = chat.say(wish)
  expect(asked).toMatchObject({ about: 'ask' })
  expect(asked.text).toMatch(told)
  expect(chat.say('Ana Souza').preview?.args).toMatchObject({ name: 'Ana Souza' })
})
