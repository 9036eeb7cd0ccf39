/** "Can I talk to a person?" */
import { expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import { createConversationWorld } from '../testing/conversation/conversation-harness.ts'

const catalogue = await loadShippedCatalogue()

const asked = [
  ['en', 'talk to a human', 'Dora looks after me here'],
  ['en', 'Can I speak to someone, please?', 'Dora looks after me here'],
  ['en', 'help from a person', 'Dora looks after me here'],
  ['en', 'I need a human', 'Dora looks after me here'],
  ['es', 'necesito ayuda de una persona', 'De mí se ocupa aquí Dora'],
  ['es', 'ayuda humana, por favor', 'De mí se ocupa aquí Dora'],
  ['pt-BR', 'ajuda de uma pessoa', 'Quem cuida de mim aqui e pode ajudar é Dora'],
  ['pt-BR', 'preciso da ajuda de alguém', 'Quem cuida de mim aqui e pode ajudar é Dora'],
  ['es', 'hablar con una persona', 'De mí se ocupa aquí Dora'],
  ['es', '¿puedo hablar con alguien?', 'De mí se ocupa aquí Dora'],
  ['pt-BR', 'quero falar com alguém', 'Quem cuida de mim aqui e pode ajudar é Dora'],
  ['pt-BR', 'oi, dá pra falar com uma pessoa?', 'Quem cuida de mim aqui e pode ajudar é Dora'],
] as const

test.each(asked)(
  '%s: “%s” names whoever looks after Sayso, to whoever is known, and no number',
  (language, words, told) => {
    const world = createConversationWorld({ catalogue })
    world.chatOf({ name: 'Dora', roles: ['owner'] })
    world.chatOf({ name: 'Otto', roles: ['operator'] })
    const { about, text } = world.chatOf({ name: 'Vera', roles: ['viewer'], language }).say(words)
    expect({ about, text }).toEqual({ about: 'info', text: expect.stringContaining(told) })
    expect(text).not.toMatch(/Otto|Vera|\+55/u)
  },
)

test.each([
  ['en', 'Dora, Dina', 'nobody but you', 'nobody looks after me'],
  ['es', 'Dora, Dina', 'nadie más que tú', 'nadie se ocupa de mí'],
  ['pt-BR', 'Dora, Dina', 'ninguém além de você', 'ninguém cuida de mim'],
])('%s: names all of them, but whoever asks', (language, names, yourself, nobody) => {
  const words = { en: 'talk to a person', es: 'hablar con alguien', 'pt-BR': 'falar com alguém' }[language] ?? ''
  const world = createConversationWorld({ catalogue })
  expect(world.chatOf({ name: 'Vera', roles: ['viewer'], language }).say(words).text).toContain(nobody)
  const dora = world.chatOf({ name: 'Dora', language })
  expect(dora.say(words).text).toContain(yourself)
  world.chatOf({ name: 'Dina' })
  expect(dora.say(words).text).toMatch(/Dina/u)
  expect(dora.say(words).text).not.toMatch(/Dora/u)
  expect(world.chatOf({ name: 'Vera', roles: ['viewer'], language }).say(words).text).toContain(names)
})

test('leaves what is open as it is, and says so', () => {
  const world = createConversationWorld({ catalogue })
  world.chatOf({ name: 'Dora' })
  const ana = world.chatOf()
  ana.say('cancel order 204')
  const open = ana.session()
  expect(ana.say('talk to a human').text).toMatch(/Dora looks after me.*Still waiting for you: Cancel order 204/su)
  expect(ana.session()).toEqual({ ...open, pending: { ...open.pending, asideSince: true } })
})
