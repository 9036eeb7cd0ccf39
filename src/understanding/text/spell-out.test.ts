import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { loadShippedCatalogue } from '../../testing/catalogues/conversation-catalogue.ts'
import { createReader } from '../../testing/conversation/understanding-fixture.ts'
import type { Reading } from '../reading.ts'
import { compileAbbreviations } from './spell-out.ts'

const catalogue = await loadShippedCatalogue()
const read = createReader(catalogue)

function meaningOf(text: string, language: string): string {
  const reading: Reading = read(text, { kind: 'nothing' }, language)
  if (reading.kind !== 'wishes') return reading.kind
  return reading.wishes.map(({ command, args }) => [command, ...Object.values(args)].join(' ')).join(', ')
}

describe('compileAbbreviations()', () => {
  const spellOut = compileAbbreviations({ abbreviations: { q: 'que', vdd: 'verdade' } })

  test('spells out one word more at a time, so that what follows can stay as it was written', () => {
    expect(spellOut('Q bom, na vdd.')).toEqual(['que bom, na vdd.', 'que bom, na verdade.'])
  })

  test('knows words that are shortened with a stroke, however they are joined', () => {
    const spell = compileAbbreviations({ abbreviations: { 'c/': 'com', 'w/': 'with', 'w/o': 'without', e: 'and' } })
    expect(spell('205 c/ caução')).toEqual(['205 com caução'])
    expect(spell('205 C/caução')).toEqual(['205 com caução'])
    expect(spell('w/o it, w/ it')).toEqual(['without it, w/ it', 'without it, with it'])
    expect(spell('e/ou 24/11 km/h')).toEqual(['and/ou 24/11 km/h'])
  })

  test('leaves alone what is no word of its own', () => {
    expect(spellOut('quero aqui, 204 qq')).toEqual([])
    expect(spellOut('#Q7Q2M, q7 e 5q')).toEqual([])
    expect(compileAbbreviations({})('q')).toEqual([])
  })
})

describe('a shortened word', () => {
  test.each([
    ['pt-BR', 'qro cancelar 204', 'CANCEL_ORDER 204'],
    ['pt-BR', 'tem q cancelar o 217', 'CANCEL_ORDER 217'],
    ['pt-BR', 'preciso q vc cancele o 217', 'CANCEL_ORDER 217'],
    ['pt-BR', 'qto deu o 211', 'ORDER_STATUS 211'],
    ['pt-BR', 'qdo saiu o 205', 'ORDER_STATUS 205'],
    ['pt-BR', 'oq vc faz', 'help'],
    ['pt-BR', 'o joao nao trabalha mais aq', 'REMOVE_PERSON joao'],
    ['pt-BR', 'muda meu nome p/ Bia', 'CALL_ME Bia'],
    ['es', 'x favor cancelá el 204', 'CANCEL_ORDER 204'],
    ['es', 'quiero q canceles el 204', 'CANCEL_ORDER 204'],
    ['en', 'i wanna cancel order 204', 'CANCEL_ORDER 204'],
    ['en', 'cancel the order of Maria cuz it broke', 'CANCEL_ORDER Maria it broke'],
    ['en', 'cancel the order of Maria Cuz', 'CANCEL_ORDER Maria Cuz'],
    ['es', 'cancela el pedido de Maria xq se rompió', 'CANCEL_ORDER Maria se rompió'],
    ['es', 'cancela el pedido de Ventas x Mayor', 'CANCEL_ORDER Ventas x Mayor'],
    ['pt-BR', 'cancela o pedido da Maria porq quebrou', 'CANCEL_ORDER Maria quebrou'],
    ['pt-BR', 'cancela o pedido d Maria', 'CANCEL_ORDER Maria'],
  ])('in %s: %s', (language, text, meaning) => {
    expect(meaningOf(text, language)).toBe(meaning)
  })

  test.each([
    ['pt-BR', 'nao quero q cancele o 217', 'negated'],
    ['pt-BR', 'num cancela o 204', 'negated'],
    ['pt-BR', 'nao eh pra cancelar o 204', 'negated'],
    ['pt-BR', 'qdo pagar cancela o 204', 'conditional'],
    ['pt-BR', 'cancela o 204 qdo for pago', 'conditional'],
    ['es', 'no quiero q canceles el 204', 'negated'],
    ['es', 'cancelá el 204 cdo lo paguen', 'conditional'],
  ])('in %s does not make a wish of what is none: %s', (language, text, meaning) => {
    expect(meaningOf(text, language)).toBe(meaning)
  })

  test('stays as it was written in free text', () => {
    expect(meaningOf('anota no 208: ela disse q vem hj', 'pt-BR')).toBe('ADD_NOTE 208 ela disse q vem hj')
    expect(meaningOf('anota no 208 q ela vem hj', 'pt-BR')).toBe('ADD_NOTE 208 ela vem hj')
  })

  test('never turns a text that denies into a wish that changes something', () => {
    const shorts = [
      ...(catalogue.locales.get('pt-BR')?.words['tail'] ?? []),
      ...(catalogue.locales.get('pt-BR')?.words['tail_or_name'] ?? []),
      ...Object.keys(catalogue.locales.get('pt-BR')?.abbreviations ?? {}),
    ]
    fc.assert(
      fc.property(fc.constantFrom(...shorts), fc.constantFrom(...shorts), (one, other) => {
        for (const text of [`não cancela o 217 ${one}`, `${one} não quero cancelar o 217 ${other}`]) {
          const reading = read(text, { kind: 'nothing' }, 'pt-BR')
          expect(reading.kind === 'wishes' ? text : '').toBe('')
        }
      }),
      { numRuns: 40 },
    )
  })
})

describe('what stands at the end', () => {
  test.each([
    ['pt-BR', 'pode cancelar o 204 kkk', 'CANCEL_ORDER 204'],
    ['pt-BR', 'cancela o 204 blz', 'CANCEL_ORDER 204'],
    ['pt-BR', 'devolve 5,00 pro 211 blz?', 'REFUND_ORDER 5.00 211'],
    ['pt-BR', 'cancela o pedido do pedro kkk', 'CANCEL_ORDER pedro'],
    ['pt-BR', 'ja cancelou o 204 ne?', 'ORDER_STATUS 204'],
    ['pt-BR', 'a fila tá ok?', 'STATUS'],
    ['es', 'cancelá el 204 dale', 'CANCEL_ORDER 204'],
    ['en', 'cancel order 204 lol', 'CANCEL_ORDER 204'],
    ['es', 'cancela el pedido de Maria, vale?', 'CANCEL_ORDER Maria'],
    ['es', 'cancela el pedido de Maria Vale, ok', 'CANCEL_ORDER Maria Vale'],
    ['en', 'remove Peter, right?', 'REMOVE_PERSON Peter'],
  ])('is left out: in %s, %s', (language, text, meaning) => {
    expect(meaningOf(text, language)).toBe(meaning)
  })

  test.each([
    ['es', 'dale el rol de operador a Pedro Vale', 'GRANT_ROLE operator Pedro Vale'],
    ['es', 'cancela el pedido de Maria Vale', 'CANCEL_ORDER Maria Vale'],
    ['en', 'remove Peter Right', 'REMOVE_PERSON Peter Right'],
    ['pt-BR', 'remove o João Certo', 'REMOVE_PERSON João Certo'],
    ['pt-BR', 'remove a Ana Beleza ok', 'REMOVE_PERSON Ana Beleza'],
  ])('is part of a name: in %s, %s', (language, text, meaning) => {
    expect(meaningOf(text, language)).toBe(meaning)
  })

  test.each([
    ['anota no 208: tudo blz', 'ADD_NOTE 208 tudo blz'],
    ['cancela o 204 porque o cliente falou blz', 'CANCEL_ORDER 204 o cliente falou blz'],
  ])('is part of a free text: %s', (text, meaning) => {
    expect(meaningOf(text, 'pt-BR')).toBe(meaning)
  })

  test.each([
    ['pt-BR', 'Não cancela o 217 não', 'negated'],
    ['pt-BR', 'cancela o 217 nao', 'negated'],
    ['pt-BR', 'cancela o 217 ainda não', 'negated'],
    ['pt-BR', 'nao cancela o 217 ainda', 'negated'],
    ['pt-BR', 'cancela o 217, não?', 'unknown'],
    ['pt-BR', 'cancela o 204 não, cancela o 205', 'unknown'],
    ['pt-BR', 'anota no 208: cliente disse que não', 'ADD_NOTE 208 cliente disse que não'],
    ['es', 'cancela el 217 todavía no', 'negated'],
    ['en', 'cancel order 204 not', 'negated'],
    ['en', "don't cancel order 204 yet", 'negated'],
    ['en', 'cancel order 204, no?', 'unknown'],
  ])('may deny all of it: in %s, %s', (language, text, meaning) => {
    expect(meaningOf(text, language)).toBe(meaning)
  })
})

describe('a code after a yes', () => {
  const awaited = { kind: 'confirmation', method: 'token', phrase: null } as const

  test.each([
    ['pt-BR', 'sim d2z3'],
    ['pt-BR', 'confirmar o codigo d2z3'],
    ['es', 'sí, D2Z3'],
    ['en', 'yes d2z3'],
  ])('is the code while one is awaited: in %s, %s', (language, text) => {
    expect(read(text, awaited, language)).toEqual({ kind: 'token', token: 'D2Z3' })
  })

  test.each(['sim', 'sim claro', 'sim 204', 'sim joao'])('%s is none', (text) => {
    expect(read(text, awaited, 'pt-BR').kind).not.toBe('token')
  })
})
