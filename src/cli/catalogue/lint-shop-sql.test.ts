import { expect, test } from 'vitest'
import { renderProblems } from '../../catalogue/source/problem.ts'
import { lintShopSql } from './lint-shop-sql.ts'

test('a file that makes the table of effects, which is there by then, is told of with its place', () => {
  const text =
    'create table pizzas (name text);\n-- create table sayso_effects\n  Create Table sayso_effects (effect_id text);\n'
  const says =
    'database/1.sql:3:3: Sayso makes sayso_effects itself before it runs these files; write "create table if not exists sayso_effects", which is right in a database of your own too, or leave it out'
  expect(renderProblems(lintShopSql([{ file: 'database/1.sql', text }])).split('\n')[0]).toBe(says)
})

test.each([
  'create table if not exists sayso_effects (effect_id text)',
  "insert into notes values ('create table sayso_effects'); select 1",
  'create table other.sayso_effects (effect_id text)',
  'create table sayso_effects_of_mine (effect_id text)',
])('%s is sound', (text) => {
  expect(lintShopSql([{ file: 'database/1.sql', text }])).toEqual([])
})
