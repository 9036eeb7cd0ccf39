import { describe, expect, test } from 'vitest'
import { numbersIn } from './numbers-in.ts'

describe('numbersIn()', () => {
  test.each([
    ['en', 'Riff on order three, one, five.', ['315']],
    ['en', '500. Riff on order 315.', ['500', '315']],
    ['en', 'cancel order two hundred and four and refund order 205 for ten', ['204', '205', '10']],
    ['pt-BR', 'cancelar pedido dois zero quatro', ['204']],
    ['es', 'pedido doscientos cuatro', ['204']],
    ['en', 'help', []],
  ])('%s: %s', (language, text, numbers) => {
    expect(numbersIn(text, language)).toEqual(numbers)
  })
})
