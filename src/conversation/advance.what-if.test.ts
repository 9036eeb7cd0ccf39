/** "What happens if I confirm?" decides nothing: it asks for what the preview says. */
import { describe, expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import { createConversationWorld } from '../testing/conversation/conversation-harness.ts'

const catalogue = await loadShippedCatalogue()
const chatIn = (language: string) => createConversationWorld({ catalogue }).chatOf({ language })

const questions = {
  en: [
    'what happens if I confirm?',
    'what happens if I confirm it?',
    'What will happen if I say yes?',
    'so what happens if I say no',
    'what happens when I confirm?',
    'what if I confirm?',
    "what happens if I don't confirm?",
    'and if I do nothing?',
    "what's going to happen?",
    'what will happen?',
    'what happens next?',
    'how long do I have if I do nothing?',
  ],
  'pt-BR': [
    'o que acontece se eu confirmar?',
    'o q acontece se eu confirmar',
    'oq vai acontecer se eu disser sim?',
    'que acontece quando eu confirmar?',
    'e se eu confirmar?',
    'e o que acontece se eu não confirmar?',
    'e se eu não fizer nada?',
    'o que vai acontecer?',
    'o que você vai fazer?',
    'o que acontece depois?',
  ],
  es: [
    '¿qué pasa si confirmo?',
    'que pasa si confirmo',
    '¿qué va a pasar si digo que sí?',
    '¿qué pasaría si lo confirmo?',
    '¿y si confirmo?',
    '¿qué pasa si no confirmo?',
    '¿y si no hago nada?',
    '¿qué sucede cuando confirmo?',
    '¿qué va a pasar?',
    '¿qué vas a hacer?',
    '¿qué pasa después?',
  ],
}
const asked = Object.entries(questions).flatMap(([language, texts]) => texts.map((text) => [language, text] as const))

describe.each(asked)('in %s: “%s”', (language, text) => {
  test('shows once more what waits, with a code of its own', () => {
    const ana = chatIn(language)
    const { confirm } = ana.say('CANCEL_ORDER id=205')
    const again = ana.say(text)
    expect(again).toMatchObject({ about: 'preview', preview: { target: '205' } })
    expect(again.confirm?.expect).not.toBe(confirm?.expect)
    expect(ana.pending().status).toBe('accepted')
  })

  test('confirms nothing that a yes would', () => {
    const ana = chatIn(language)
    ana.say('ADD_NOTE id=205 text=x')
    expect(ana.say(text)).toMatchObject({ about: 'preview', preview: { target: '205' } })
    expect(ana.session().awaited).toBeNull()
  })

  test('asks once more for what is asked', () => {
    const ana = chatIn(language)
    const { text: question } = ana.say('CANCEL_ORDER')
    expect(ana.say(text)).toMatchObject({ about: 'ask', text: expect.stringContaining(question) })
  })

  test('does nothing where nothing waits', () => {
    const ana = chatIn(language)
    const { about } = ana.say(text)
    expect([about, ana.session().pending, ana.session().question]).toEqual(['help', null, null])
  })
})

test.each([
  ['en', 'what happens if I confirm CANCEL 206?'],
  ['pt-BR', 'o que acontece se eu confirmar o 206?'],
  ['es', '¿qué pasa si confirmo el 206?'],
])('what asks for more is not that question, and confirms nothing either: in %s: “%s”', (language, text) => {
  const ana = chatIn(language)
  ana.say('ADD_NOTE id=205 text=x')
  ana.say(text)
  expect(ana.session().awaited).toBeNull()
})
