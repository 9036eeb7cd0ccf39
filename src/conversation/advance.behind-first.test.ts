/** "Move order 204 to Friday and order 205 too": what is said behind the first thing is meant of the second as well. */
import { describe, expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import { withDeliveries } from '../testing/catalogues/deliveries-catalogue.ts'
import { createConversationWorld } from '../testing/conversation/conversation-harness.ts'

const catalogue = withDeliveries(await loadShippedCatalogue())

/** What is previewed, and what waits behind it. */
function asked(language: string, text: string) {
  const chat = createConversationWorld({ catalogue }).chatOf({ language })
  chat.sayAll(text)
  const { pending, wishes } = chat.session()
  const waiting = wishes.map(({ wish }) => ({ command: wish.command, ...wish.args }))
  return { open: pending?.draft.args ?? null, waiting }
}

const friday = { command: 'MOVE_ORDER', id: '205', day: '2026-03-06' }

describe('one more thing behind all of the wish', () => {
  test.each([
    ['en', 'move order 204 to friday and order 205 too'],
    ['en', 'move order 204 to friday and 205 as well'],
    ['en', 'move order 204 to friday and order 205'],
    ['es', 'mueve el pedido 204 al viernes y el pedido 205 también'],
    ['es', 'mueve el pedido 204 al viernes y también el 205'],
    ['pt-BR', 'muda o pedido 204 pra sexta e o pedido 205 tb'],
    ['pt-BR', 'muda o pedido 204 pra sexta e o 205 tambem'],
    ['pt-BR', 'muda o pedido 204 pra sexta e o pedido 205'],
  ])('%s: “%s” is changed as well', (language, text) => {
    expect(asked(language, text)).toEqual({ open: { id: '204', day: '2026-03-06' }, waiting: [friday] })
  })

  test('is not changed for the same reason, which may be of the first alone', () => {
    expect(asked('en', 'cancel order 204 because he left and order 205 too').waiting).toEqual([
      { command: 'CANCEL_ORDER', id: '205' },
    ])
  })

  test('may be several, and other wishes behind them', () => {
    const text = 'muda o pedido 204 pra sexta, e o pedido 205 também, e cancela o 207'
    expect(asked('pt-BR', text).waiting).toEqual([friday, { command: 'CANCEL_ORDER', id: '207' }])
  })

  test('is denied with the first', () => {
    expect(asked('en', "don't move order 204 to friday and order 205 too")).toEqual({ open: null, waiting: [] })
  })
})

test.each([
  ['en', 'move order 204 to friday and show order 205'],
  ['en', 'move order 204 to friday and show order 205 too'],
  ['en', 'move order 204 to friday and order 205?'],
  ['es', 'mueve el pedido 204 al viernes y muestra el pedido 205'],
  ['pt-BR', 'muda o pedido 204 pra sexta e mostra o pedido 205'],
  ['pt-BR', 'muda o pedido 204 pra sexta e mostra o pedido 205 também'],
])('%s: “%s” is only a look at the second', (language, text) => {
  expect(asked(language, text).waiting).toEqual([{ command: 'ORDER_STATUS', id: '205' }])
})

test('another value for the second is its own', () => {
  expect(asked('en', 'move order 204 to friday and order 205 to monday').waiting).toEqual([
    { ...friday, day: '2026-03-02' },
  ])
})
