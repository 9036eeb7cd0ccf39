import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { repairHomophones } from './repair-homophones.ts'
import { soundAlikes } from './sound-alikes.ts'

describe('repairHomophones()', () => {
  test.each([
    ['en', 'Cancel order to zero for.', 'Cancel order 204.'],
    ['en', 'cancel order 20 for', 'cancel order 204'],
    ['en', 'What is the status of order won zero five?', 'What is the status of order 105?'],
    ['en', 'refund order number too oh six', 'refund order number 206'],
    ['en', 'cancel order to', 'cancel order 2'],
    ['en', 'cancel order two zero for, and refund order 205', 'cancel order 204, and refund order 205'],
    ['pt-BR', 'cancelar pedido doi zero quatro', 'cancelar pedido 204'],
    ['pt-BR', 'cancela o pedido dois zero meia', 'cancela o pedido 206'],
    ['es', 'cancelar pedido dos sero cuatro', 'cancelar pedido 204'],
  ])('%s: %s', (language, heard, meant) => {
    expect(repairHomophones(heard, language)).toBe(meant)
  })

  test.each([
    ['en', 'cancel order 204'],
    ['en', 'cancel order two zero four'],
    ['en', 'add a note to order 204 for Maria'],
    ['en', 'change the price of order 204 to 50'],
    ['en', 'send order to Maria'],
    ['en', 'order for two people'],
    ['en', 'set a reminder to call'],
    ['en', 'order constructor'],
    ['en', 'order to constructor'],
    ['pt-BR', 'cancelar pedido 204'],
    ['pt-BR', 'meia hora'],
    ['es', 'pedido nuevo para María'],
    ['fr', 'commande de zéro'],
  ])('leaves alone what was said, %s: %s', (language, heard) => {
    expect(repairHomophones(heard, language)).toBeNull()
  })

  test('reads a row at the beginning only where a number was asked for', () => {
    expect(repairHomophones('to zero for', 'en', { awaitsNumber: true })).toBe('204')
    expect(repairHomophones('to zero for', 'en')).toBeNull()
    expect(repairHomophones('for Maria', 'en', { awaitsNumber: true })).toBeNull()
  })

  test('never changes a digit that was heard, whatever else was', () => {
    const word = fc.constantFrom('order', 'to', 'for', '204', 'two', 'zero', 'cancel', 'and', 'won', '5', 'Maria,')
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), (words) => {
        const repaired = repairHomophones(words.join(' '), 'en') ?? words.join(' ')
        const heard = words.join(' ').replaceAll(/\D/gu, '')
        let at = 0
        for (const digit of repaired.replaceAll(/\D/gu, '')) if (digit === heard[at]) at += 1
        expect(at).toBe(heard.length)
      }),
    )
  })
})

describe('soundAlikes()', () => {
  test.each([
    ['en', '115', '150'],
    ['en', '240', '214'],
    ['en', '204', '704'],
    ['pt-BR', '260', '270'],
    ['pt-BR', '206', '203'],
    ['es', '168', '178'],
  ])('%s: %s may have been %s', (language, id, other) => {
    expect(soundAlikes(id, language)).toContain(other)
  })

  test('are numbers of the same length, a few, and never the number itself', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999 }), fc.constantFrom('en', 'pt-BR', 'es', 'fr'), (id, language) => {
        const alike = soundAlikes(String(id), language)
        expect(alike).not.toContain(String(id))
        expect(alike.length).toBeLessThanOrEqual(8)
        expect(new Set(alike).size).toBe(alike.length)
        for (const each of alike) expect(each).toMatch(new RegExp(`^[1-9]\\d{${String(id).length - 1}}$`, 'u'))
      }),
    )
  })

  test('are none of what is no number', () => {
    expect([soundAlikes('Maria', 'en'), soundAlikes('', 'en'), soundAlikes('12345678901', 'en')]).toEqual([[], [], []])
  })
})
