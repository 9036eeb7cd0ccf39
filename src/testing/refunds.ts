/** What tests of kills do over and over: small refunds of the demo shop, each of which shows whether it was made twice. */
import { expect } from 'vitest'
import type { Printed } from './processes/door.ts'
import type { TestInstallation } from './installations/test-installation.ts'

/** Orders that a refund of 1 fits, one a person: what a preview showed must not change under it. */
export const refundableOrders = [201, 202, 204, 205, 207, 208, 209, 210, 211, 213, 214, 215, 217, 218, 219, 220]

/** What a person got to see: a reply that came again under its own id counts once. */
export function repliesTo(lines: readonly Printed[], phone: string, about: Printed['about']): readonly Printed[] {
  const mine = lines.filter((line) => line.to === phone && line.about === about)
  return [...new Map(mine.map((line) => [line.id, line])).values()]
}

/**
 * Every refund was made exactly once and recorded exactly once; nothing is left over, and the evidence is whole.
 * @param counts.reads looks at an order beside them
 * @param counts.refused refunds that were refused before their preview
 */
export async function expectDone(
  house: TestInstallation,
  { refunds, reads = 0, refused = 0 }: { refunds: number; reads?: number; refused?: number },
): Promise<void> {
  expect(await house.rows(`select sum(refunded)::int as refunded from orders where status <> 'refunded'`)).toEqual([
    { refunded: refunds },
  ])
  expect(await house.rows('select count(*)::int as effects from sayso_effects')).toEqual([{ effects: refunds }])
  expect(
    await house.rows('select name, status, count(*)::int from envelopes group by name, status order by name, status'),
  ).toEqual([
    ...(reads > 0 ? [{ name: 'ORDER_STATUS', status: 'executed', count: reads }] : []),
    { name: 'REFUND_ORDER', status: 'executed', count: refunds },
    ...(refused > 0 ? [{ name: 'REFUND_ORDER', status: 'rejected', count: refused }] : []),
  ])
  expect(await house.rows('select seq from inbox where done_at is null')).toEqual([])
  expect(await house.rows('select id from outbox where sent_at is null or has_token')).toEqual([])
  expect(await house.verify()).toMatchObject({ ok: true, unsealed: 0 })
}
