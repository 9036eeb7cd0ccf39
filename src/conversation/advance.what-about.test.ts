import { describe, expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import { createConversationWorld } from '../testing/conversation/conversation-harness.ts'

const catalogue = await loadShippedCatalogue()

/** The values of the command that was asked for last, when all of this was said. It is a Sunday, 1 March 2026. */
function askedWith(language: string, ...texts: readonly string[]): object | undefined {
  const chat = createConversationWorld({ catalogue }).chatOf({ language })
  for (const text of texts) chat.sayAll(text)
  const { repeat } = chat.session()
  return repeat === null ? undefined : { command: repeat.command, ...repeat.args }
}

describe('the last question, asked of another day or month', () => {
  test.each([
    ['en', 'sales of last week', 'and this week?', { command: 'SALES', period: 'this-week' }],
    ['pt-BR', 'vendas da semana passada', 'e esta semana?', { command: 'SALES', period: 'this-week' }],
    ['es', 'ventas de la semana pasada', '¿y esta semana?', { command: 'SALES', period: 'this-week' }],
    ['en', 'sales of 2026-02-03', 'and last week?', { command: 'SALES', period: 'last-week' }],
    ['en', 'report for October 2025', 'and September 2025?', { command: 'MONTHLY_REPORT', month: '2025-09' }],
    ['pt-BR', 'relatório de outubro de 2025', 'e setembro de 2025?', { command: 'MONTHLY_REPORT', month: '2025-09' }],
    [
      'es',
      'reporte de octubre de 2025',
      '¿y el de septiembre de 2025?',
      { command: 'MONTHLY_REPORT', month: '2025-09' },
    ],
    ['en', 'list the shipped orders', 'and the cancelled?', { command: 'LIST_ORDERS', status: 'cancelled' }],
    [
      'en',
      'shipped orders of today',
      'and last week?',
      { command: 'LIST_ORDERS', status: 'shipped', period: 'last-week' },
    ],
    ['en', 'sales of 2026-02-10', 'and the 12th', { command: 'SALES', day: '2026-02-12' }],
    ['en', 'sales of 2025-12-25', 'and the 27th?', { command: 'SALES', day: '2025-12-27' }],
    ['en', 'sales of 2025-12-28', 'and the 2nd?', { command: 'SALES', day: '2026-01-02' }],
    ['en', 'sales of 2025-12-25', 'and the 27th of January?', { command: 'SALES', day: '2026-01-27' }],
    ['pt-BR', 'vendas de 25/12/2025', 'e dia 27', { command: 'SALES', day: '2025-12-27' }],
    ['es', 'ventas del 25/12/2025', '¿y el día 27?', { command: 'SALES', day: '2025-12-27' }],
    ['en', 'sales of last week', 'and the 20th', { command: 'SALES', day: '2026-02-20' }],
    ['en', 'sales of last week', 'and yesterday', { command: 'SALES', day: '2026-02-28' }],
    ['pt-BR', 'vendas da semana passada', 'e ontem', { command: 'SALES', day: '2026-02-28' }],
    ['es', 'ventas de hoy', 'y la semana pasada', { command: 'SALES', period: 'last-week' }],
    ['es', 'pedidos pagados', 'y los enviados', { command: 'LIST_ORDERS', status: 'shipped' }],
    [
      'pt-BR',
      'pedidos pagos de hoje',
      'e os enviados',
      { command: 'LIST_ORDERS', status: 'shipped', day: '2026-03-01' },
    ],
    ['en', 'paid orders', 'and the shipped ones?', { command: 'LIST_ORDERS', status: 'shipped' }],
    ['en', 'history of order 204', 'and last week?', { command: 'HISTORY', target: '204', period: 'last-week' }],
  ])('%s: “%s”, “%s”', (language, first, then, asked) => {
    expect(askedWith(language, first, then)).toEqual(asked)
  })

  test('is asked also beside what waits for a confirmation', () => {
    const chat = createConversationWorld({ catalogue }).chatOf()
    chat.say('cancel order 204')
    chat.say('sales of last week')
    expect(chat.say('and this week?')).toMatchObject({ command: { name: 'SALES' } })
    expect(chat.session()).toMatchObject({ repeat: { args: { period: 'this-week' } }, pending: { lapsed: false } })
  })

  test('is asked of nothing where it is none', () => {
    expect(askedWith('en', 'sales of last week', 'and now?')).toEqual({ command: 'SALES', period: 'last-week' })
  })

  test('changes nothing: what does so is asked for in its own words', () => {
    expect(askedWith('en', 'cancel order 204', '0', 'and yesterday?')).toEqual({ command: 'CANCEL_ORDER', id: '204' })
  })
})

describe('a whole question behind an “and”', () => {
  test.each([
    ['en', 'sales of last week', 'and how much did we sell yesterday?', { command: 'SALES', day: '2026-02-28' }],
    ['pt-BR', 'vendas da semana passada', 'e quanto vendemos ontem?', { command: 'SALES', day: '2026-02-28' }],
    ['pt-BR', 'como tá o 204', 'e o 205 já saiu?', { command: 'ORDER_STATUS', id: '205' }],
    ['es', 'ventas de la semana pasada', '¿y cuánto vendimos ayer?', { command: 'SALES', day: '2026-02-28' }],
  ])('is asked as it stands: %s: “%s”, “%s”', (language, first, then, asked) => {
    expect(askedWith(language, first, then)).toEqual(asked)
  })

  test('may be a wish, which is previewed', () => {
    const chat = createConversationWorld({ catalogue }).chatOf({ language: 'pt-BR' })
    chat.sayAll('como tá o 204')
    expect(chat.say('e cancela o 205').preview).toMatchObject({ action: 'Cancel', target: '205' })
  })

  test('is not asked for where it is said not to be wanted', () => {
    expect(askedWith('pt-BR', 'como tá o 204', 'e não cancela o 205')).toEqual({ command: 'ORDER_STATUS', id: '204' })
  })
})
