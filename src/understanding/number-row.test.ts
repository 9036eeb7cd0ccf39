import { describe, expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import { createReader } from '../testing/conversation/understanding-fixture.ts'
import type { Reading } from './reading.ts'

const read = createReader(await loadShippedCatalogue())

function readIn(language: string, text: string): Reading {
  return read(text, { kind: 'nothing' }, language)
}

function wishesIn(language: string, text: string) {
  const reading = readIn(language, text)
  return reading.kind === 'wishes' ? reading.wishes.map(({ command, args }) => `${command} ${args['id']}`) : reading
}

describe('numbers that only blanks part', () => {
  test.each([
    ['en', 'cancel 204 205 and 207'],
    ['en', 'cancel orders 204 205 207'],
    ['en', 'cancel orders #204 #205 #207'],
    ['en', 'cancel 204, 205 207'],
    ['en', 'please cancel the orders 204 205 and order 207'],
    ['pt-BR', 'cancela os pedidos 204 205 e 207'],
    ['pt-BR', 'cancela 204 205 207'],
    ['es', 'cancela los pedidos 204 205 y 207'],
    ['es', 'cancela 204 205 207'],
  ])('%s: “%s” are as many wishes', (language, text) => {
    expect(wishesIn(language, text)).toEqual(['CANCEL_ORDER 204', 'CANCEL_ORDER 205', 'CANCEL_ORDER 207'])
  })

  test('may be short, where an "and" says that they are several', () => {
    expect(wishesIn('en', 'cancel orders 12 14 and 9')).toEqual([
      'CANCEL_ORDER 12',
      'CANCEL_ORDER 14',
      'CANCEL_ORDER 9',
    ])
    expect(wishesIn('en', 'cancel orders 998 999 and 1000')).toHaveLength(3)
  })

  test('are denied as one', () => {
    expect(readIn('en', "don't cancel 204 205 and 207")).toMatchObject({
      kind: 'negated',
      wish: { args: { id: '204' } },
      others: [{ args: { id: '205' } }, { args: { id: '207' } }],
    })
  })

  test('are too many where a list of them would be', () => {
    expect(readIn('en', 'cancel orders 201 202 203 204 205 206')).toEqual({ kind: 'too-many', most: 5 })
  })

  test.each([
    ['en', 'order 20 4'],
    ['en', 'cancel order 20 4'],
    ['en', 'cancel 1 000 000'],
    ['en', 'cancel 1 204 and 205'],
    ['en', 'cancel 204 000 and 205'],
    ['en', 'cancel order 12 345'],
    ['en', 'cancel 555 123 4567'],
    ['en', 'cancel +55 119 888'],
    ['pt-BR', 'cancela 11 98888 7777'],
    ['es', 'cancela el 20 4'],
    ['en', 'refund 204 205 and 207'],
    ['pt-BR', 'reembolsa 204 205 e 207'],
    ['es', 'reembolsa 204 205 y 207'],
  ])('%s: “%s” may be one number, and asks for nothing', (language, text) => {
    expect(readIn(language, text).kind).toBe('unknown')
  })

  test.each([
    ['en', 'refund 204 50'],
    ['en', 'refund 204 500'],
    ['pt-BR', 'reembolsa 204 500'],
    ['es', 'reembolsa 204 500'],
  ])('%s: “%s” are an order and an amount', (language, text) => {
    expect(readIn(language, text)).toMatchObject({
      kind: 'wishes',
      wishes: [{ command: 'REFUND_ORDER', args: { id: '204' } }],
    })
  })
})
