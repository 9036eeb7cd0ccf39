/** What may be a yes to a preview, and as well the contrary or another wish: it is asked about, and does nothing by itself. */
import { describe, expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import { createConversationWorld } from '../testing/conversation/conversation-harness.ts'

const catalogue = await loadShippedCatalogue()
const notes = {
  en: 'add a note to order 204: call first',
  es: 'agrega una nota al pedido 204: llamar antes',
  'pt-BR': 'adiciona uma nota no pedido 204: ligar antes',
}
type Language = keyof typeof notes

/** A note waits for a yes. */
function previewed(language: Language) {
  const chat = createConversationWorld({ catalogue }).chatOf({ language })
  expect(chat.say(notes[language])).toMatchObject({ about: 'preview', confirm: { method: 'yes' } })
  return chat
}

const perhaps = {
  en: [
    'ok already',
    'alright already',
    'yeah right',
    'yeah, yeah',
    'done',
    'change it',
    'ok, change it',
    'great',
    'no problem',
    'No problem!',
    'no wahala, go ahead',
    'no worries, yes',
    'no, yes',
  ],
  es: [
    'sin problema',
    'no pos sí',
    'no manches, sí',
    'no hay problema, dale',
    'venga ya',
    '¡Venga ya!',
    'ya vale',
    'vale ya',
    'ya está bien',
    'ya claro',
    'ya, claro',
    'sí ya',
    'vale, ya vale',
    'perfe',
    'hala',
    'venga hala',
    'hecho',
    'tira',
    'bien',
    'muy bien',
    'estupendo',
    'guay',
    'cámbialo',
    'vale, cámbialo',
    'ponlo',
    'sí, ponlo',
    'guárdalo',
    'vale, guárdalo',
  ],
  'pt-BR': [
    'sem problema',
    'sem problemas, pode sim',
    'não, sim',
    'tá bom já',
    'já tá bom',
    'feito',
    'sei',
    'muda isso',
    'ok, muda isso',
    'bota aí',
    'salva aí',
  ],
} as const satisfies Record<Language, readonly string[]>

describe.each(Object.entries(perhaps).flatMap(([language, texts]) => texts.map((text) => [language, text] as const)))(
  'in %s: “%s”',
  (language, text) => {
    test('is asked about, and a yes to that does it', () => {
      // The keys are the languages.
      const chat = previewed(language as Language)
      expect(chat.say(text)).toMatchObject({ about: 'refusal', text: expect.stringMatching(/\*(?:yes|sí|sim)\*/u) })
      expect(chat.pending().status).toBe('accepted')
      chat.sayAll(chat.expect())
      expect(chat.session()).toMatchObject({ pending: null, awaited: expect.any(String) })
    })
  },
)

describe('a yes', () => {
  test.each([
    ['en', 'okay done'],
    ['en', 'add it'],
    ['es', 'que sí'],
    ['es', 'oki'],
    ['es', 'vale, perfe'],
    ['es', 'me parece bien'],
    ['es', 'hacedlo'],
    ['es', 'hazlo ya'],
    ['es', 'dale ya'],
    ['pt-BR', 'anota aí'],
  ] as const)('in %s: “%s”', (language, text) => {
    const chat = previewed(language)
    chat.sayAll(text)
    expect(chat.session()).toMatchObject({ pending: null, awaited: expect.any(String) })
  })
})

describe('a no', () => {
  test.each([
    ['en', 'I said no'],
    ['en', 'not like this'],
    ['en', 'i made a mistake'],
    ['en', "let's leave it"],
    ['es', 'anda ya'],
    ['es', 'que no'],
    ['es', 'va a ser que no'],
    ['es', 'me he equivocado'],
    ['es', 'así no'],
    ['es', 'quita, quita'],
    ['es', 'déjalo estar'],
    ['es', 'mejor lo dejamos'],
    ['pt-BR', 'já disse que não'],
    ['pt-BR', 'assim não'],
    ['pt-BR', 'eu me confundi'],
    ['pt-BR', 'melhor deixar pra lá'],
  ] as const)('in %s: “%s”', (language, text) => {
    const chat = previewed(language)
    expect(chat.say(text).command).toMatchObject({ status: 'rejected', reason: 'declined' })
  })

  test.each([
    ['en', 'I got it wrong, 205'],
    ['es', 'me he equivocado, 205'],
    ['es', 'me he confundido, es el 205'],
    ['pt-BR', 'me confundi, 205'],
  ] as const)('that puts right what waits, in %s: “%s”', (language, text) => {
    expect(previewed(language).say(text).preview?.target).toBe('205')
  })
})

test.each([
  ['en', 'beats me'],
  ['en', "I don't really know"],
  ['en', 'not a clue'],
  ['es', 'no lo sé'],
  ['es', 'ni lo sé'],
  ['es', 'ni idea'],
  ['es', 'y yo qué sé'],
  ['es', 'aún no lo sé'],
  ['pt-BR', 'sei não'],
  ['pt-BR', 'ainda não sei'],
] as const)('in %s: whoever is asked for a text and says “%s” has not said it', (language, text) => {
  const chat = createConversationWorld({ catalogue }).chatOf({ language })
  chat.say('ADD_NOTE id=204')
  expect(chat.say(text).preview).toBeUndefined()
  expect(chat.session().question).toMatchObject({ parameter: 'text' })
})
