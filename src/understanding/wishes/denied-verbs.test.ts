import { describe, expect, test } from 'vitest'
import { loadShippedCatalogue } from '../../testing/catalogues/conversation-catalogue.ts'
import { createReader } from '../../testing/conversation/understanding-fixture.ts'

const read = createReader(await loadShippedCatalogue())

function denied(language: string, text: string): readonly string[] {
  const reading = read(text, { kind: 'nothing' }, language)
  return reading.kind === 'unknown' ? (reading.denies ?? []) : []
}

describe('a negated verb in a form that no sentence has', () => {
  test.each([
    ['es', 'no anules nada', 'orders.cancel'],
    ['es', 'no reactives nada', 'orders.reinstate'],
    ['es', 'no le devuelvas nada', 'orders.refund'],
    ['pt-BR', 'nao reativa nao', 'orders.reinstate'],
    ['en', "don't refund him", 'orders.refund'],
    ['en', "don't add it", 'orders.note'],
  ])('in %s: “%s”', (language, text, path) => {
    expect(denied(language, text)).toContain(path)
  })

  test.each([
    ['en', "don't worry about it"],
    ['en', "don't know"],
    ['en', 'refund him'],
    ['es', 'no entiendo'],
    ['pt-BR', 'não sei'],
    ['en', "don't cancel what I asked for in the meeting of the third of May"],
  ])('is none in %s: “%s”', (language, text) => {
    expect(denied(language, text)).toEqual([])
  })
})
