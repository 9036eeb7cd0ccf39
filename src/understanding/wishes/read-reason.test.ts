import { describe, expect, test } from 'vitest'
import { loadShippedCatalogue } from '../../testing/catalogues/conversation-catalogue.ts'
import { createReader } from '../../testing/conversation/understanding-fixture.ts'

const read = createReader(await loadShippedCatalogue())
const nothing = { kind: 'nothing' } as const

describe('a reason behind a pause', () => {
  test.each([
    ['en', 'cancel order 204, the customer gave up', '204', 'the customer gave up'],
    ['en', 'hi, please cancel order 204 - she gave up', '204', 'she gave up'],
    ['en', 'cancel order 204 (duplicate order)', '204', 'duplicate order'],
    ['en', "cancel Maria's order, she gave up", 'Maria', 'she gave up'],
    ['pt-BR', 'cancela o 217, a cliente desistiu', '217', 'a cliente desistiu'],
    ['pt-BR', 'cancela o 217\na cliente desistiu', '217', 'a cliente desistiu'],
    ['pt-BR', 'cancela o pedido da maria, ela desistiu', 'maria', 'ela desistiu'],
    ['es', 'cancela el 217, la clienta se arrepintió', '217', 'la clienta se arrepintió'],
    ['es', 'cancela el pedido de maria, se arrepintió', 'maria', 'se arrepintió'],
  ])('in %s: “%s”', (language, text, id, reason) => {
    expect(read(text, nothing, language)).toMatchObject({ wishes: [{ command: 'CANCEL_ORDER', args: { id, reason } }] })
  })

  test.each([
    ['en', 'cancel order 204, hold on a bit'],
    ['en', 'cancel order 204, her 2nd complaint'],
    ['en', 'cancel order 204, or perhaps another'],
  ])('is none in %s: “%s”', (language, text) => {
    expect(read(text, nothing, language).kind).toBe('unknown')
  })

  test('takes nothing from a note', () => {
    expect(read('add a note to order 204: call, then wait', nothing, 'en')).toMatchObject({
      wishes: [{ command: 'ADD_NOTE', args: { id: '204', text: 'call, then wait' } }],
    })
    expect(read('anota no pedido da maria: ligar, ela pediu', nothing, 'pt-BR')).toMatchObject({
      wishes: [{ command: 'ADD_NOTE', args: { id: 'maria', text: 'ligar, ela pediu' } }],
    })
  })

  test('is still a condition where it says one', () => {
    expect(read('cancel order 204, if she asks', nothing, 'en').kind).toBe('conditional')
  })
})
