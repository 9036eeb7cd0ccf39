/** "cancel the order of Pedor Alves": nobody is called so, and who is called nearly so is asked about, never taken. */
import { beforeEach, expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import { createConversationWorld, type ConversationWorld } from '../testing/conversation/conversation-harness.ts'

const catalogue = await loadShippedCatalogue()

let world: ConversationWorld
beforeEach(() => {
  world = createConversationWorld({ catalogue })
})

test.each([
  ['en', 'cancel the order of Joao Lmia', 'Did you mean 205 — João Lima, R$89.90, shipped?', 'yes'],
  ['en', 'cancel the order of Joao Lmia', 'Did you mean 205 — João Lima, R$89.90, shipped?', '1'],
  ['en', "cancel Joao Lmia's order", 'Did you mean 205 — João Lima, R$89.90, shipped?', 'Lima'],
  ['es', 'cancela el pedido de Joao Lmia', '¿Quisiste decir 205 — João Lima, ', 'sí'],
  ['pt-BR', 'cancela o pedido do Joao Lmia', 'Você quis dizer 205 — João Lima, ', 'sim'],
])('the only one is asked about (%s, %s)', (language, wish, question, answer) => {
  const chat = world.chatOf({ language })
  const asked = chat.say(wish)
  expect(asked).toMatchObject({ about: 'choose', options: [{ n: 1 }] })
  expect(asked.text).toContain('Joao Lmia')
  expect(asked.text).toContain(question)
  expect(world.ledger.commands.size).toBe(0)
  expect(chat.say(answer)).toMatchObject({ about: 'preview', preview: { target: '205' } })
})

test('of several the person chooses, and a yes chooses none', () => {
  const ana = world.chatOf()
  expect(ana.say('cancel the order of Pedor Alvez')).toMatchObject({ about: 'choose', options: [{}, {}] })
  expect(ana.say('yes').about).toBe('choose')
  expect(ana.say('208').preview?.target).toBe('208')
})

test('a no drops it, and a look is offered too', () => {
  const ana = world.chatOf()
  ana.say('cancel the order of Joao Lmia')
  expect(ana.say('no').text).toContain('Nothing was done')
  expect(ana.session().question).toBeNull()
  expect(ana.say('status of the order of Joao Lmia').text).toContain('Did you mean 205')
  expect(ana.say('yes').text).toContain('João Lima')
})

test('of what only looks it is over once something else was asked', () => {
  const ana = world.chatOf()
  ana.say('status of the order of Joao Lmia')
  expect(ana.say('status of order 204').text).not.toContain('Did you mean')
  expect(ana.session().question).toBeNull()
})

test('what would change something still waits then, and so does a look where nothing else was answered', () => {
  const ana = world.chatOf()
  ana.say('status of the order of Joao Lmia')
  ana.say('help')
  expect(ana.say('yes').text).toContain('João Lima')
  ana.say('cancel the order of Joao Lmia')
  expect(ana.say('status of order 204').text).toContain('Did you mean 205')
})

test('who is called nothing like it is nobody', () => {
  expect(world.chatOf().say('cancel the order of Xavier Prado').text).toMatch(/^There is no order “Xavier Prado”/u)
})

test('a text that is too long for a name is looked for among none', () => {
  const asked: string[] = []
  const { find } = world.shop
  world.shop = {
    ...world.shop,
    find: (by, value) => {
      asked.push(by)
      return find(by, value)
    },
  }
  const chat = world.chatOf()
  expect(chat.say(`CANCEL_ORDER id="${'Mqxzw '.repeat(9)}"`).about).toBe('ask')
  expect(asked).toEqual(['name', 'alike'])
  for (const [length, expected] of [
    [100, ['name']],
    [9000, []],
  ] as const) {
    asked.length = 0
    const reply = chat.say(`CANCEL_ORDER id="M${'a'.repeat(length)}"`)
    expect([reply.about, reply.text.length < 300]).toEqual(['ask', true])
    expect(asked).toEqual(expected)
  }
})
