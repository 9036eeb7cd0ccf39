/** A value that was left out is added to a preview, which is shown anew; and whoever is meant is named without a no. */
import { describe, expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import { createConversationWorld } from '../testing/conversation/conversation-harness.ts'
import { withPayments } from '../testing/catalogues/payments-catalogue.ts'

const catalogue = withPayments(await loadShippedCatalogue())

const load: Readonly<Record<string, string>> = {
  en: 'load 3 boxes of Maria',
  es: 'carga 3 cajas de Maria',
  'pt-BR': 'carrega 3 caixas de Maria',
}

function loading(language: string) {
  const chat = createConversationWorld({ catalogue }).chatOf({ language })
  chat.say(load[language] ?? '')
  return chat
}

describe('a price that was left out', () => {
  test.each([
    ['en', 'R$25'],
    ['en', 'at 25'],
    ['en', 'at 25 each'],
    ['en', '25 each'],
    ['en', 'and at R$25'],
    ['en', 'yes, at R$25'],
    ['es', 'R$ 25'],
    ['es', 'a 25 cada uno'],
    ['es', '25 cada una'],
    ['pt-BR', 'R$ 25'],
    ['pt-BR', '25 reais'],
    ['pt-BR', 'a 25 cada'],
    ['pt-BR', '25 cada uma'],
    ['pt-BR', 'sim, a R$ 25'],
  ])('%s: “%s” is added, and shown', (language, said) => {
    const chat = loading(language)
    expect(chat.say(said).preview?.args).toEqual({ boxes: 3, id: '204', price: '25.00 BRL' })
  })

  test.each([
    ['en', '25'],
    ['en', 'R$25?'],
    ['en', 'R$25 or so I guess, ask Bob'],
    ['pt-BR', '25'],
    ['pt-BR', 'R$ 25?'],
    ['es', '25'],
  ])('%s: “%s” adds none', (language, said) => {
    const chat = loading(language)
    chat.say(said)
    expect(chat.session().pending?.draft.args).toEqual({ boxes: 3, id: '204' })
  })

  test('is no other number', () => {
    const chat = loading('en')
    expect(chat.say('no, 25').preview?.args).toEqual({ boxes: 25, id: '204' })
  })
})

describe('who is meant', () => {
  test.each([
    ['en', "it's João"],
    ['en', "it's for João"],
    ['en', 'for João Lima'],
    ['es', 'es João'],
    ['es', 'es para João'],
    ['es', 'para João Lima'],
    ['pt-BR', 'é o João'],
    ['pt-BR', 'o joao'],
    ['pt-BR', 'pro João Lima'],
  ])('%s: “%s” is who is called so', (language, said) => {
    const chat = loading(language)
    expect(chat.say(said).preview?.args).toEqual({ boxes: 3, id: '205' })
  })

  test.each([
    ['en', "it's nice"],
    ['en', "it's João?"],
    ['es', 'es bonito'],
    ['es', '¿es João?'],
    ['pt-BR', 'é bonito'],
    ['pt-BR', 'é o João?'],
    ['pt-BR', 'o de sempre'],
  ])('%s: “%s” changes nothing, and does nothing', (language, said) => {
    const chat = loading(language)
    chat.say(said)
    expect(chat.session().pending?.draft.args).toEqual({ boxes: 3, id: '204' })
    expect(chat.work()).toEqual([])
  })
})
