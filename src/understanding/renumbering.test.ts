/** Whoever has a new number hears who can change it, whatever else the words could mean. */
import { expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/conversation-catalogue.ts'
import { createReader } from '../testing/understanding-fixture.ts'

const read = createReader(await loadShippedCatalogue())

test.each([
  ['en', ['I changed my number', 'hi, I have a new number', 'change my number', 'my new number is +55 11 99000-0001']],
  ['pt-BR', ['troquei de número', 'Mudei de número!', 'meu número mudou', 'meu novo número é 11 99000-0001']],
  ['es', ['cambié de número', 'tengo un número nuevo', 'mi número cambió', 'mi nuevo número es +52 55 1234 5678']],
])('what tells in %s that one has a new number', (language, texts) => {
  for (const text of texts)
    for (const expectation of [{ kind: 'nothing' }, { kind: 'choice', count: 2 }] as const)
      expect([text, read(text, expectation, language)]).toEqual([text, { kind: 'renumbering' }])
})

test.each([
  ['en', 'Carla has a new number'],
  ['pt-BR', 'a Carla mudou de número'],
  ['es', 'Carla cambió de número'],
])('what tells in %s that somebody else has one asks for the change: “%s”', (language, text) => {
  expect(read(text, { kind: 'nothing' }, language)).toMatchObject({
    wishes: [{ command: 'CHANGE_NUMBER', args: { phone: 'Carla' } }],
  })
})
