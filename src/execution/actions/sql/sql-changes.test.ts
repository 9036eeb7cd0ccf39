import { describe, expect, test } from 'vitest'
import { changesOf, writeIn } from './sql-changes.ts'

describe('changesOf()', () => {
  test.each([
    ['update orders set paid = true', ['update']],
    ['DELETE FROM orders', ['delete']],
    ['insert into a select * from b', ['insert']],
    ['merge into a using b on a.id = b.id when matched then update set x = 1', ['merge']],
    ['with u as (update orders set paid = true returning id) select id from u', ['update']],
    [
      'with a as not materialized (delete from x returning y), b as (insert into z select y from a) select 1',
      ['delete', 'insert'],
    ],
    ['with late as (select 1) update orders set paid = true', ['update']],
    ["select id from orders where text = '(update x' -- (delete from y", []],
    ['select update, coalesce(delete, 1) from orders', []],
    ['select o.update from orders o for update', []],
  ])('of %s', (statement, verbs) => {
    expect(changesOf(statement)).toEqual(verbs)
  })
})

describe('writeIn()', () => {
  test.each([
    ['with u as (update orders set paid = true returning id) select id from u', 'update'],
    ['select id from orders for update', 'for update'],
    ['select id from orders for no key update skip locked', 'for update'],
    ["select substring(text for 3) as start, 'for update' as said from orders", null],
    ['select id from orders', null],
  ])('of %s', (statement, write) => {
    expect(writeIn(statement)).toBe(write)
  })
})
