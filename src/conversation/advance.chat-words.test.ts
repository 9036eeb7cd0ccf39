/** How people say yes, no and wait in a chat, beside praise and whom they address, while something waits or is asked for. */
import { beforeEach, describe, expect, test } from 'vitest'
import { loadShippedCatalogue, withCommand } from '../testing/catalogues/conversation-catalogue.ts'
import { createConversationWorld, type ConversationWorld } from '../testing/conversation/conversation-harness.ts'

const catalogue = await loadShippedCatalogue()

let world: ConversationWorld

beforeEach(() => {
  world = createConversationWorld({ catalogue })
})

const statuses = () => [...world.ledger.commands.values()].map(({ status, reason }) => reason ?? status)

const yeses: readonly (readonly [language: string, texts: readonly string[]])[] = [
  [
    'es',
    [
      'buenísimo dale',
      'perfecto dale',
      'dale, genial',
      'bárbaro dale gracias',
      'sí, anotalo',
      'sí, es correcto',
      'obvio que sí',
      'sí boludo dale',
      'de una boludo',
      'mandale',
      'dale mandale',
      'hacele nomás',
      'metele',
      'dale q va',
      'tal cual',
      'sisisi',
      'seee',
      'okk',
      'sí jefe',
    ],
  ],
  [
    'en',
    [
      'great, yes',
      'perfect, go ahead',
      'awesome yes please',
      'okay done',
      'ok go ahead sir',
      'haan ji',
      'yes pls',
      'yes kindly proceed',
      'kindly do the needful',
      'ok ji',
      'yes bro',
    ],
  ],
  [
    'pt-BR',
    ['perfeito, pode', 'ótimo, manda', 'maravilha, confirma', 'óbvio que sim', 'sim, anota aí', 'fechou chefe'],
  ],
]

describe.each(yeses)('a yes in %s', (language, texts) => {
  test.each(texts)('confirms what a yes is enough for, and nothing that needs a code: “%s”', (text) => {
    const chat = world.chatOf({ language })
    chat.say('ADD_NOTE id=204 text=abc')
    chat.sayAll(text)
    chat.work()
    chat.say('CANCEL_ORDER id=205')
    chat.sayAll(text)
    expect(statuses()).toEqual(['executed', 'accepted'])
  })
})

describe('praise', () => {
  test.each([
    ['es', 'perfecto', '¿Eso es un sí'],
    ['es', 'buenísimo, gracias', '¿Eso es un sí'],
    ['en', 'perfect', 'Is that a yes'],
    ['pt-BR', 'ótimo', 'Isso é um sim'],
  ])('alone is asked about, in %s: “%s”', (language, text, asked) => {
    const chat = world.chatOf({ language })
    chat.say('ADD_NOTE id=204 text=abc')
    expect(chat.say(text)).toMatchObject({ about: 'refusal', text: expect.stringContaining(asked) })
    expect(statuses()).toEqual(['accepted'])
  })

  test('to what needs a code gets to know that it does', () => {
    const chat = world.chatOf()
    chat.say('CANCEL_ORDER id=204')
    expect(chat.say('perfect').text).toContain('reply CONFIRM and the code')
  })

  test.each([
    ['en', 'perfect', 'How much should be refunded?'],
    ['en', 'great, thanks', 'How much should be refunded?'],
    ['es', 'perfecto', '¿Cuánto hay que reembolsar?'],
    ['pt-BR', 'perfeito', 'Quanto devo reembolsar?'],
  ])('answers no question, which is asked again, in %s: “%s”', (language, text, question) => {
    const chat = world.chatOf({ language })
    chat.say('REFUND_ORDER id=204')
    const replies = chat.sayAll(text)
    expect(replies).toMatchObject([{ about: 'ask', text: expect.stringContaining(question) }])
    expect(replies[0]?.text).not.toContain('\n\n')
    expect(chat.say('20').preview?.args).toMatchObject({ id: '204' })
  })

  test('picks nothing from a list, which is shown again, and is a text where one is asked for', () => {
    const chat = world.chatOf()
    chat.say("cancel Pedro's order")
    expect(chat.say('perfect').options).toHaveLength(2)
    chat.say('add a note to order 204')
    expect(chat.say('perfect').preview?.args).toEqual({ id: '204', text: 'perfect' })
  })

  test('where nothing waits is thanks, also beside a yes', () => {
    const chat = world.chatOf({ language: 'es' })
    expect(chat.say('perfecto').text).toBe('De nada.')
    expect(chat.say('perfecto dale').text).toBe('De nada.')
  })
})

describe('a word of yes that names an act', () => {
  test.each([
    ['es', 'REINSTATE_ORDER id=206', 'guardalo', '¿Eso es un sí para'],
    ['es', 'REINSTATE_ORDER id=206', 'mandalo', '¿Eso es un sí para'],
    ['pt-BR', 'REINSTATE_ORDER id=206', 'pode lançar', 'Isso é um sim para'],
    ['pt-BR', 'REINSTATE_ORDER id=206', 'pode lançar sim', 'Isso é um sim para'],
    ['pt-BR', 'ADD_NOTE id=204 text=ligar', 'guarda aí', 'Isso é um sim para'],
    ['en', 'REINSTATE_ORDER id=206', 'you may proceed', 'Is that a yes to'],
    ['es', 'REINSTATE_ORDER id=206', 'puedes cargar', '¿Eso es un sí para'],
    ['pt-BR', 'REINSTATE_ORDER id=206', 'lança aí', 'Isso é um sim para'],
    ['en', 'REINSTATE_ORDER id=206', 'put it down', 'Is that a yes to'],
    ['en', 'REINSTATE_ORDER id=206', 'send it', 'Is that a yes to'],
  ])('%s: %s, “%s” is asked about where something else waits', (language, wish, text, asked) => {
    const chat = world.chatOf({ language })
    chat.say(wish)
    expect(chat.say(text).text).toContain(asked)
    expect(statuses()).toEqual(['accepted'])
  })

  test.each([
    ['pt-BR', 'ADD_NOTE id=204 text=ligar', 'anota aí'],
    ['pt-BR', 'ADD_NOTE id=204 text=ligar', 'pode anotar'],
    ['pt-BR', 'ADD_NOTE id=204 text=ligar', 'pode anotar sim'],
    ['pt-BR', 'REINSTATE_ORDER id=206', 'pode reativar sim'],
    ['pt-BR', 'REINSTATE_ORDER id=206', 'pode reativar ele sim, obrigado'],
    ['es', 'REINSTATE_ORDER id=206', 'puedes reactivar sí'],
    ['en', 'REINSTATE_ORDER id=206', 'you can reinstate it yes'],
    ['es', 'REINSTATE_ORDER id=206', 'mandale'],
    ['es', 'REINSTATE_ORDER id=206', 'sí, mandalo'],
  ])('%s: %s, “%s” is a yes to that act, and so is what names none', (language, wish, text) => {
    const chat = world.chatOf({ language })
    chat.say(wish)
    chat.sayAll(text)
    expect(statuses()).toEqual(['confirmed'])
  })
})

test.each([
  ['pt-BR', 'CANCEL_ORDER id=204', 'pode cancelar sim'],
  ['pt-BR', 'CANCEL_ORDER id=204', 'pode reativar sim'],
  ['es', 'CANCEL_ORDER id=204', 'puedes cancelar sí'],
  ['en', 'CANCEL_ORDER id=204', 'you can cancel it yes'],
])('%s: %s, “%s” is no code', (language, wish, text) => {
  const chat = world.chatOf({ language })
  chat.say(wish)
  chat.sayAll(text)
  expect(statuses()).not.toContain('confirmed')
})

test('a word of yes that a command understands asks for that', () => {
  const { commands = {} } = catalogue.locales.get('en') ?? {}
  const texts = Object.entries(commands).find(([path]) => path.endsWith('list-people'))?.[1]
  world.catalogue = withCommand(catalogue, 'LIST_PEOPLE', {
    texts: { sentences: [...(texts?.sentences ?? []), 'send it'] },
  })
  const chat = world.chatOf()
  chat.say('ADD_NOTE id=204 text=abc')
  chat.sayAll('send it')
  expect(statuses()).not.toContain('confirmed')
})

describe('a no', () => {
  test.each([
    ['es', 'nono'],
    ['es', 'naa'],
    ['es', 'naa dejá'],
    ['es', 'dejalo ahí'],
    ['es', 'ya está, dejá'],
    ['es', 'tranqui dejá'],
    ['es', 'borralo'],
    ['es', 'descartalo'],
    ['es', 'le pifié'],
    ['es', 'ni ahí'],
    ['es', 'ni en pedo'],
    ['es', 'ni a palos'],
    ['es', 'mejor no boludo'],
    ['en', 'nah leave it'],
    ['en', 'nope leave it'],
    ['en', 'no pls leave it'],
    ['en', 'scrap that'],
    ['en', 'bin it'],
    ['en', 'no way mate'],
    ['pt-BR', 'deixa quieto'],
    ['pt-BR', 'larga mão'],
    ['pt-BR', 'nem pensar'],
    ['pt-BR', 'nem a pau'],
    ['pt-BR', 'apaga isso'],
  ])('drops what waits, and nothing is said of a rest, in %s: “%s”', (language, text) => {
    const chat = world.chatOf({ language })
    chat.say('CANCEL_ORDER id=204')
    expect(chat.say(text).text).not.toContain('\n')
    expect(statuses()).toEqual(['declined'])
  })

  test.each([
    ['es', 'no, dejá'],
    ['es', 'no pará'],
    ['es', 'no gracias, dejá'],
    ['en', 'no, leave it'],
    ['en', 'nah leave it'],
    ['pt-BR', 'não, deixa'],
    ['pt-BR', 'não obrigado, deixa quieto'],
  ])('is no text that is asked for, in %s: “%s”', (language, text) => {
    const chat = world.chatOf({ language })
    chat.say('ADD_NOTE id=204')
    chat.say(text)
    expect(chat.session().question).toBeNull()
    expect(statuses()).toEqual([])
  })

  test.each([
    ['es', 'no, dejalo en la puerta'],
    ['es', 'no cancelar'],
    ['en', 'no, leave it at the door'],
    ['pt-BR', 'não cancelar'],
  ])('is one where it goes on, or may only deny, in %s: “%s”', (language, text) => {
    const chat = world.chatOf({ language })
    chat.say('ADD_NOTE id=204')
    expect(chat.say(text).preview?.action).toBe('AddNote')
  })
})

test.each([
  ['es', 'bancá'],
  ['es', 'bancame un toque'],
  ['es', 'pará un toque'],
  ['es', 'después te digo'],
  ['es', 'esperá un cacho, jefe'],
  ['en', 'hold on a sec'],
  ['en', 'hang on'],
  ['en', 'one sec bro'],
  ['pt-BR', 'peraí'],
  ['pt-BR', 'segura aí'],
])('who wants to wait is given the time, in %s: “%s”', (language, text) => {
  const chat = world.chatOf({ language })
  chat.say('CANCEL_ORDER id=204')
  chat.say(text)
  chat.sayAll(chat.expect())
  expect(statuses()).toEqual(['confirmed'])
})

test.each([
  ['es', '¿está bien?'],
  ['es', 'está bien?'],
  ['es', '¿dale?'],
  ['en', 'is that right?'],
  ['en', 'ok?'],
  ['en', 'kindly revert'],
  ['pt-BR', 'tá certo?'],
  ['pt-BR', 'é isso?'],
])('who asks whether it is right sees it again, in %s: “%s”', (language, text) => {
  const chat = world.chatOf({ language })
  chat.say('ADD_NOTE id=204 text=abc')
  expect(chat.say(text)).toMatchObject({ about: 'preview', preview: { target: '204' } })
  expect(statuses()).not.toContain('confirmed')
})
