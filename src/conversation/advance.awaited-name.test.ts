/** The name of somebody is awaited, and something else is said: nobody is called that. */
import { beforeEach, describe, expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import type { Chat } from '../testing/conversation/conversation-chat.ts'
import { createConversationWorld } from '../testing/conversation/conversation-harness.ts'

const catalogue = await loadShippedCatalogue()

const others: readonly (readonly [language: string, asked: RegExp, texts: readonly string[]])[] = [
  [
    'en',
    /What are you called\?/u,
    [
      'cancel order 204',
      'refund order 205 for 10',
      'show order 204',
      'show all orders',
      'pause everything',
      'can that be undone?',
      'can this be undone',
      'is order 204 paid?',
      'why do you need that?',
      'what is this for?',
    ],
  ],
  [
    'pt-BR',
    /Como você se chama\?/u,
    [
      'cancela o pedido 204',
      'reembolsa 10 do pedido 205',
      'mostra o pedido 204',
      'pausa tudo',
      'dá para desfazer isso?',
      'o pedido 204 está pago?',
      'pra que você precisa disso?',
    ],
  ],
  [
    'es',
    /¿Cómo te llamas\?/u,
    [
      'cancela el pedido 204',
      'reembolsa 10 del pedido 205',
      'muestra el pedido 204',
      'pausa todo',
      '¿eso se puede deshacer?',
      '¿está pagado el pedido 204?',
      '¿para qué es eso?',
    ],
  ],
]

describe.each(others)('whoever is asked in %s for their name as the first owner', (language, asked, texts) => {
  let eve: Chat

  beforeEach(() => {
    eve = createConversationWorld({ catalogue }).chatOf({ language, roles: ['claimant'] })
    eve.say('ADD_OWNER')
  })

  test.each(texts)('and says “%s” is not called that, and is asked once more', (text) => {
    const replies = eve.sayAll(text)
    expect(replies.filter(({ about }) => about === 'preview')).toEqual([])
    expect(replies.map((reply) => reply.text).join('\n')).toMatch(asked)
    expect(eve.session().question).toMatchObject({ kind: 'value', parameter: 'name' })
    expect(eve.say('Nina Lima')).toMatchObject({ about: 'preview', preview: { args: { name: 'Nina Lima' } } })
  })
})

describe.each([
  ['en', ['I’m Nina', 'my name is Nina', 'Nina', 'Nina?', '"Nina"', 'nina, thanks']],
  ['pt-BR', ['me chamo Nina', 'meu nome é Nina', 'Nina', 'Nina?', '"Nina"']],
  ['es', ['me llamo Nina', 'mi nombre es Nina', 'Nina', '¿Nina?', '"Nina"']],
])('a name is taken in %s', (language, texts) => {
  test.each(texts)('“%s”', (text) => {
    const eve = createConversationWorld({ catalogue }).chatOf({ language, roles: ['claimant'] })
    eve.say('ADD_OWNER')
    expect(eve.say(text)).toMatchObject({
      about: 'preview',
      preview: { args: { name: expect.stringMatching(/^¿?nina\??$/iu) as string } },
    })
  })
})
