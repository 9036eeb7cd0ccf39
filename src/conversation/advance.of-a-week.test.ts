import { describe, expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import { withVisits } from '../testing/catalogues/visits-catalogue.ts'
import { createConversationWorld } from '../testing/conversation/conversation-harness.ts'

const catalogue = withVisits(await loadShippedCatalogue())
// A Wednesday.
const start = new Date('2026-03-04T15:00:00Z')

describe('a weekday in place of a day may be that of its week', () => {
  test.each([
    ['en', 'plan a visit to beatriz in two weeks', 'monday at 11:00'],
    ['es', 'planea una visita a beatriz en dos semanas', 'el lunes a las 11:00'],
    ['pt-BR', 'marca uma visita a beatriz daqui a duas semanas', 'segunda às 11:00'],
  ])('%s: “%s”, “%s” is asked about', (language, wish, monday) => {
    const chat = createConversationWorld({ catalogue, start }).chatOf({ language })
    chat.say(wish)
    const { about, text } = chat.say(monday)
    expect(about).toBe('choose')
    // The one that comes, and that of the week in two weeks.
    expect(text).toMatch(/1\. .*\b9\b[^]*2\. .*\b16\b/u)
    expect(chat.say('2')).toMatchObject({ about: 'preview', text: expect.stringMatching(/\b16\b/u) })
  })

  test.each(['el jueves a las 11:00', 'el lunes a las 11:00'])(
    '“%s” of a Friday is one alone, or has passed',
    (said) => {
      const chat = createConversationWorld({ catalogue, start }).chatOf({ language: 'es' })
      chat.say('planea una visita a beatriz el viernes')
      expect(chat.say(said).about).toBe('preview')
    },
  )
})
