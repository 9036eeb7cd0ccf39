import { describe, expect, test } from 'vitest'
import { loadShippedCatalogue, withCommand } from '../../testing/catalogues/conversation-catalogue.ts'
import { createReader } from '../../testing/conversation/understanding-fixture.ts'
import type { Wish } from '../wish.ts'

const shippedCatalogue = await loadShippedCatalogue()
const reader = createReader(shippedCatalogue)

const shown = ({ command, args }: Wish) => [command, ...Object.values(args)].join(' ')

/** "wanted; not denied" */
function meaning(language: string, text: string): string {
  const reading = reader(text, { kind: 'nothing' }, language)
  if (reading.kind === 'negated') return `not ${shown(reading.wish)}`
  if (reading.kind !== 'wishes') return reading.kind
  const denied = (reading.denied ?? []).map((wish) => `; not ${shown(wish)}`).join('')
  return `${reading.wishes.map(shown).join(', ')}${denied}`
}

describe('what is corrected in the same breath', () => {
  test.each([
    ['en', 'cancel 204... sorry 205', 'CANCEL_ORDER 205'],
    ['en', 'cancel 204. No, 205', 'CANCEL_ORDER 205'],
    ['en', 'cancel 204 I mean 205', 'CANCEL_ORDER 205'],
    ['en', "cancel order 204 because it's a duplicate, no sorry, I mean 205", "CANCEL_ORDER 205 it's a duplicate"],
    ['en', 'refund order 205 for 10, no, 20', 'REFUND_ORDER 205 20'],
    ['en', 'refund 10 on 205, sorry, 206', 'REFUND_ORDER 10 206'],
    ['en', 'cancel order 204, sorry, refund order 205 for 10', 'REFUND_ORDER 205 10'],
    ['en', 'cancel 204 and 205, sorry, 206', 'CANCEL_ORDER 204, CANCEL_ORDER 206'],
    ['pt-BR', 'cancela o 204, não, pera, 205', 'CANCEL_ORDER 205'],
    ['pt-BR', 'cancela o 204, quer dizer, o 205', 'CANCEL_ORDER 205'],
    ['pt-BR', 'cancela o 204. desculpa, o 205', 'CANCEL_ORDER 205'],
    ['es', 'anulá el 204. Perdón, el 205', 'CANCEL_ORDER 205'],
    ['es', 'cancela 204 digo 205', 'CANCEL_ORDER 205'],
    ['es', 'cancela el 204, no, el 205', 'CANCEL_ORDER 205'],
  ])('%s: “%s” is what it came to', (language, text, wanted) => {
    expect(meaning(language, text)).toBe(wanted)
  })

  test.each([
    [
      'en',
      "cancel order 204 since she changed her mind. Actually, don't.",
      'not CANCEL_ORDER 204 she changed her mind',
    ],
    ['en', 'cancel 204. wait, no', 'not CANCEL_ORDER 204'],
    [
      'pt-BR',
      'cancela o 204 porque ela desistiu, quer dizer, deixa, não cancela não',
      'not CANCEL_ORDER 204 ela desistiu',
    ],
    ['pt-BR', 'cancela o 204, não, para tudo', 'not CANCEL_ORDER 204'],
  ])('%s: “%s” is nothing in the end', (language, text, wanted) => {
    expect(meaning(language, text)).toBe(wanted)
  })

  test.each([
    ['en', 'cancel 204, not 205'],
    ['en', 'cancel 204 but not 205'],
    ['en', 'cancel 204 but 205 not'],
    ['pt-BR', 'cancela o 204 mas o 205 nao'],
    ['pt-BR', 'cancela o 204, mas não o 205'],
    ['pt-BR', 'cancela o 204, não o 205'],
    ['es', 'cancela el 204, pero no el 205'],
  ])('%s: “%s” keeps what it began with', (language, text) => {
    expect(meaning(language, text)).toBe('CANCEL_ORDER 204; not CANCEL_ORDER 205')
  })

  test.each([
    ['en', "cancel maria's order, not pedro's"],
    ['en', "cancel maria's order but not pedro's"],
    ['pt-BR', 'cancela o pedido da maria, não o do pedro'],
    ['pt-BR', 'cancela o pedido da maria mas não o do pedro'],
    ['es', 'cancela el pedido de maria, no el de pedro'],
    ['es', 'cancela el pedido de maria pero no el de pedro'],
  ])('%s: “%s” keeps it, and denies what is called by its name', (language, text) => {
    expect(meaning(language, text)).toBe('CANCEL_ORDER maria; not CANCEL_ORDER pedro')
  })

  test.each([
    ['en', 'cancel 204, no 205', 'unknown'],
    ['en', 'cancel 204 but no refund', 'unknown'],
    ['en', "cancel maria's order, no joão's order", 'unknown'],
    ['en', 'cancel the order of maria, not yet', 'unknown'],
    ['es', 'cancela el pedido de maria, no estoy seguro', 'unknown'],
    ['pt-BR', 'cancela o pedido da maria, não tenho certeza', 'unknown'],
    ['en', 'refund order 205 for 20, not 30', 'REFUND_ORDER 205 20'],
    ['es', 'cancela 204 no 205', 'unknown'],
    ['en', 'sorry, cancel 204', 'CANCEL_ORDER 204'],
    ['en', 'cancel 204 please, sorry', 'CANCEL_ORDER 204'],
    ['en', 'cancel order 204, cancel order 205', 'CANCEL_ORDER 204, CANCEL_ORDER 205'],
    ['en', 'add a note to order 204: call, no wait, 205', 'ADD_NOTE 204 call, no wait, 205'],
    ['en', 'add a note to order 204: "sorry, I mean it"', 'ADD_NOTE 204 sorry, I mean it'],
  ])('%s: “%s” is none, or says which', (language, text, wanted) => {
    expect(meaning(language, text)).toBe(wanted)
  })
})

describe('a name that is said instead of another', () => {
  test.each([
    ['en', "cancel maria's order, sorry, joão's order", 'CANCEL_ORDER joão'],
    ['en', "cancel maria's order, sorry, joão's", 'CANCEL_ORDER joão'],
    ['en', 'cancel the order of maria, no wait, of joão', 'CANCEL_ORDER joão'],
    ['en', 'cancel order 204, sorry, the order of joão', 'CANCEL_ORDER joão'],
    ['en', 'refund 20 to maria, sorry, joão', 'REFUND_ORDER 20 joão'],
    ['en', 'refund 20 to maria, sorry, 30 to joão', 'REFUND_ORDER 30 joão'],
    ['en', "cancel maria's order, sorry, my bad, joão's", 'CANCEL_ORDER joão'],
    ['pt-BR', 'cancela o pedido da maria, desculpa, o do joão', 'CANCEL_ORDER joão'],
    ['pt-BR', 'cancela o pedido da maria, não, do joão', 'CANCEL_ORDER joão'],
    ['pt-BR', 'reembolsa 20 para a maria, quer dizer, para o joão', 'REFUND_ORDER 20 joão'],
    ['es', 'cancela el pedido de maria, perdón, el pedido de joão', 'CANCEL_ORDER joão'],
    ['es', 'cancela el pedido de maria, perdon, el de joão', 'CANCEL_ORDER joão'],
    ['es', 'cancela el pedido de maria, mejor el de joão', 'CANCEL_ORDER joão'],
    ['es', 'cancela el pedido de maria, no, el de joão', 'CANCEL_ORDER joão'],
  ])('%s: “%s”', (language, text, wanted) => {
    expect(meaning(language, text)).toBe(wanted)
  })

  test.each([
    ['en', "cancel maria's order, sorry to bother you", 'CANCEL_ORDER maria'],
    ['en', "cancel maria's order, sorry for the trouble", 'CANCEL_ORDER maria for the trouble'],
    ['en', "cancel maria's order, sorry, my bad", 'CANCEL_ORDER maria'],
    ['pt-BR', 'cancela o pedido da maria, desculpa o incômodo', 'CANCEL_ORDER maria'],
  ])('%s: “%s” corrects nothing', (language, text, wanted) => {
    expect(meaning(language, text)).toBe(wanted)
  })
})

describe('a number behind a thing that is known by a code', () => {
  const shipped = shippedCatalogue.commands.get('REFUND_ORDER')?.parameters ?? []
  const coded = withCommand(shippedCatalogue, 'REFUND_ORDER', {
    command: {
      parameters: shipped.map((each) =>
        each.name === 'amount'
          ? { ...each, type: 'decimal', schema: { type: 'number' } }
          : { ...each, schema: { ...each.schema, pattern: '^[A-Z]{2,5}-[0-9]+$' } },
      ),
    },
    texts: { sentences: ['take {amount} {id:name}'] },
  })
  const read = createReader(coded)

  test.each(['take 5 rice actually 6', 'take 5 rice, sorry, 6', 'take 5 rice i mean six'])(
    '“%s” is six of it',
    (text) => {
      expect(read(text, { kind: 'nothing' }, 'en')).toMatchObject({ wishes: [{ args: { amount: '6', id: 'rice' } }] })
    },
  )
})

describe('a number behind a thing that was called by its name', () => {
  test.each([
    ['en', 'refund 50 to maria, no sorry 60', 'REFUND_ORDER 60 maria'],
    ['en', 'refund 50 to maria actually sixty', 'REFUND_ORDER 60 maria'],
    ['pt-BR', 'reembolsa 50 para a maria, não, desculpa, 60', 'REFUND_ORDER 60 maria'],
    ['pt-BR', 'reembolsa 50 para a maria, digo 60', 'REFUND_ORDER 60 maria'],
    ['es', 'reembolsa 50 a maria souza no perdon 60', 'REFUND_ORDER 60 maria souza'],
    ['es', 'reembolsa 50 a maria, digo 60', 'REFUND_ORDER 60 maria'],
    ['en', 'refund 50 of 204, sorry, 50.50', 'REFUND_ORDER 50.50 204'],
    ['pt-BR', 'reembolsa 50 do 204, desculpa, 50,50', 'REFUND_ORDER 50.50 204'],
    ['es', 'reembolsa 50 del 204, perdon, 50,50', 'REFUND_ORDER 50.50 204'],
  ])('%s: “%s” is of the number that was said', (language, text, wanted) => {
    expect(meaning(language, text)).toBe(wanted)
  })

  test.each([
    ['en', 'refund 50 to maria, no sorry order 205', 'REFUND_ORDER 50 205'],
    ['en', "cancel maria's order, no sorry 205", 'CANCEL_ORDER 205'],
    ['pt-BR', 'reembolsa 50 para a maria, não, desculpa, o pedido 205', 'REFUND_ORDER 50 205'],
    ['es', 'reembolsa 50 a maria, no, perdon, el pedido 205', 'REFUND_ORDER 50 205'],
    ['es', 'reembolsa 50 del pedido 204, no, perdon, 205', 'REFUND_ORDER 50 205'],
  ])('%s: “%s” is of the thing', (language, text, wanted) => {
    expect(meaning(language, text)).toBe(wanted)
  })
})

describe('a sum behind a name', () => {
  const read = createReader(
    withCommand(shippedCatalogue, 'REFUND_ORDER', { texts: { sentences: ['give {id:name} {amount}'] } }),
  )

  test.each(['give ravi 200, sorry, tom', 'give ravi 200, no, tom', 'give ravi 200, my mistake, tom'])(
    '“%s” is for the other one',
    (text) => {
      expect(read(text, { kind: 'nothing' }, 'en')).toMatchObject({ wishes: [{ args: { id: 'tom', amount: '200' } }] })
    },
  )

  test.each(['give tom one fifty', 'give tom 1 500'])('the name does not take its beginning: “%s”', (text) => {
    expect(read(text, { kind: 'nothing' }, 'en').kind).toBe('unknown')
  })

  test('and may end in a number where what follows says what it is', () => {
    const reading = read('give room 12 R$ 50', { kind: 'nothing' }, 'en')
    expect(reading).toMatchObject({ wishes: [{ args: { id: 'room 12' } }] })
  })
})
