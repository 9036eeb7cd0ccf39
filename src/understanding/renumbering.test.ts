/** Whoever has a new number hears who can change it, whatever else the words could mean. */
import { expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import { createReader } from '../testing/conversation/understanding-fixture.ts'

const read = createReader(await loadShippedCatalogue())

test.each([
  [
    'en',
    [
      'I changed my number',
      'hi, I have a new number',
      'change my number',
      'update my number',
      'my new number is +55 11 99000-0001',
    ],
  ],
  ['pt-BR', ['troquei de número', 'Mudei de número!', 'meu número mudou', 'meu novo número é 11 99000-0001']],
  ['es', ['cambié de número', 'tengo un número nuevo', 'mi número cambió', 'mi nuevo número es +52 55 1234 5678']],
])('what tells in %s that one has a new number', (language, texts) => {
  for (const text of texts)
    for (const expectation of [{ kind: 'nothing' }, { kind: 'choice', count: 2 }] as const)
      expect([text, read(text, expectation, language)]).toEqual([text, { kind: 'renumbering' }])
})

test.each([
  [
    'en',
    [
      'I changed my number, please update it',
      'I have a new number. Can you update it for me?',
      'my number changed, could you please change it',
      'my new number is +55 11 99000-0001, please update',
      'hi, I changed my number to +55 11 99000-0001, update it please, thanks',
      "I've got a new phone number, please save it",
      'please update my number, I changed my number',
    ],
  ],
  [
    'pt-BR',
    [
      'troquei de número, atualiza por favor',
      'mudei de número, pode atualizar?',
      'meu número mudou, atualiza aí pra mim',
      'meu novo número é 11 99000-0001, por favor atualize',
      'troquei de número, por favor atualiza o cadastro',
      'tenho um número novo, salva aí',
    ],
  ],
  [
    'es',
    [
      'cambié de número, por favor actualízalo',
      'cambie de numero, actualizalo por favor',
      'mi número cambió, ¿puedes actualizarlo?',
      'mi nuevo número es +52 55 1234 5678, actualícelo por favor',
      'tengo un número nuevo, guárdalo',
      'cambié de número, me lo actualizas?',
    ],
  ],
])('what asks in %s that the new one be kept says no more than that', (language, texts) => {
  for (const text of texts)
    for (const expectation of [{ kind: 'nothing' }, { kind: 'choice', count: 2 }] as const)
      expect([text, read(text, expectation, language)]).toEqual([text, { kind: 'renumbering' }])
})

test.each([
  ['en', 'please update it'],
  ['en', 'I changed my number, please cancel order 204'],
  ['en', 'Carla has a new number, please update it'],
  ['pt-BR', 'atualiza por favor'],
  ['es', 'actualízalo por favor'],
])('what tells in %s of no new number of one’s own is not that: “%s”', (language, text) => {
  expect(read(text, { kind: 'nothing' }, language).kind).not.toBe('renumbering')
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
