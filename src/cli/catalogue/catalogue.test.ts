import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { lintCatalogue } from '../../catalogue/lint/lint-catalogue.ts'
import type { LintReport } from '../../catalogue/lint/lint-catalogue.ts'
import { renderProblems } from '../../catalogue/source/problem.ts'
import { UserError } from '../../errors.ts'
import { listCatalogue, renderList } from './catalogue-list.ts'
import { showCommand } from './catalogue-show.ts'
import { catalogueSources } from './catalogue-sources.ts'

const root = join(import.meta.dirname, '..', '..', '..')

let shipped: LintReport

beforeAll(async () => {
  shipped = await lintCatalogue(catalogueSources(root))
})

describe('the catalogue of Sayso', () => {
  test('has nothing to mend', () => {
    expect(renderProblems(shipped.problems)).toBe('')
    expect(shipped.thorough).toBe(true)
  })

  test('is listed as its menu tree, every command once', () => {
    const entries = listCatalogue(shipped.catalogue)
    const lines = renderList(entries).split('\n')
    expect(entries[0]).toMatchObject({ kind: 'menu', path: 'orders' })
    expect(lines[0]).toBe('orders/')
    expect(lines.slice(1, 7).map((line) => line.trim().split(/ {2,}/u))).toEqual([
      ['ORDER_STATUS', 'read', 'orders.status', 'Look at an order'],
      ['LIST_ORDERS', 'read', 'orders.list', 'List orders'],
      ['ADD_NOTE', 'mutation', 'orders.note', 'Add a note to an order'],
      ['REINSTATE_ORDER', 'mutation', 'orders.reinstate', 'Reinstate an order'],
      ['CANCEL_ORDER', 'destructive', 'orders.cancel', 'Cancel an order'],
      ['REFUND_ORDER', 'destructive', 'orders.refund', 'Refund an order'],
    ])
    const tokens = lines.filter((line) => line.startsWith('  ')).map((line) => line.trim().split(' ')[0])
    expect(tokens).toEqual([...shipped.catalogue.commands.keys()])
  })

  test('shows of every command all that there is', () => {
    for (const { token, parameters, chain } of shipped.catalogue.commands.values()) {
      const text = showCommand(shipped, token)
      for (const { name, kind } of parameters) expect(text).toMatch(new RegExp(`^  ${name} +${kind} `, 'mu'))
      for (const { stepName } of chain) expect(text).toContain(`. ${stepName}`)
      for (const language of shipped.catalogue.locales.keys()) expect(text).toContain(`\nIn ${language}\n  title `)
    }
  })

  test('says of a command where what it inherits comes from, how it is confirmed and undone, and how to ask for it', () => {
    const text = showCommand(shipped, 'cancel_order').replaceAll(/ {2,}/gu, '  ')
    expect(text).toContain('  Safety  destructive\n')
    expect(text).toContain('  Confirmed by  the token of its preview')
    expect(text).toContain('  Undone by  REINSTATE_ORDER, with the same target\n')
    expect(text).toContain('  Repeats  count as the same command for 1h\n')
    expect(text).toMatch(/ {2}Scope {2}orders\.cancel, granted to .*owner/u)
    expect(text).toMatch(/ {2}error {2}mode inline, .* {2}Journey, commands\/_menu\.yaml:\d+:\d+\n/u)
    expect(text).toMatch(/ {2}result {2}mode append, .* {2}State, commands\/orders\/_menu\.yaml:\d+:\d+\n/u)
    expect(text).toMatch(/ {2}retry {2}manual {2}Transition, commands\/orders\/cancel\.yaml:\d+:\d+\n/u)
    expect(text).toContain('  1. Cancel the order  sql/execute  at once  yields order:cancelled\n')
    expect(text).toContain('  understands  cancel 204\n')
  })

  test('knows no other command', () => {
    expect(() => showCommand(shipped, 'CANCEL_ALL')).toThrow(UserError)
    expect(() => showCommand(shipped, 'CANCEL_ALL')).toThrow(/There is no command CANCEL_ALL; known: .*CANCEL_ORDER/u)
  })
})
