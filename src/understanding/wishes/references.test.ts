import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { loadShippedCatalogue } from '../../testing/catalogues/conversation-catalogue.ts'
import { createReader } from '../../testing/conversation/understanding-fixture.ts'
import type { Expectation } from '../expectation.ts'
import type { Reading } from '../reading.ts'

const catalogue = await loadShippedCatalogue()
const reader = createReader(catalogue)
const read = (text: string, language: string) => reader(text, { kind: 'nothing' }, language)

/** `CANCEL_ORDER it→order` for every wish: its command, values, and what it refers to. */
function wishes(reading: Reading): readonly string[] {
  if (reading.kind !== 'wishes') return [reading.kind]
  return reading.wishes.map(({ command, args, refers = {} }) =>
    [
      command,
      ...Object.entries(args).map(([name, value]) => `${name}=${value}`),
      ...Object.entries(refers).map(([name, { entity }]) => `${name}→${entity}`),
    ].join(' '),
  )
}

describe('a reference', () => {
  test.each([
    ['en', 'cancel it', ['CANCEL_ORDER id→order']],
    ['en', 'can you cancel that one, please?', ['CANCEL_ORDER id→order']],
    ['en', 'cancel the same one', ['CANCEL_ORDER id→order']],
    ['en', 'CANCEL THAT ORDER', ['CANCEL_ORDER id→order']],
    ['en', 'cancel the same order', ['CANCEL_ORDER id→order']],
    ['en', 'cancel it because it is late', ['CANCEL_ORDER reason=it is late id→order']],
    ['en', "what's the status of it", ['ORDER_STATUS id→order']],
    ['en', 'refund it 20', ['REFUND_ORDER amount=20 id→order']],
    ['en', 'refund 20 on it', ['REFUND_ORDER amount=20 id→order']],
    ['en', 'add a note to it: call it off', ['ADD_NOTE text=call it off id→order']],
    ['en', 'rename it to kept.txt', ['RENAME_FILE to=kept.txt from→file']],
    ['en', 'grant operator to him', ['GRANT_ROLE role=operator phone→person']],
    ['en', 'remove her', ['REMOVE_PERSON phone→person']],
    ['en', 'cancel order 204 and refund it 20', ['CANCEL_ORDER id=204', 'REFUND_ORDER amount=20 id→order']],
    ['en', 'cancel it and refund order 205 for 10', ['CANCEL_ORDER id→order', 'REFUND_ORDER id=205 amount=10']],
    ['en', 'refund it 20 and cancel it', ['REFUND_ORDER amount=20 id→order', 'CANCEL_ORDER id→order']],
    ['en', 'put a note on it: this is broken', ['ADD_NOTE text=this is broken id→order']],
    ['en', 'add a note: this is broken', ['unknown']],
    ['en', 'cancel his', ['unknown']],
    ['en', 'call her first', ['unknown']],
    ['en', 'remove her', ['REMOVE_PERSON phone→person']],
    ['es', 'agregale una nota: esta roto', ['ADD_NOTE text=esta roto id→order']],
    ['es', 'devolvele 20 más', ['REFUND_ORDER amount=20 id→order']],
    ['es', 'ponele 20 pesos', ['unknown']],
    ['es', 'deshace la cancelación', ['undo']],
    ['es', 'me la cancelas', ['CANCEL_ORDER id→order']],
    ['es', 'agrega una nota a la 205 q diga llamar', ['ADD_NOTE id=205 text=diga llamar']],
    ['es', 'cancela la 205 ya no la quiere', ['unknown']],
    ['es', 'reembólsala 30', ['REFUND_ORDER amount=30 id→order']],
    ['es', 'reembolsa lo 20', ['REFUND_ORDER amount=20 id→order']],
    ['es', 'devuelve lo 20', ['REFUND_ORDER amount=20 id→order']],
    ['es', 'reembolsa lo 20 por favor', ['REFUND_ORDER amount=20 id→order']],
    ['es', 'reembólsame lo 20', ['REFUND_ORDER amount=20 id→order']],
    ['pt-BR', 'cancela ele', ['CANCEL_ORDER id→order']],
    ['pt-BR', 'me cancela ele aí, por favor', ['CANCEL_ORDER id→order']],
    ['pt-BR', 'cancela-o', ['CANCEL_ORDER id→order']],
    ['pt-BR', 'cancelá-lo', ['CANCEL_ORDER id→order']],
    ['pt-BR', 'reembolse-a', ['REFUND_ORDER id→order']],
    ['pt-BR', 'cancela o mesmo', ['CANCEL_ORDER id→order']],
    ['pt-BR', 'cancela esse', ['CANCEL_ORDER id→order']],
    ['pt-BR', 'cancela esse pedido', ['CANCEL_ORDER id→order']],
    ['pt-BR', 'estorna 20 dele', ['REFUND_ORDER amount=20 id→order']],
    ['pt-BR', 'cancela o pedido 204 e reembolsa ele em 20', ['CANCEL_ORDER id=204', 'REFUND_ORDER amount=20 id→order']],
    ['es', 'cancélalo', ['CANCEL_ORDER id→order']],
    ['es', 'cancelalo', ['CANCEL_ORDER id→order']],
    ['es', 'reembólsala', ['REFUND_ORDER id→order']],
    ['es', 'cancelarlo', ['CANCEL_ORDER id→order']],
    ['es', 'quiero cancelarlo', ['CANCEL_ORDER id→order']],
    ['es', 'lo cancelas', ['CANCEL_ORDER id→order']],
    ['es', 'lo quiero cancelar', ['CANCEL_ORDER id→order']],
    ['es', 'cancelámelo', ['CANCEL_ORDER id→order']],
    ['es', 'cancélalo porque hay que devolverlo', ['CANCEL_ORDER reason=hay que devolverlo id→order']],
    ['es', 'agrega una nota a ese pedido: cancélalo mañana', ['ADD_NOTE text=cancélalo mañana id→order']],
    ['es', 'cancélalo y reembólsalo por 20', ['CANCEL_ORDER id→order', 'REFUND_ORDER amount=20 id→order']],
    ['es', 'cancela el mismo', ['CANCEL_ORDER id→order']],
    ['es', 'cancela ese pedido', ['CANCEL_ORDER id→order']],
    ['es', 'cancela el pedido 204 y reembólsalo por 20', ['CANCEL_ORDER id=204', 'REFUND_ORDER amount=20 id→order']],
  ])('%s: %s', (language, text, expected) => {
    expect(wishes(read(text, language))).toEqual(expected)
  })

  test.each([
    ['en', 'remove it', ['DELETE_FILE', 'REMOVE_NOTE']],
    ['es', 'bórralo', ['DELETE_FILE', 'REMOVE_NOTE']],
  ])('%s: %s may be about several kinds of things', (language, text, commands) => {
    const reading = read(text, language)
    const [wish] = reading.kind === 'wishes' ? reading.wishes : []
    expect([wish?.command, ...(wish?.or ?? []).map(({ command }) => command)]).toEqual(commands)
  })

  test.each([
    ['en', 'add a note to order 204: call it off', ['ADD_NOTE id=204 text=call it off']],
    ['en', 'cancel order 204 because that one is late', ['CANCEL_ORDER id=204 reason=that one is late']],
    ['en', 'cancel that order 205', ['CANCEL_ORDER id=205']],
    ['en', 'cancel an order', ['CANCEL_ORDER']],
    ['en', 'cancel "it"', ['unknown']],
    ['en', 'forget it', ['drop']],
    ['en', 'stop it', ['drop']],
    ['pt-BR', 'cancela esse pedido 204', ['CANCEL_ORDER id=204']],
    ['es', 'cancela ese pedido 204', ['CANCEL_ORDER id=204']],
  ])('%s: %s is none', (language, text, expected) => {
    expect(wishes(read(text, language))).toEqual(expected)
  })

  test.each(['en', 'pt-BR', 'es'])('%s: is in no example of a command', (language) => {
    const texts = Object.values(catalogue.locales.get(language)?.commands ?? {}).flatMap(
      ({ examples = [] }) => examples,
    )
    const referring = texts.filter((text) => wishes(read(text, language)).some((wish) => wish.includes('→')))
    expect(referring).toEqual([])
  })

  test('is never among the arguments', () => {
    const word = fc.constantFrom(
      'cancel',
      'refund',
      'order',
      'it',
      'that',
      'one',
      '204',
      'and',
      'note',
      'to',
      'for',
      '20',
      'remove',
    )
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 7 }), (words) => {
        const reading = read(words.join(' '), 'en')
        const all = reading.kind === 'wishes' ? reading.wishes : []
        for (const { args, refers = {} } of all) {
          expect(Object.keys(refers).filter((name) => args[name] !== undefined)).toEqual([])
          expect(Object.values(args).join(' ')).not.toContain('8070605040')
        }
      }),
      { numRuns: 300 },
    )
  })
})

describe('while something else is awaited', () => {
  const preview: Expectation = { kind: 'confirmation', method: 'token', phrase: null }

  test.each([
    ['en', 'cancel it'],
    ['pt-BR', 'cancela isso'],
    ['pt-BR', 'cancela-o'],
    ['es', 'cancélalo'],
  ])('%s: %s drops the preview that is open', (language, text) => {
    expect(reader(text, preview, language)).toEqual({ kind: 'drop' })
  })

  test.each(['that one', 'the same one', 'it'])('%s answers the question for a thing', (text) => {
    expect(reader(text, { kind: 'value', type: 'id' }, 'en')).toEqual({ kind: 'value', text, refers: true })
  })

  test('free text is the text itself', () => {
    expect(reader('it', { kind: 'value', type: 'text' }, 'en')).toEqual({ kind: 'value', text: 'it' })
  })
})

test.each(['la 99', 'el 3', 'la 12?'])('“%s” is a number, though a kind of thing is called like a verb', (text) => {
  const spanish = catalogue.locales.get('es')
  const refund = spanish?.commands['orders.refund']
  if (spanish === undefined || refund === undefined) throw new TypeError('No Spanish')
  const entities = { ...spanish.entities, note: { title: 'pago', label: '', missing: '' } }
  const commands = { ...spanish.commands, 'orders.refund': { ...refund, sentences: ['pagó {id:name} {amount}'] } }
  const locales = new Map(catalogue.locales).set('es', { ...spanish, entities, commands })
  expect(wishes(createReader({ ...catalogue, locales })(text, { kind: 'nothing' }, 'es'))).toEqual(['pick'])
})

test.each(['a mesma coisa pra 204', 'o mesmo pro 204', 'isso da Maria'])(
  '“%s” asks for nothing that is called like another kind of thing',
  (text) => {
    const portuguese = catalogue.locales.get('pt-BR')
    const note = portuguese?.commands['orders.note']
    if (portuguese === undefined || note === undefined) throw new TypeError('No Portuguese')
    const entities = { ...portuguese.entities, file: { title: 'conserto', label: '', missing: '' } }
    const sentences = [...(note.sentences ?? []), 'conserto [no] [pedido] {id} {text}']
    const commands = { ...portuguese.commands, 'orders.note': { ...note, sentences } }
    const locales = new Map(catalogue.locales).set('pt-BR', { ...portuguese, entities, commands })
    const misread = createReader({ ...catalogue, locales })(text, { kind: 'nothing' }, 'pt-BR')
    expect(wishes(misread).filter((wish) => wish.startsWith('ADD_NOTE'))).toEqual([])
  },
)

test.each([
  ['206 was cancelled by mistake, reinstate it', 'en', ['REINSTATE_ORDER id=206']],
  ['Bia left the company, remove her', 'en', ['REMOVE_PERSON phone=Bia']],
  ['a Bia saiu da empresa, remove ela', 'pt-BR', ['REMOVE_PERSON phone=Bia']],
  ['cancel order 204 and refund it', 'en', ['CANCEL_ORDER id=204', 'REFUND_ORDER id→order']],
])('“%s” asks for each thing once', (text, language, expected) => {
  expect(wishes(read(text, language))).toEqual(expected)
})
