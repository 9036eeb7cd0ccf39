import { describe, expect, test } from 'vitest'
import type { Parameter } from '../../catalogue/catalogue.ts'
import { loadShippedCatalogue, withParameter } from '../../testing/catalogues/conversation-catalogue.ts'
import { createReader } from '../../testing/conversation/understanding-fixture.ts'

const moment: Parameter = {
  name: 'amount',
  kind: 'scalar',
  required: true,
  type: 'datetime',
  schema: { type: 'string', format: 'date-time' },
  entity: null,
}

const sentences: Readonly<Record<string, readonly string[]>> = {
  en: ['bring it to {id:name} [{amount}]'],
  'pt-BR': ['leva isso para {id:name} [{amount}]'],
  es: ['lleva eso a {id:name} [{amount}]'],
}

const read = createReader(withParameter(await loadShippedCatalogue(), 'REFUND_ORDER', moment, sentences))

describe('a letter that something is called by', () => {
  test.each([
    ['en', 'bring it to 301 block A tomorrow at 3pm', '301 block A', '2026-03-05T15:00:00-03:00'],
    ['pt-BR', 'leva isso para 301 bloco A amanhã às 15h', '301 bloco A', '2026-03-05T15:00:00-03:00'],
    ['pt-BR', 'leva isso para o salão A na sexta às 15h', 'o salão A', '2026-03-06T15:00:00-03:00'],
    ['es', 'lleva eso a 301 bloque A mañana a las 15', '301 bloque A', '2026-03-05T15:00:00-03:00'],
    ['es', 'lleva eso a la torre A a las 15:30', 'la torre A', '2026-03-04T15:30:00-03:00'],
    // In small letters it leads to the time.
    ['es', 'lleva eso a maria a las 15:30', 'maria', '2026-03-04T15:30:00-03:00'],
  ])('%s: leads to no day and no time: “%s”', (language, text, id, amount) => {
    expect(read(text, { kind: 'nothing' }, language)).toMatchObject({
      kind: 'wishes',
      wishes: [{ command: 'REFUND_ORDER', args: { id, amount } }],
    })
  })

  test.each([
    ['pt-BR', '301 bloco A', '301 bloco A'],
    ['pt-BR', '301 A, por favor', '301 A'],
    ['pt-BR', 'o 301 a', '301 a'],
    ['pt-BR', '1203 bl a', '1203 bl a'],
    ['pt-BR', 'bloco A', 'bloco A'],
    ['pt-BR', 'Salão E', 'Salão E'],
    ['es', '301 bloque A', '301 bloque A'],
    ['es', 'el 301 a', '301 a'],
    ['en', 'flat 301 a', 'flat 301 a'],
    ['en', 'block A', 'block A'],
    // A word around the value as ever.
    ['pt-BR', 'a maria', 'maria'],
    ['pt-BR', 'o 301 é', '301'],
    ['en', 'it is 301', '301'],
  ])('%s: stays in an answer: “%s”', (language, text, value) => {
    expect(read(text, { kind: 'value', type: 'id' }, language)).toMatchObject({ kind: 'value', text: value })
  })

  test.each([
    ['pt-BR', 'nao, 301 A', '301 A'],
    ['pt-BR', 'não, 301 a', '301 a'],
    ['pt-BR', 'não, 301 bloco A', '301 bloco A'],
    ['es', 'no, 301 A', '301 A'],
    ['es', 'no, la torre A', 'torre A'],
    ['en', 'no, 301 A', '301 A'],
  ])('%s: stays in a correction: “%s”', (language, text, correction) => {
    const awaited = { kind: 'confirmation', method: 'yes', phrase: null, values: [{ type: 'id' }] } as const
    expect(read(text, awaited, language)).toMatchObject({ kind: 'free-correction', correction })
  })

  test.each([
    ['pt-BR', 'quis dizer 301 A', '301 A'],
    ['pt-BR', 'na verdade 301 bloco A', '301 bloco A'],
    ['es', 'quise decir 301 A', '301 A'],
    ['en', 'I meant 301 A', '301 A'],
    ['en', 'sorry, 301 a', '301 a'],
  ])('%s: makes another thing of a number: “%s”', (language, text, correction) => {
    const awaited = { kind: 'confirmation', method: 'yes', phrase: null, values: [{ type: 'id' }] } as const
    expect(read(text, awaited, language)).toMatchObject({ kind: 'free-correction', correction })
  })

  test.each([
    ['pt-BR', 'e o 301 bloco A?', '301 bloco A'],
    ['pt-BR', 'e o 301 a?', '301 a'],
    ['es', 'y el 301 A?', '301 A'],
    ['en', 'what about 301 A?', '301 A'],
  ])('%s: stays in what else is asked about: “%s”', (language, text, value) => {
    expect(read(text, { kind: 'nothing' }, language)).toMatchObject({ kind: 'what-about', value })
  })
})
