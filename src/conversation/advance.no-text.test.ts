/** A text is asked for, and only a yes comes, or that nobody knows it: that is no text, unless it stands in quotation marks. */
import { describe, expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import { createConversationWorld } from '../testing/conversation/conversation-harness.ts'

const catalogue = await loadShippedCatalogue()

const languages = [
  ['en', 'note on order 204', 'What should the note say?', 'If the text is just that, put it in quotation marks.'],
  ['pt-BR', 'anota no 204', 'O que a nota deve dizer?', 'Se o texto é só isso, vai entre aspas.'],
  ['es', 'anota en el 204', '¿Qué debe decir la nota?', 'Si el texto es solo eso, va entre comillas.'],
] as const

describe.each(languages)('%s: %s', (language, wish, question, howTo) => {
  const asked = () => {
    const world = createConversationWorld({ catalogue })
    const chat = world.chatOf({ language })
    chat.say(wish)
    return { world, chat }
  }

  test.each(['ok', '👍'])('“%s” is asked about once more, with how it is written as a text', (yes) => {
    const { chat } = asked()
    expect(chat.say(yes)).toMatchObject({ about: 'ask', text: expect.stringContaining(question) })
    expect(chat.replies.at(-1)?.text).toContain(howTo)
    expect(chat.say(`"${yes}"`).preview?.args['text']).toBe(yes)
  })

  test('a yes for ever gives up, and notes nothing', () => {
    const { world, chat } = asked()
    for (let n = 0; n < 4; n++) chat.say('ok')
    expect(chat.session().question).toBeNull()
    expect(world.ledger.commands.size).toBe(0)
  })

  test('another text is taken behind it', () => {
    const { chat } = asked()
    chat.say('ok')
    expect(chat.say('frágil').preview?.args['text']).toBe('frágil')
  })

  test('an edit of the answer to a yes confirms nothing', () => {
    const { world, chat } = asked()
    chat.say('frágil', { id: 'answer' })
    chat.edit('answer', 'edited', { before: 'frágil', now: 'ok' })
    expect([...world.ledger.commands.values()].map(({ status }) => status)).toEqual(['rejected'])
    expect(chat.session().question).not.toBeNull()
  })
})

test.each([
  ['en', 'note on order 204', "I don't know", 'What should the note say?'],
  ['pt-BR', 'anota no 204', 'não sei', 'O que a nota deve dizer?'],
  ['es', 'anota en el 204', 'no sé', '¿Qué debe decir la nota?'],
])('%s: %s: “%s” leaves the question open', (language, wish, unsure, question) => {
  const chat = createConversationWorld({ catalogue }).chatOf({ language })
  chat.say(wish)
  expect(chat.say(unsure)).toMatchObject({ about: 'info', text: expect.stringContaining(question) })
  expect(chat.say(`"${unsure}"`).preview?.args['text']).toBe(unsure)
})
