import { describe, expect, test } from 'vitest'
import { loadShippedLanguages } from '../../testing/catalogues/shipped-languages.ts'
import { isTimeOnly, mayHoldDay } from './may-hold-day.ts'

const languageOf = await loadShippedLanguages()

describe('mayHoldDay()', () => {
  test.each([
    ['pt-BR', '1203 bl b na quarta que bem', true],
    ['pt-BR', '1203 bl b quata-feira', true],
    ['pt-BR', '1203 bl b amnhaa', true],
    ['pt-BR', '1203 bl b sbado', true],
    ['es', '1203 torre b vierens', true],
    ['es', '1203 torre b para el finde', true],
    ['en', '1203 b on the weekend', true],
    ['en', '1203 b wensday', true],
    ['en', '1203 b tomorro', true],
    ['pt-BR', '1203 bl b', false],
    ['pt-BR', 'salão de festas', false],
    ['pt-BR', 'Maria Souza', false],
    ['es', 'Julia de la Torre', false],
    ['en', 'Tom Moore', false],
    ['en', 'On', false],
  ])('%s: “%s”: %s', (code, name, holds) => expect(mayHoldDay(name, languageOf(code).language)).toBe(holds))
})

describe('isTimeOnly()', () => {
  test.each([
    ['pt-BR', 'às 15h', true],
    ['pt-BR', 'às 15:30h', true],
    ['es', 'a las 3 de la tarde', true],
    ['en', 'at 3pm', true],
    ['pt-BR', 'amanhã às 15h', false],
    ['es', 'esta noche a las 9', false],
    ['en', 'on friday', false],
    ['en', '3pm today', false],
  ])('%s: “%s”: %s', (code, said, isTime) => expect(isTimeOnly(said, languageOf(code).language)).toBe(isTime))
})
