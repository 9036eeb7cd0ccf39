/** "The one on Monday", said of a list whose things are of a day or a moment: that one is meant, and of several the person chooses. */
import { describe, expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import type { Chat } from '../testing/conversation/conversation-chat.ts'
import { createConversationWorld } from '../testing/conversation/conversation-harness.ts'

const catalogue = await loadShippedCatalogue()
const wishes = { en: "cancel pedro's order", es: 'cancela el pedido de pedro', 'pt-BR': 'cancela o pedido do pedro' }

type Language = keyof typeof wishes

/** By order of Pedro, from a Sunday on: when it is due. */
const due: Readonly<Record<string, string>> = {
  '207': '2026-03-02T09:00:00Z',
  '208': '2026-03-06T16:00:00Z',
  '209': '2026-03-06T10:00:00Z',
  '210': '2026-03-12T08:00:00Z',
}

function listIn(language: Language, more: Readonly<Record<string, string>> = {}): Chat {
  const world = createConversationWorld({ catalogue })
  const { find } = world.shop
  const another = { customer: 'Pedro Alves', cents: 5000, status: 'paid', refundedCents: 0 } as const
  for (const id of ['209', '210']) world.shop.orders.set(id, { ...another, notes: [] })
  Object.assign(world.shop, {
    find: (...asked: Parameters<typeof find>) =>
      find(...asked).map((row) => ({ ...row, ...(due[row.id] !== undefined && { due: due[row.id], ...more }) })),
  })
  const chat = world.chatOf({ language })
  expect(chat.say(wishes[language])).toMatchObject({ about: 'choose', options: [{}, {}, {}, {}] })
  return chat
}

describe('the one of a day or a moment', () => {
  test.each([
    ['en', 'the one on monday', '207'],
    ['en', 'monday', '207'],
    ['en', 'no, monday', '207'],
    ['en', "tomorrow's", '207'],
    ['en', 'the one at 4pm', '208'],
    ['en', 'the 4pm one', '208'],
    ['en', 'the one on friday at 10', '209'],
    ['en', 'friday afternoon', '208'],
    ['en', 'the one on the 12th', '210'],
    ['es', 'el del lunes', '207'],
    ['es', 'el de mañana a las 9', '207'],
    ['es', 'el del viernes a las 10', '209'],
    ['pt-BR', 'o de amanhã 9h', '207'],
    ['pt-BR', 'o da segunda', '207'],
    ['pt-BR', 'o de segunda', '207'],
    ['pt-BR', 'o de sexta à tarde', '208'],
    ['pt-BR', 'o do dia 12', '210'],
  ] as const)('%s: “%s”', (language, said, target) => {
    expect(listIn(language).say(said).preview?.target).toBe(target)
  })

  test.each([
    ['en', 'the friday one'],
    ['es', 'el del viernes'],
    ['pt-BR', 'o da sexta'],
  ] as const)('%s: of “%s” there are two, which are listed', (language, said) => {
    const chat = listIn(language)
    const { options } = chat.say(said)
    expect(options?.map(({ label }) => label.slice(0, 3))).toEqual(['208', '209'])
    expect(chat.say('1').preview?.target).toBe('208')
  })

  test.each([
    ['en', 'the one on saturday'],
    ['es', 'el del sábado'],
    ['pt-BR', 'o do sábado'],
  ] as const)('%s: of “%s” there is none, and the list stays', (language, said) => {
    const chat = listIn(language)
    expect(chat.say(said)).toMatchObject({ about: 'choose', options: [{}, {}, {}, {}] })
  })
})

test.each([
  ['en', 'the second one', '208'],
  ['en', 'one', '207'],
  ['pt-BR', 'a segunda', '208'],
  ['pt-BR', 'a segunda da lista', '208'],
  ['es', 'la segunda', '208'],
] as const)('%s: “%s” is a place of the list', (language, said, target) => {
  expect(listIn(language).say(said).preview?.target).toBe(target)
})

test('of two days that are not shown nobody knows which is meant', () => {
  const chat = listIn('en', { paid: '2026-03-02T09:00:00Z' })
  expect(chat.say('the one on monday').about).not.toBe('preview')
})
