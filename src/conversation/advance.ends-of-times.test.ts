/** A word within a time stands in sentences as well: “de” of “las 9 de la noche”. What is behind it belongs to the time. */
import { expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import { withReminders } from '../testing/catalogues/reminders-catalogue.ts'
import { withVisits } from '../testing/catalogues/visits-catalogue.ts'
import { createConversationWorld } from '../testing/conversation/conversation-harness.ts'

const shipped = await loadShippedCatalogue()
const reminders = createConversationWorld({ catalogue: withReminders(shipped) })
const visits = createConversationWorld({ catalogue: withVisits(shipped) })

/** On Sunday, 1 March 2026, at 11. */
const speaker = (language: string) => ({ language, timeZone: 'America/Sao_Paulo' })

test.each([
  ['es', 'recuérdame mañana a las 9 de la noche llamar a Ramón', 'llamar a Ramón', '2026-03-02T21:00'],
  ['es', 'recuérdame mañana a las 9 de la noche que llame a Ramón', 'llame a Ramón', '2026-03-02T21:00'],
  ['es', 'recuérdame mañana a las 9 de llamar a Ramón', 'llamar a Ramón', '2026-03-02T09:00'],
  ['es', 'recuérdame mañana a las 9 llamar a Ramón', 'llamar a Ramón', '2026-03-02T09:00'],
  ['pt-BR', 'me lembra amanhã às 9 da noite ligar pro João', 'ligar pro João', '2026-03-02T21:00'],
  ['pt-BR', 'me lembra amanhã às 9 de ligar pro João', 'ligar pro João', '2026-03-02T09:00'],
  ['en', 'remind me tomorrow at 9 in the evening to call João', 'call João', '2026-03-02T21:00'],
] as const)('%s: “%s”', (language, text, words, when) => {
  const { preview } = reminders.chatOf(speaker(language)).say(text)
  expect(preview?.args).toEqual({ words, when: `${when}:00-03:00` })
})

test.each([
  ['es', 'planea una visita', 'el sábado a las 8 de la noche'],
  ['pt-BR', 'marca uma visita', 'no sábado às 8 da noite'],
] as const)('%s: asked whom it is to, “%s” – “%s” says when', (language, wish, text) => {
  const chat = visits.chatOf(speaker(language))
  chat.say(wish)
  chat.say(text)
  expect(chat.say('maria').preview?.args).toEqual({ id: '204', at: '2026-03-07T20:00:00-03:00' })
})
