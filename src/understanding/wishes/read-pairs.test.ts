import { describe, expect, test } from 'vitest'
import type { Parameter } from '../../catalogue/catalogue.ts'
import { loadShippedCatalogue, withParameter } from '../../testing/catalogues/conversation-catalogue.ts'
import { createReader } from '../../testing/conversation/understanding-fixture.ts'

const count: Parameter = {
  name: 'amount',
  kind: 'scalar',
  required: true,
  type: 'integer',
  schema: { type: 'integer', minimum: 1 },
  entity: null,
}

const sentences: Readonly<Record<string, readonly string[]>> = {
  en: ['send {amount} [of] [the] {id:name} [to the door]', 'bring the {id:name} to {amount}'],
  'pt-BR': ['manda {amount} [de] [o|a|os|as] {id:name} [para a porta]', 'leva [o|a|os|as] {id:name} a {amount}'],
  es: ['manda {amount} [de] [el|la|los|las] {id:name} [a la puerta]', 'lleva [el|la|los|las] {id:name} a {amount}'],
}

const read = createReader(withParameter(await loadShippedCatalogue(), 'REFUND_ORDER', count, sentences))

/** "12 rolls, 6 loaves" */
function meaning(language: string, text: string): string {
  const reading = read(text, { kind: 'nothing' }, language)
  if (reading.kind !== 'wishes') return reading.kind
  return reading.wishes.map(({ args }) => `${args['amount']} ${args['id']}`).join(', ')
}

describe('things that are told with a number each are as many wishes', () => {
  test.each([
    ['en', 'send 12 rolls and 6 loaves', '12 rolls, 6 loaves'],
    ['en', 'send 12 rolls and 6 loaves to the door', '12 rolls, 6 loaves'],
    ['en', 'send 12 rolls, 6 loaves and two dozen buns', '12 rolls, 6 loaves, 24 buns'],
    ['en', 'send 12 of the rolls and 6 of the loaves', '12 rolls, 6 loaves'],
    ['en', 'bring the rolls to 16 and the loaves to 5', '16 rolls, 5 loaves'],
    ['pt-BR', 'manda 12 brioches e 6 baguetes para a porta', '12 brioches, 6 baguetes'],
    ['pt-BR', 'manda duzentos brioches e cem baguetes', '200 brioches, 100 baguetes'],
    ['pt-BR', 'leva os brioches a 16 e as baguetes a 5', '16 brioches, 5 baguetes'],
    ['es', 'manda 12 medialunas y 6 conchas a la puerta', '12 medialunas, 6 conchas'],
    ['es', 'manda doscientas medialunas y cien conchas', '200 medialunas, 100 conchas'],
    ['es', 'lleva las medialunas a 16 y las conchas a 5', '16 medialunas, 5 conchas'],
  ])('%s: “%s”', (language, text, wanted) => {
    expect(meaning(language, text)).toBe(wanted)
  })

  test.each([
    ['en', 'send 12 bread and butter', '12 bread and butter'],
    ['en', 'send 12 bread and butter and 6 loaves', '12 bread and butter, 6 loaves'],
    ['en', 'send 12 "rolls and 6 loaves"', '12 rolls and 6 loaves'],
    ['en', 'send 12 rolls and 6', '12 rolls and 6'],
    ['pt-BR', 'manda 12 pão e manteiga', '12 pão e manteiga'],
    ['es', 'manda 12 pan y queso', '12 pan y queso'],
    ['es', 'manda 12 de la calle 4', '12 calle 4'],
  ])('%s: one name stays one: “%s”', (language, text, wanted) => {
    expect(meaning(language, text)).toBe(wanted)
  })

  test('are too many where they are more than can wait', () => {
    const text = 'send 1 roll, 2 buns, 3 loaves, 4 cakes, 5 pies and 6 tarts'
    expect(read(text, { kind: 'nothing' }, 'en')).toEqual({ kind: 'too-many', most: 5 })
  })
})
