import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { statementColumns } from './sql-columns.ts'

describe('statementColumns()', () => {
  test.each([
    ['select id, name from orders', ['id', 'name']],
    ['SELECT o.Id, o."Full Name", price * 2 as total FROM orders o', ['id', 'Full Name', 'total']],
    ['select sku as id, quantity::text from stock where sku = upper(:value) limit 20', ['id', 'quantity']],
    ["select 'a, b from c' as said, (select max(id) from orders) as last", ['said', 'last']],
    ['select distinct status from orders', ['status']],
    ['select distinct on (customer) id, customer from orders', ['id', 'customer']],
    ['select a is distinct from b as differs from t', ['differs']],
    ['select id /* , name */ from orders -- , more', ['id']],
    ['with late as (select * from orders) select id, customer from late', ['id', 'customer']],
    ['select id from a union select other from b', ['id']],
    ['update stock set quantity = :n where sku = :item returning sku, quantity', ['sku', 'quantity']],
    ['insert into a (x, y) values (:x, :y) returning id', ['id']],
    ['update stock set quantity = 0', []],
    ['delete from orders;', []],
    ['select count(*) as n, sum(price)::text as total from stock;', ['n', 'total']],
    ['select * from orders', null],
    ['select o.*, 1 as one from orders o', null],
    ['select count(*) from orders', null],
    ['select price total from orders', null],
    ['select case when a then b else c end from t', null],
    ['values (1, 2)', null],
    ['table orders', null],
  ])('of %s', (statement, columns) => {
    expect(statementColumns(statement)).toEqual(columns)
  })

  test('gives the names that a list of plain columns has, whatever they are and however they are spaced', () => {
    const name = fc.stringMatching(/^c[a-z0-9_]{0,8}$/u)
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 5 }), fc.constantFrom(' ', '\n', '  '), (names, space) => {
        expect(statementColumns(`select${space}${names.join(`${space},${space}`)}${space}from t`)).toEqual(names)
      }),
    )
  })
})
