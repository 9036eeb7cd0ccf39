/** "João gave up and wants 20 back": two wishes of one, who is named in the first alone. */
import { describe, expect, test } from 'vitest'
import type { Catalogue, Parameter } from '../catalogue/catalogue.ts'
import { loadShippedCatalogue, withParameter } from '../testing/catalogues/conversation-catalogue.ts'
import { createConversationWorld } from '../testing/conversation/conversation-harness.ts'

const cancelling = {
  en: ['{id:name} gave up [on the order]'],
  es: ['[el|la] {id:name} desiste [del pedido]'],
  'pt-BR': ['[o|a] {id:name} desistiu [do pedido]'],
}
const refunding = {
  en: ['{id:name} gets {amount} back'],
  es: ['[el|la] {id:name} recibe {amount}'],
  'pt-BR': ['[o|a] {id:name} recebe {amount} de volta'],
}
const shipped = await loadShippedCatalogue()
const catalogue = saidOf(saidOf(shipped, 'CANCEL_ORDER', 'id', cancelling), 'REFUND_ORDER', 'amount', refunding)

function saidOf(all: Catalogue, token: string, name: string, sentences: Readonly<Record<string, readonly string[]>>) {
  const parameter: Parameter | undefined = all.commands.get(token)?.parameters.find((each) => each.name === name)
  if (parameter === undefined) throw new TypeError(`No ${name} of ${token}`)
  return withParameter(all, token, parameter, sentences)
}

function talk(language: string, text: string) {
  const chat = createConversationWorld({ catalogue }).chatOf({ language })
  const said = chat.sayAll(text).at(-1)
  const waiting = chat.session().wishes.map(({ wish }) => ({ command: wish.command, ...wish.args }))
  return { chat, said, waiting }
}

describe('what is said of one who is named in the first wish alone', () => {
  test.each([
    ['en', 'João Lima gave up and gets 20 back', 'João Lima'],
    ['en', 'João Lima gave up on the order, gets 20 back', 'João Lima'],
    ['es', 'el João Lima desiste y recibe 20', 'João Lima'],
    ['pt-BR', 'o João Lima desistiu do pedido e recebe 20 de volta', 'João Lima'],
    ['pt-BR', 'o joão lima desistiu e recebe 20 de volta', 'joão lima'],
  ])('%s: “%s” is two wishes', (language, text, name) => {
    const { said, waiting } = talk(language, text)
    expect(said).toMatchObject({ about: 'preview', preview: { action: 'Cancel', target: '205' } })
    expect(waiting).toEqual([{ command: 'REFUND_ORDER', id: name, amount: '20' }])
  })

  test('is of another where that one is named', () => {
    const { waiting } = talk('pt-BR', 'o João Lima desistiu e a Maria Souza recebe 20 de volta')
    expect(waiting).toEqual([{ command: 'REFUND_ORDER', id: 'Maria Souza', amount: '20' }])
  })
})

describe('a name that goes on up to the verb', () => {
  test.each([
    ['en', 'João Lima came by and gets 20 back'],
    ['es', 'el João Lima vino y recibe 20'],
    ['pt-BR', 'o João Lima veio aqui e recebe 20 de volta'],
  ])('%s: “%s”: leaves what stands behind the verb as it was said', (language, text) => {
    const { chat, said } = talk(language, text)
    expect(said?.text).not.toContain('“20”')
    expect(chat.say('205').preview?.args).toMatchObject({ id: '205', amount: '20.00 BRL' })
  })

  test('leaves nothing where another wish may begin in it', () => {
    const { said } = talk('pt-BR', 'o João Lima veio aqui e a Xuxa e recebe 20 de volta')
    expect(said?.text).toContain('“20” não fica anotado')
  })
})
