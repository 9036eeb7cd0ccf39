import type { EntityRow } from '../../catalogue/catalogue.ts'
import type { Outcome } from '../../execution/run/outcome.ts'
import type { Envelope } from '../../envelope/envelope.ts'
import { jsonText, type JsonObject } from '../../json.ts'

export type ShopOrder = {
  readonly customer: string
  readonly cents: number
  /** BRL when absent. */
  readonly currency?: string
  status: string
  refundedCents: number
  readonly notes: string[]
}

/** A shop in memory that does what the commands of commands/orders do, for conversations that need no database. */
export type ConversationShop = {
  readonly orders: Map<string, ShopOrder>
  readonly find: (by: 'id' | 'name' | 'near' | 'alike' | 'all', value: string) => readonly EntityRow[]
  readonly run: (envelope: Envelope) => Outcome
}

export function createConversationShop(): ConversationShop {
  const orders = new Map<string, ShopOrder>([
    ['204', order('Maria Souza', 12_000, 'paid')],
    ['205', order('João Lima', 8_990, 'shipped')],
    ['206', order('Beatriz Nunes', 31_000, 'cancelled')],
    ['207', order('Pedro Alves', 7_500, 'paid')],
    ['208', order('Pedro Alves', 14_230, 'paid')],
  ])

  function rowOf(id: string): EntityRow {
    const found = orders.get(id)
    if (found === undefined) throw new TypeError(`No order ${id}`)
    const { customer, cents, currency = 'BRL', status, refundedCents } = found
    const refundable = (cents - refundedCents) / 100
    const has_refund = refundedCents > 0 && status !== 'refunded' ? 'yes' : 'no'
    return {
      id,
      customer,
      amount: money(cents),
      currency,
      status,
      refunded: money(refundedCents),
      refundable,
      has_refund,
      has_refundable: refundable > 0 ? 'yes' : 'no',
    }
  }

  function change(id: string, amount: number, name: string): boolean {
    const found = orders.get(id)
    if (found === undefined) return false
    if (name === 'CANCEL_ORDER') {
      if (found.status === 'cancelled') return false
      found.status = 'cancelled'
    } else if (name === 'REINSTATE_ORDER') {
      if (found.status !== 'cancelled') return false
      found.status = 'paid'
    } else if (name === 'REFUND_ORDER') {
      if (found.refundedCents + amount > found.cents) return false
      found.refundedCents += amount
      if (found.refundedCents === found.cents) found.status = 'refunded'
    }
    return true
  }

  return {
    orders,
    find: (by, value) => {
      if (by === 'near') {
        const distance = (id: string) => Math.abs(Number(id) - Number(value))
        return [...orders.keys()]
          .toSorted((a, b) => distance(a) - distance(b))
          .slice(0, 3)
          .map(rowOf)
      }
      if (by === 'all') return [...orders.keys()].map(rowOf)
      if (by === 'alike') return [...orders].map(([id, { customer }]) => ({ ...rowOf(id), name: customer }))
      const wanted = fold(value)
      const ids = [...orders].filter(([id, { customer }]) =>
        by === 'id' ? id === value : ` ${fold(customer)} `.includes(value.length < 3 ? ` ${wanted} ` : ` ${wanted}`),
      )
      return ids.map(([id]) => rowOf(id))
    },
    run: ({ sayso: { name, chain }, args }) => {
      const step = chain.at(-1)?.stepName ?? ''
      if (name === 'LIST_ORDERS') return executed(step, [...orders.keys()].map(rowOf))
      const id = jsonText(args['id'] ?? null)
      if (name === 'ADD_NOTE') orders.get(id)?.notes.push(jsonText(args['text'] ?? null))
      if (!change(id, Math.round(Number.parseFloat(jsonText(args['amount'] ?? 0)) * 100), name)) return unmet(step)
      const notes = orders.get(id)?.notes ?? []
      const { refundedCents = 0, cents = 0 } = orders.get(id) ?? {}
      const more = { note_count: notes.length, notes: [...notes] }
      return executed(step, [{ ...rowOf(id), ...more, remaining: money(cents - refundedCents) }])
    },
  }
}

function order(customer: string, cents: number, status: string): ShopOrder {
  return { customer, cents, status, refundedCents: 0, notes: [] }
}

function executed(step: string, rows: readonly JsonObject[]): Outcome {
  return { kind: 'executed', outputs: { [step]: { rows } } }
}

function unmet(step: string): Outcome {
  const explanation = 'The statement met 0 rows where 1 were expected'
  return { kind: 'failed', reason: 'precondition_failed', step, explanation, effect: 'none', outputs: {} }
}

function money(cents: number): string {
  return (cents / 100).toFixed(2)
}

function fold(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
