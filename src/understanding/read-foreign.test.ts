import { beforeAll, describe, expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import { testTime, understandingOf } from '../testing/conversation/understanding-fixture.ts'
import type { Understanding } from './create-understanding.ts'
import type { Expectation } from './expectation.ts'

let understanding: Understanding

beforeAll(async () => {
  understanding = understandingOf(await loadShippedCatalogue())
})

const yesAwaited: Expectation = { kind: 'confirmation', method: 'yes', phrase: null }
const read = (language: string, text: string, awaited: Expectation = { kind: 'nothing' }) =>
  understanding.read(text, awaited, language, testTime)

describe('what the own language makes nothing of is read in the others', () => {
  test.each([
    ['pt-BR', 'cancel order 204', 'CANCEL_ORDER', { id: '204' }],
    ['en', 'cancela o pedido 204', 'CANCEL_ORDER', { id: '204' }],
    ['es', 'estorna 10,50 reais do pedido 205', 'REFUND_ORDER', { id: '205', amount: '10.50 BRL' }],
    ['en', 'fala português', 'LANGUAGE', { code: 'pt-BR' }],
    ['es', 'cancel order 204', 'CANCEL_ORDER', { id: '204' }],
  ])('%s: %s', (language, text, command, args) => {
    expect(read(language, text)).toMatchObject({ kind: 'wishes', wishes: [{ command, args }] })
  })

  test.each([
    ['pt-BR', 'hello', 'greeting'],
    ['pt-BR', 'oii', 'greeting'],
    ['en', 'obrigado', 'thanks'],
    ['es', 'undo', 'undo'],
    ['en', 'ajuda', 'help'],
    ['pt-BR', "don't cancel order 204", 'negated'],
  ])('%s: %s is %s', (language, text, kind) => {
    expect(read(language, text).kind).toBe(kind)
  })

  test('an answer too, but not a letter', () => {
    expect(read('en', 'sim', yesAwaited)).toEqual({ kind: 'yes' })
    expect(read('es', 'y', yesAwaited)).toEqual({ kind: 'unknown' })
  })
})

const orderAwaited: Expectation = { kind: 'value', type: 'id' }
const sumAwaited: Expectation = { kind: 'value', type: 'money', currency: 'BRL', shares: true }
const oneOfTwo: Expectation = { kind: 'choice', count: 2 }

describe('so is an answer that the own language takes for a name', () => {
  test.each([
    ['pt-BR', 'the one of Maria', orderAwaited, { kind: 'value', text: 'Maria' }],
    ['en', 'é o da Maria', orderAwaited, { kind: 'value', text: 'Maria' }],
    ['en', 'o 204', orderAwaited, { kind: 'value', text: '204' }],
    ['es', 'never mind', orderAwaited, { kind: 'drop' }],
    ['en', 'deixa pra lá', orderAwaited, { kind: 'drop' }],
    ['en', 'cancela o pedido 205', orderAwaited, { kind: 'wishes', wishes: [{ args: { id: '205' } }] }],
    ['es', 'show me the paid orders', orderAwaited, { kind: 'wishes', wishes: [{ command: 'LIST_ORDERS' }] }],
    ['pt-BR', 'twenty reais', sumAwaited, { kind: 'value', text: '20.00 BRL' }],
    ['en', 'vinte reais', sumAwaited, { kind: 'value', text: '20.00 BRL' }],
    ['en', 'tudo', sumAwaited, { kind: 'value', said: 'tudo' }],
    ['pt-BR', 'the first one', oneOfTwo, { kind: 'pick', n: 1 }],
    ['en', 'é o 207 mesmo', oneOfTwo, { kind: 'pick', n: 207 }],
  ] as const)('%s: %s', (language, text, awaited, reading) => {
    expect(read(language, text, awaited)).toMatchObject(reading)
  })

  test.each([
    ['one word, which may be a name', 'en', 'Vinte', orderAwaited],
    ['two, which ask for nothing in particular', 'en', 'Otra Persona', orderAwaited],
    ['what has only words of the own language', 'en', 'Maria Souza', orderAwaited],
    ['text, which is kept as it is', 'en', 'deixa pra lá', { kind: 'value', type: 'text' }],
  ] as const)('but not %s', (_what, language, text, awaited) => {
    expect(read(language, text, awaited)).toEqual({ kind: 'value', text })
  })
})

describe('it is not', () => {
  test('when all its words are of the own language, which wants more for it', () => {
    expect(read('en', 'remove Maria')).toMatchObject({ wishes: [{ command: 'REMOVE_PERSON' }] })
    expect(read('pt-BR', 'remove Maria').kind).toBe('unknown')
    expect(read('pt-BR', 'remove o pedido 204').kind).toBe('unknown')
  })

  test('when it is mistyped: between languages a typo is a word', () => {
    expect(read('en', 'cancelaa o pedidoo 204')).toEqual({ kind: 'unknown' })
  })

  test('where it is exactly a wish in another, its own typos are not looked for', () => {
    expect(read('es', 'cancel order 204')).toEqual({
      kind: 'wishes',
      wishes: [{ command: 'CANCEL_ORDER', args: { id: '204' }, source: 'sentence' }],
    })
    expect(read('es', 'cancela el pedio 204')).toMatchObject({ wishes: [{ corrected: [{ to: 'pedido' }] }] })
  })

  test('in that language alone', () => {
    expect(understanding.readIn('cancel order 204', { kind: 'nothing' }, 'pt-BR', testTime)).toEqual({
      kind: 'unknown',
    })
  })
})
