import { beforeAll, describe, expect, test } from 'vitest'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { Outcome } from '../../execution/run/outcome.ts'
import type { JsonObject } from '../../json.ts'
import { loadShippedCatalogue, withCommand } from '../../testing/catalogues/conversation-catalogue.ts'
import { conversationContext } from '../../testing/conversation/conversation-context.ts'
import type { CommandRecord } from '../lookup.ts'
import { renderBareOutcome, renderOutcome, unfilledByOutcome } from './render-outcome.ts'

let shipped: Catalogue

beforeAll(async () => {
  shipped = await loadShippedCatalogue()
})

function recordOf(name: string, change: Partial<CommandRecord> = {}): CommandRecord {
  return {
    commandId: 'id',
    ref: 'K7Q2M',
    name,
    safety: 'mutation',
    status: 'executed',
    reason: null,
    args: { id: '204' },
    intent: { entity: 'Order', action: 'Cancel', target: { id: '204' } },
    messageIds: ['m1'],
    facts: {},
    actor: { language: 'en', time_zone: 'UTC' },
    lastStep: 's',
    outcome: null,
    settledAt: null,
    verdict: null,
    started: true,
    ...change,
  }
}

function executed(...rows: JsonObject[]): Pick<CommandRecord, 'outcome'> {
  return { outcome: { kind: 'executed', outputs: { s: { rows } } } }
}

function failed(effect: Extract<Outcome, { kind: 'failed' }>['effect']): Partial<CommandRecord> {
  const outcome: Outcome = { kind: 'failed', reason: 'action_failed', explanation: 'x', effect, outputs: {} }
  return { status: 'failed', reason: 'action_failed', outcome }
}

describe('an outcome of what was erased since', () => {
  test('says what kind of thing it was, with no holes', () => {
    const erased = { args: {}, intent: { entity: 'Order', action: 'Cancel', target: null } }
    const say = (change: Partial<CommandRecord>) =>
      renderOutcome(conversationContext(shipped), recordOf('CANCEL_ORDER', { ...erased, ...change })).text
    expect(say({ outcome: { kind: 'executed', outputs: {} } })).toBe('✅ Cancel an order · #K7Q2M')
    expect(say(failed('none'))).toContain('Cancel an order')
  })
})

describe('an outcome whose texts ask for what the command did not give', () => {
  const texts = { done: 'Sold {out_qty} of {out_name}', row: '{name}: {qty, number}' }

  test('is told all the same, with a dash in its place', () => {
    const catalogue = withCommand(shipped, 'CANCEL_ORDER', { texts })
    const { text } = renderOutcome(conversationContext(catalogue), recordOf('CANCEL_ORDER', executed({ name: 'soap' })))
    expect(text).toBe('✅ Sold — of soap\nsoap: — · #K7Q2M · UNDO #K7Q2M')
  })

  test('has no dash where a choice says what is not there, where there is nothing, and where nothing is counted', () => {
    const done =
      'Sold{out_qty, select, null {} other { {out_qty}}}{out_name, plural, other { (#)}} to {out_who}{out_at, date}'
    const catalogue = withCommand(shipped, 'CANCEL_ORDER', { texts: { done } })
    const { text } = renderOutcome(conversationContext(catalogue), recordOf('CANCEL_ORDER', executed({ who: null })))
    expect(text).toBe('✅ Sold to — · #K7Q2M · UNDO #K7Q2M')
  })

  test('says what is missing, for whoever wrote them', () => {
    const catalogue = withCommand(shipped, 'CANCEL_ORDER', { texts })
    const missing = (change: Partial<CommandRecord>) =>
      unfilledByOutcome(conversationContext(catalogue), recordOf('CANCEL_ORDER', change))
    expect(missing(executed({ name: 'soap' }))).toEqual(['out_qty', 'qty'])
    expect(missing(executed({ name: 'soap', qty: null }))).toEqual([])
    expect(missing(failed('none'))).toEqual([])
    expect(unfilledByOutcome(conversationContext(catalogue), recordOf('GONE', executed({})))).toEqual([])
  })

  test('is nothing that the shipped lists ask for in vain where they are empty', () => {
    const record = recordOf('LIST_ORDERS', { ...executed(), args: {}, safety: 'read' })
    expect(unfilledByOutcome(conversationContext(shipped), record)).toEqual([])
  })
})

describe('what may have happened', () => {
  test.each([
    ['en', 'write to me in private: HAPPENED #K7Q2M or NOT HAPPENED #K7Q2M'],
    ['pt-BR', 'me escreva no privado: ACONTECEU #K7Q2M ou NÃO ACONTECEU #K7Q2M'],
    ['es', 'escríbeme en privado: OCURRIÓ #K7Q2M o NO OCURRIÓ #K7Q2M'],
  ])('%s: is settled in private, and the group is told so', (language, told) => {
    const context = { ...conversationContext(shipped, { language }), chatKind: 'group' as const }
    const record = recordOf('CANCEL_ORDER', { status: 'failed', ...failed('unknown') })
    expect(renderOutcome(context, record).text).toContain(told)
  })

  test('is not for who may not settle it', () => {
    const context = { ...conversationContext(shipped, { roles: ['viewer'] }), chatKind: 'group' as const }
    const record = recordOf('CANCEL_ORDER', { status: 'failed', ...failed('unknown') })
    expect(renderOutcome(context, record).text).toContain('reply AGAIN')
  })

  test.each([
    ['es', 1, '❓ 1 puede haberse hecho o no; alguien tiene que revisar y responder OCURRIÓ o NO OCURRIÓ'],
    ['es', 2, '❓ 2 pueden haberse'],
    ['pt-BR', 1, '❓ 1 pode ter acontecido ou não; alguém precisa conferir e responder ACONTECEU ou NÃO ACONTECEU'],
    ['pt-BR', 2, '❓ 2 podem ter'],
    ['en', 1, '❓ 1 may or may not have happened; somebody has to check, and reply HAPPENED or NOT HAPPENED'],
  ])('%s: is counted by the status, %i', (language, count, told) => {
    const record = recordOf('STATUS', { ...executed({ unknown: count, paused: 'no', queue: 'up' }), safety: 'read' })
    const { text } = renderOutcome(conversationContext(shipped, { language }), record)
    expect(text).toContain(told)
    // An outcome of before says nothing of it.
    expect(text).not.toContain('WhatsApp')
  })
})

function halfway(effect: 'some' | 'unknown', change: object = {}): Partial<CommandRecord> {
  const reason = effect === 'unknown' ? 'effect_unknown' : 'precondition_failed'
  const steps =
    effect === 'unknown'
      ? { done: ['Record'], unclear: ['Roll out'], left: ['Warm', 'Close'] }
      : { done: ['Record', 'Roll out'], unclear: [], left: ['Warm', 'Close'] }
  const outcome: Outcome = { kind: 'failed', reason, explanation: 'x y', effect, steps, outputs: {}, ...change }
  return { status: 'failed', reason, outcome }
}
function textIn(language: string, record: Partial<CommandRecord>, name = 'CANCEL_ORDER'): string {
  return renderOutcome(conversationContext(shipped, { language }), recordOf(name, record)).text
}

describe('what somebody has found out is told as they found it', () => {
  test.each([
    ['happened', /^✅ Cancel order 204 · #K7Q2M$/u],
    ['not_happened', /^❌ Cancel order 204: nothing was changed · #K7Q2M\nReply RETRY/u],
  ] as const)('%s', (verdict, told) => {
    expect(textIn('en', { status: 'failed', ...failed('unknown'), verdict })).toMatch(told)
  })
})

describe('a command that changes something in several steps', () => {
  const said = { service: 'platform', status: 409, message: 'cache is being rebuilt' }
  test.each([
    ['en', 'platform answered 409: cache is being rebuilt', 'Done: Record, Roll out.\nNot done: Warm, Close.'],
    ['pt-BR', 'platform respondeu 409: cache is being rebuilt', 'Feito: Record, Roll out.\nNão feito: Warm, Close.'],
    ['es', 'platform respondió 409: cache is being rebuilt', 'Hecho: Record, Roll out.\nSin hacer: Warm, Close.'],
  ])('%s: that stopped halfway tells what the service said, and which were done', (language, service, reached) => {
    expect(textIn(language, halfway('some', { said }))).toContain(`${service}\n${reached}`)
  })

  test('does not say what its thing was before it began, which it is no more', () => {
    expect(textIn('en', halfway('some'))).toContain(
      'One of its parts found things not as they have to be.\nDone: Record',
    )
    const unmet = textIn('en', { ...halfway('some', { effect: 'none', steps: undefined, said }) })
    expect(unmet).toMatch(/nothing was changed · #K7Q2M\n.*\nplatform answered 409: cache is being rebuilt$/u)
  })

  test.each([
    ['en', 'stopped halfway; of one part nobody knows', 'Done: Record.\nNot known: Roll out.\nNot done: Warm, Close.'],
    ['pt-BR', 'parou no meio; de uma parte', 'Feito: Record.\nNão se sabe: Roll out.\nNão feito: Warm, Close.'],
    ['es', 'se detuvo a la mitad; de una parte', 'Hecho: Record.\nNo se sabe: Roll out.\nSin hacer: Warm, Close.'],
  ])('%s: of one of which nobody knows, says so of that one alone', (language, ended, reached) => {
    const text = textIn(language, halfway('unknown', { said: { service: 'platform', status: null, message: '' } }))
    expect(text).toContain(ended)
    expect(text).toContain(`.\n${reached}`)
  })
})

test.each([
  ['en', 2, 'RESUME; 2 commands that had begun are still finished (QUEUE shows them)'],
  ['es', 1, '; 1 comando que ya había empezado se termina (la cola lo muestra)'],
  ['pt-BR', 2, '; 2 comandos que já tinham começado ainda terminam (a fila mostra)'],
])('%s: a pause says how much of what has begun is still finished', (language, running, told) => {
  const outcome: Outcome = { kind: 'executed', outputs: { s: { paused: 'yes', running } } }
  expect(textIn(language, { outcome }, 'PAUSE')).toContain(told)
})

describe('renderBareOutcome()', () => {
  test.each([
    ['executed', {}, '✅ Cancel an order · #K7Q2M'],
    ['compensated', {}, '✅ Cancel an order · #K7Q2M'],
    ['failed', failed('none'), '❌ Cancel an order: nothing was changed · #K7Q2M'],
    ['failed', failed('some'), '❌ Cancel an order: stopped halfway; some of it was done · #K7Q2M'],
    ['failed', failed('unknown'), '❓ Cancel an order: it may or may not have happened · #K7Q2M'],
    ['rejected', { reason: 'expired' }, 'Cancel an order: could not be started in time'],
  ] as const)('tells of a command that is %s its title, its reference and how it ended', (status, change, expected) => {
    const { text } = renderBareOutcome(conversationContext(shipped), recordOf('CANCEL_ORDER', { status, ...change }))
    expect(text).toContain(expected)
    expect(text).toContain('I cannot show the details here')
    expect(text).not.toMatch(/nothing new|send that again|\n\n/iu)
  })

  test('speaks the language of the person, and knows commands that are gone by their token', () => {
    const { text } = renderBareOutcome(conversationContext(shipped, { language: 'pt-BR' }), recordOf('CANCEL_ORDER'))
    expect(text).toBe(
      '✅ Cancelar um pedido · #K7Q2M\nNão consigo mostrar os detalhes aqui. Avise quem cuida do Sayso.',
    )
    expect(renderBareOutcome(conversationContext(shipped), recordOf('GONE')).text).toContain('✅ GONE · #K7Q2M')
  })
})

/** What a column of this format shows in an outcome. */
function doneWith(type: 'time' | 'date' | 'clock', value: string, timeZone: string): string {
  const order = shipped.entities.get('order')
  if (order === undefined) throw new TypeError('No entity "order"')
  const entities = new Map(shipped.entities).set('order', { ...order, fields: { at: { type } } })
  const texts = { done: '{out_at}' }
  const catalogue = withCommand({ ...shipped, entities }, 'CANCEL_ORDER', { texts })
  const { text } = renderOutcome(
    conversationContext(catalogue, { timeZone }),
    recordOf('CANCEL_ORDER', executed({ at: value })),
  )
  return text.replace(/^✅ | · #.*$/gu, '').replaceAll(/\s/gu, ' ')
}

describe('a column that is', () => {
  test.each([
    ['time', '2026-11-28T01:30:00.000Z', 'America/Sao_Paulo', 'Nov 27, 2026, 10:30 PM'],
    ['time', '2026-11-28T01:30:00.000Z', 'UTC', 'Nov 28, 2026, 1:30 AM'],
    ['time', '2026-11-28T01:30:00', 'Asia/Tokyo', 'Nov 28, 2026, 1:30 AM'],
    ['time', 'soon', 'UTC', 'soon'],
    ['date', '2026-11-28T01:30:00.000Z', 'America/Sao_Paulo', 'Nov 27, 2026'],
    ['date', '2026-11-28', 'America/Sao_Paulo', 'Nov 28, 2026'],
    ['date', '2026-11-28T00:30:00', 'America/Sao_Paulo', 'Nov 28, 2026'],
    ['date', '2026-11-28T23:30:00.000', 'Asia/Tokyo', 'Nov 28, 2026'],
    ['date', 'soon', 'UTC', 'soon'],
    ['clock', 'Asia/Tokyo', 'UTC', '11:00 PM'],
    ['clock', 'Mars/Base', 'UTC', 'Mars/Base'],
  ] as const)('a %s, %s, is shown in %s as %s…', (type, value, timeZone, expected) => {
    expect(doneWith(type, value, timeZone)).toBe(expected)
  })
})

describe('a list that had more rows than its step may give', () => {
  test('says so above and below', () => {
    const lines = listed(true, 3)
    expect(lines[0]).toBe('The newest 3 orders:')
    expect(lines.at(-1)).toBe('… and there are more: ask more precisely to see others')
    expect(lines).toHaveLength(5)
  })

  test('that gave all of them does not', () => {
    expect(listed(false, 3)).toHaveLength(4)
    expect(listed(false, 3)[0]).toBe('3 orders:')
  })
})

/** The lines of a list of so many orders. */
function listed(more: boolean, rows: number): readonly string[] {
  const row = { id: 204, customer: 'Maria', amount: '1.00', currency: 'BRL', status: 'paid' }
  const output = { rows: Array.from({ length: rows }, () => row), more }
  const outcome: Outcome = { kind: 'executed', outputs: { s: output } }
  const record = recordOf('LIST_ORDERS', { safety: 'read', args: {}, outcome })
  return renderOutcome(conversationContext(shipped), record).text.split('\n')
}
