/** "Next week" to the question when, and then "Thursday": the Thursday of that week. */
import { expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import { withDeliveries } from '../testing/catalogues/deliveries-catalogue.ts'
import { withVisits } from '../testing/catalogues/visits-catalogue.ts'
import { createConversationWorld } from '../testing/conversation/conversation-harness.ts'

const shipped = await loadShippedCatalogue()
const catalogue = withVisits(shipped)
// A Monday.
const start = new Date('2026-03-02T12:00:00Z')

function asked(language: string) {
  const chat = createConversationWorld({ catalogue, start }).chatOf({ language })
  expect(chat.say('PLAN_VISIT id=beatriz').about).toBe('ask')
  return chat
}

test.each([
  ['en', 'next week', 'thursday at 10:00'],
  ['es', 'la semana que viene', 'el jueves a las 10:00'],
  ['es', 'la próxima semana', 'jueves a las 10:00'],
  ['pt-BR', 'semana que vem', 'quinta às 10:00'],
  ['pt-BR', 'na semana que vem', 'na quinta às 10:00'],
])('%s: “%s”, “%s” is of that week', (language, week, thursday) => {
  const chat = asked(language)
  expect(chat.say(week).about).toBe('ask')
  expect(chat.say(thursday).preview?.args['at']).toBe('2026-03-12T10:00:00+00:00')
})

test.each([
  ['en', 'next week', 'thursday', 'at 10:00'],
  ['es', 'la semana que viene', 'el jueves', 'a las 10:00'],
  ['pt-BR', 'semana que vem', 'quinta', 'às 10:00'],
])('%s: “%s”, “%s” asks for the hour of that day', (language, week, thursday, hour) => {
  const chat = asked(language)
  chat.say(week)
  expect(chat.say(thursday)).toMatchObject({ about: 'ask', text: expect.stringMatching(/\b12\b/u) })
  expect(chat.say(hour).preview?.args['at']).toBe('2026-03-12T10:00:00+00:00')
})

test('a day that says its own week is no day of the other, and so is one behind what says no week', () => {
  const own = asked('en')
  own.say('next week')
  expect(own.say('tomorrow at 10:00').preview?.args['at']).toBe('2026-03-03T10:00:00+00:00')
  const none = asked('en')
  none.say('when he is back')
  expect(none.say('thursday at 10:00').preview?.args['at']).toBe('2026-03-05T10:00:00+00:00')
})

test('of a day without an hour it is so as well', () => {
  const chat = createConversationWorld({ catalogue: withDeliveries(shipped), start }).chatOf()
  chat.say('MOVE_ORDER id=204')
  expect(chat.say('next week').about).toBe('ask')
  expect(chat.say('thursday').preview?.args['day']).toBe('2026-03-12')
})
