import { beforeAll, describe, expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/conversation-catalogue.ts'
import { testTime, understandingOf } from '../testing/understanding-fixture.ts'
import type { Understanding } from './create-understanding.ts'
import type { Expectation } from './reading.ts'

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
