import { describe, expect, test } from 'vitest'
import { localeFor } from '../../catalogue/locale-for.ts'
import { loadShippedCatalogue } from '../../testing/catalogues/conversation-catalogue.ts'
import { createConversationWorld } from '../../testing/conversation/conversation-harness.ts'
import { isReservedName } from './is-reserved-name.ts'

const catalogue = await loadShippedCatalogue()

describe('isReservedName()', () => {
  test.each([
    [
      'en',
      [
        'yes',
        'Yes please',
        'CANCEL',
        'stop',
        'Help',
        'menu',
        'Owner',
        'operator',
        '0',
        '12',
        '👍',
        'status',
        'everybody',
        'me',
      ],
    ],
    ['pt-BR', ['sim', 'não', 'Parar', 'voltar', 'ajuda', 'operador', 'Owner', 'stop', 'todos']],
    ['es', ['sí', 'Si', 'cancelar', 'ayuda', 'operador', 'nadie', 'help']],
  ])('is so in %s of answers, commands, roles, and words for anybody', (language, names) => {
    const locale = localeFor(catalogue, language)
    for (const name of names) expect([name, isReservedName({ catalogue, locale }, name)]).toEqual([name, true])
  })

  test.each([
    ['en', ['Ana', 'Will', 'Mark', 'Grace', 'April', 'Joy Stop', 'Helper', 'Loja 1985', 'Sí', '安娜']],
    ['pt-BR', ['Dale', 'Vera', 'Maria do Socorro', 'Simão', 'Ana Parar', 'Bento']],
    ['es', ['Socorro', 'Dolores', 'Ana Vale', 'Silvia']],
  ])('is not so in %s of what people are called', (language, names) => {
    const locale = localeFor(catalogue, language)
    for (const name of names) expect([name, isReservedName({ catalogue, locale }, name)]).toEqual([name, false])
  })
})

describe('a name that means something else', () => {
  test.each([
    ['en', 'call me stop', /^Nobody can be called “stop”: .* add a surname\.\nWhat should I call you\?$/u],
    ['en', 'CALL_ME name=owner', /^Nobody can be called “owner”/u],
    ['en', 'ADD_PERSON phone=+5511955550001 name=Yes role=viewer', /“Yes”: .*\n.*What are they called\?$/u],
    ['pt-BR', 'me chama de sim', /^Ninguém pode se chamar “sim”: .* sobrenome\./u],
    ['es', 'mi nombre es cancelar', /^Nadie puede llamarse “cancelar”: .* apellido\./u],
  ])('%s: “%s” is refused, and another is asked for', (language, wish, told) => {
    const chat = createConversationWorld({ catalogue }).chatOf({ language })
    const asked = chat.say(wish)
    expect(asked).toMatchObject({ about: 'ask' })
    expect(asked.text).toMatch(told)
    expect(chat.say('help')).toMatchObject({ about: 'help' })
    expect(chat.say('"0"').about).toBe('ask')
    expect(chat.say('Ana Souza').preview?.args).toMatchObject({ name: 'Ana Souza' })
  })

  test('is no reason to speak of quotation marks, where a name is not given', () => {
    const chat = createConversationWorld({ catalogue }).chatOf()
    chat.say('change my name')
    expect(chat.say('no').text).toBe('Dropped. Nothing was done.')
  })
})
