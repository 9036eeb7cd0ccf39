import { describe, expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import { createConversationWorld } from '../testing/conversation/conversation-harness.ts'

const catalogue = await loadShippedCatalogue()

const several = {
  en: 'cancel 205, 207 and 208',
  es: 'cancela el 205, el 207 y el 208',
  'pt-BR': 'cancela o 205, o 207 e o 208',
}
const listed = { en: "cancel Pedro's order", es: 'cancela el pedido de pedro', 'pt-BR': 'cancela o pedido do pedro' }

function chatIn(language: keyof typeof several) {
  const world = createConversationWorld({ catalogue })
  const chat = world.chatOf({ language })
  const left = () => [
    chat.session().pending?.draft.args['id'],
    ...chat.session().wishes.map(({ wish }) => wish.args['id']),
  ]
  return { world, chat, left }
}

describe('of several that wait to be confirmed', () => {
  test.each([
    ['en', 'all but 207', ['205', '208']],
    ['en', 'all except 207', ['205', '208']],
    ['en', 'everything except for 207', ['205', '208']],
    ['en', 'all but the second', ['205', '208']],
    ['en', 'all of them but the last one', ['205', '207']],
    ['en', 'all but 205', ['207', '208']],
    ['en', 'just the second', ['207']],
    ['en', 'only the first', ['205']],
    ['en', 'the last one only', ['208']],
    ['en', 'no, only the second', ['207']],
    ['es', 'todos menos el 207', ['205', '208']],
    ['es', 'todos excepto el segundo', ['205', '208']],
    ['es', 'solo el segundo', ['207']],
    ['es', 'solo el primero', ['205']],
    ['es', 'no, solo el segundo', ['207']],
    ['pt-BR', 'todos menos o 207', ['205', '208']],
    ['pt-BR', 'tudo menos o segundo', ['205', '208']],
    ['pt-BR', 'só o segundo', ['207']],
    ['pt-BR', 'somente o primeiro', ['205']],
    ['pt-BR', 'não, só o terceiro', ['208']],
  ] as const)('%s: “%s” leaves %j', (language, said, expected) => {
    const { world, chat, left } = chatIn(language)
    chat.say(several[language])
    chat.sayAll(said)
    expect(left()).toEqual(expected)
    const { commands, recordOf } = world.ledger
    expect([...commands.keys()].map((id) => recordOf(id).status)).not.toContain('confirmed')
  })

  test.each([
    ['en', 'all but 210'],
    ['en', 'only the fifth'],
    ['en', 'yes, all but 207'],
    ['pt-BR', 'só o quinto'],
  ] as const)('%s: “%s” changes nothing', (language, said) => {
    const { chat, left } = chatIn(language)
    chat.say(several[language])
    chat.say(said)
    expect(left()).toEqual(['205', '207', '208'])
  })

  test.each([
    ['en', 'not all but 207'],
    ['es', 'no todos menos el 207'],
  ] as const)('%s: what begins with a no and is not understood drops them: “%s”', (language, said) => {
    const { chat, world } = chatIn(language)
    chat.say(several[language])
    chat.say(said)
    expect(chat.session()).toMatchObject({ pending: null, wishes: [] })
    expect([...world.ledger.commands.keys()].map((id) => world.ledger.recordOf(id).status)).toEqual(['rejected'])
  })

  // Whoever keeps the person wants the other one done.
  test.each(['keep the person', 'leave the person', 'keep the order'])('“%s” drops none of them', (said) => {
    const { chat, world } = chatIn('en')
    chat.say('cancel order 204 and remove person +5511990000009')
    chat.say(said)
    expect(chat.session().pending?.draft).toMatchObject({ command: 'CANCEL_ORDER', args: { id: '204' } })
    expect(chat.session().wishes.map(({ wish }) => wish.command)).toEqual(['REMOVE_PERSON'])
    expect([...world.ledger.commands.values()]).toHaveLength(1)
  })

  test('of one that waits alone “only the first” changes nothing', () => {
    const { chat, left } = chatIn('en')
    chat.say('cancel 205')
    expect(chat.say('only the first').text).toContain('I did not understand')
    expect(left()).toEqual(['205'])
  })
})

describe('of a list', () => {
  test.each([
    ['en', 'all but 207', '208'],
    ['en', 'all but the first', '208'],
    ['en', 'not 207', '208'],
    ['en', 'just the second', '208'],
    ['en', 'only the first', '207'],
    ['es', 'todos menos el 207', '208'],
    ['es', 'solo el segundo', '208'],
    ['pt-BR', 'todos menos o 208', '207'],
    ['pt-BR', 'só o segundo', '208'],
  ] as const)('%s: “%s” means %s, which is previewed', (language, said, expected) => {
    const { chat } = chatIn(language)
    expect(chat.say(listed[language]).about).toBe('choose')
    expect(chat.say(said).preview).toMatchObject({ target: expected })
  })

  test('of three, those that are left are asked about', () => {
    const { world, chat } = chatIn('en')
    world.shop.orders.set('209', { customer: 'Pedro Alves', cents: 990, status: 'paid', refundedCents: 0, notes: [] })
    expect(chat.say(listed.en).options).toHaveLength(3)
    const left = chat.say('all but 208')
    expect(left.text).toContain('One after the other, please: which is the first?')
    expect(left.options?.map(({ label }) => label.slice(0, 3))).toEqual(['207', '209'])
    expect(chat.say('2').preview).toMatchObject({ target: '209' })
  })
})
