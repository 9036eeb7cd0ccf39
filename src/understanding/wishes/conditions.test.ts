import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { loadShippedCatalogue } from '../../testing/catalogues/conversation-catalogue.ts'
import { createReader, testTime } from '../../testing/conversation/understanding-fixture.ts'
import { refuseConditions } from './conditions.ts'
import { compileLanguage } from '../words/language.ts'
import type { AnswerReader, ReferenceReader } from './references.ts'

const catalogue = await loadShippedCatalogue()
const reader = createReader(catalogue)
const read = (language: string, text: string) => reader(text, { kind: 'nothing' }, language)

describe('a wish on a condition', () => {
  test.each([
    ['en', 'if 204 is shipped, cancel 207'],
    ['en', 'if 204 is shipped then cancel it'],
    ['en', 'unless 204 is shipped, cancel it'],
    ['en', 'once 204 is shipped cancel 207'],
    ['en', 'when 204 ships cancel 207'],
    ['en', 'cancel 204 if it is not shipped'],
    ['en', "cancel Maria's order when she calls"],
    ['en', 'cancel the order of Maria if she calls'],
    ['en', 'if Maria wants to cancel her order'],
    ['en', 'show 204 and if it is shipped cancel 207'],
    ['en', 'is 204 shipped? if so cancel it'],
    ['pt-BR', 'se o pedido 204 foi enviado, cancela o pedido 207'],
    ['pt-BR', 'cancela o 204 se não foi enviado'],
    ['pt-BR', 'quando o 204 for enviado, cancela o 207'],
    ['pt-BR', 'caso o 204 tenha sido enviado, cancela o 207'],
    ['pt-BR', 'se quebrou, cancela o 204'],
    ['pt-BR', 'cancela o 204, se quebrou'],
    ['pt-BR', 'cancela o 204 se chegou'],
    ['es', 'si el pedido 204 fue enviado, cancela el pedido 207'],
    ['es', 'cancela el 204 si no fue enviado'],
    ['es', 'cuando el 204 sea enviado, cancela el 207'],
    ['es', 'a menos que el 204 esté enviado, cancélalo'],
    ['en', 'cancel order 204 if it is not shipped?'],
    ['en', 'show order 204, and when it is shipped cancel it?'],
    ['en', 'show order 204 when it is shipped'],
  ])('%s: %s: is none', (language, text) => {
    expect(read(language, text)).toEqual({ kind: 'conditional' })
  })

  test('never becomes a wish, whatever the condition and the wish', () => {
    const language = fc.constantFrom(
      { language: 'en', words: ['if', 'unless', 'once', 'as soon as'], is: 'order 204 is', do: 'cancel order' },
      { language: 'pt-BR', words: ['se', 'caso', 'assim que'], is: 'o pedido 204 está', do: 'cancela o pedido' },
      { language: 'es', words: ['si', 'en cuanto', 'a menos que'], is: 'el pedido 204 está', do: 'cancela el pedido' },
    )
    const states = { en: 'shipped', 'pt-BR': 'enviado', es: 'enviado' }
    const said = language.chain((each) => fc.record({ each: fc.constant(each), word: fc.constantFrom(...each.words) }))
    fc.assert(
      fc.property(said, fc.boolean(), fc.integer({ min: 200, max: 299 }), ({ each, word }, last, id) => {
        const clause = `${word} ${each.is} ${states[each.language]}`
        const wish = `${each.do} ${id}`
        expect(read(each.language, last ? `${wish} ${clause}` : `${clause}, ${wish}`).kind).toBe('conditional')
      }),
    )
  })
})

describe('what only begins like a condition', () => {
  test.each([
    ['en', 'if order 204 is shipped', 'ORDER_STATUS'],
    ['en', 'show if order 204 is shipped', 'ORDER_STATUS'],
    ['en', 'when was 205 shipped', 'ORDER_STATUS'],
    ['en', 'if you can, cancel 204', 'CANCEL_ORDER'],
    ['en', 'cancel 204 if possible', 'CANCEL_ORDER'],
    ['en', 'cancel order 204 because she asked if she could', 'CANCEL_ORDER'],
    ['en', 'add a note to order 204 saying call if late', 'ADD_NOTE'],
    ['en', 'add a note to order 204: if late, call', 'ADD_NOTE'],
    ['en', 'note on order 204: "if late, cancel 207"', 'ADD_NOTE'],
    ['en', 'ADD_NOTE id=204 text="if late, cancel 207"', 'ADD_NOTE'],
    ['pt-BR', 'se puder, cancela o 204', 'CANCEL_ORDER'],
    ['pt-BR', 'quando o 204 foi enviado?', 'ORDER_STATUS'],
    ['pt-BR', 'anota no pedido 204: se atrasar, avisa', 'ADD_NOTE'],
    ['pt-BR', 'anota no pedido 204 que a caixa se rompeu', 'ADD_NOTE'],
    ['pt-BR', 'cancela o pedido 204 porque se perdeu', 'CANCEL_ORDER'],
    ['es', 'si puedes, cancela el 204', 'CANCEL_ORDER'],
    ['es', 'anota en el pedido 204: si se atrasa, avisar', 'ADD_NOTE'],
    ['en', 'order 204, when does it arrive?', 'ORDER_STATUS'],
    ['en', 'where is order 204 and when will it arrive?', 'ORDER_STATUS'],
    ['en', 'status of 204, when was it shipped?', 'ORDER_STATUS'],
    ['es', 'el pedido 204, ¿cuándo llega?', 'ORDER_STATUS'],
    ['es', 'el pedido 204, cuándo llega', 'ORDER_STATUS'],
    ['pt-BR', 'pedido 204, quando chega?', 'ORDER_STATUS'],
    ['en', 'show order 204 once more', 'ORDER_STATUS'],
    ['en', 'cancel order 204 once and for all', 'CANCEL_ORDER'],
    ['en', 'list the paid orders if there are any', 'LIST_ORDERS'],
    ['es', 'cancela el pedido 204 de una vez por todas', 'CANCEL_ORDER'],
    ['es', 'lista los pedidos pagados si hay', 'LIST_ORDERS'],
    ['pt-BR', 'mostra o pedido 204 mais uma vez', 'ORDER_STATUS'],
    ['pt-BR', 'lista os pedidos pagos se houver', 'LIST_ORDERS'],
  ])('%s: %s', (language, text, command) => {
    expect(read(language, text)).toMatchObject({ kind: 'wishes', wishes: [{ command }] })
  })

  test('"sí" and "si" agree where a wish follows at once', () => {
    for (const text of [
      'sí, cancela el 204',
      'si cancela el 204',
      'si por favor cancela el 204',
      'si dale cancela el 204',
    ])
      expect(read('es', text)).toMatchObject({ kind: 'agreed', wishes: [{ command: 'CANCEL_ORDER' }] })
  })

  test.each(['si ocurrio', 'si ocurrió #38JC7', 'Si se hizo', 'sí ocurrió'])(
    'es: “%s” says that it happened, for a “si” that is a yes belongs to it',
    (text) => {
      expect(read('es', text)).toMatchObject({ kind: 'wishes', wishes: [{ command: 'HAPPENED' }] })
    },
  )

  test.each(['si ocurrio, cancela el 204', 'cancela el 204 si ocurrio', 'si se hizo el 205 cancela el 204'])(
    'es: “%s” is still a condition',
    (text) => {
      expect(read('es', text)).toEqual({ kind: 'conditional' })
    },
  )

  test('what cannot be asked for at all is not understood', () => {
    expect(read('en', 'if the moon is made of cheese, tell the cat').kind).toBe('unknown')
  })

  test('a question about what was just asked for does not ask for it twice', () => {
    for (const text of ['where is order 204 and when will it arrive?', 'status of 204, when was it shipped?'])
      expect(read('en', text)).toMatchObject({ wishes: [{ command: 'ORDER_STATUS', args: { id: '204' } }] })
    expect(read('en', 'show 204, when was 205 shipped?')).toMatchObject({
      wishes: [{ args: { id: '204' } }, { args: { id: '205' } }],
    })
  })
})

test('however many conditions and references a text is made of, few of its parts are read with them', () => {
  const parts: string[] = []
  const none: AnswerReader = {
    read: () => null,
    readTokens: () => null,
    readVerb: () => [],
    isReference: () => false,
    dropsOpen: () => false,
    holdsReference: () => false,
  }
  const counting: ReferenceReader = {
    ...none,
    read: (text) => {
      parts.push(text)
      return null
    },
    holdsReference: () => true,
    withoutReferences: none,
  }
  const english = catalogue.locales.get('en')
  if (english === undefined) throw new Error('English is missing')
  const refusing = refuseConditions(counting, catalogue, compileLanguage(english, catalogue.locales.values()))
  refusing.read('if it unless that once she when it and he if them but it or that if this', testTime)
  expect(parts.length).toBeLessThan(10)
})

test.each([
  ['pt-BR', 'o pedido 204 se perdeu'],
  ['pt-BR', 'o 204 se extraviou'],
  ['en', 'order 204 when will it arrive'],
  ['es', 'el pedido 204 cuando llega'],
])('%s: “%s” is no condition', (language, text) => {
  expect(read(language, text).kind).not.toBe('conditional')
})
