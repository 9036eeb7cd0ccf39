import { expect, test } from 'vitest'
import { pluralsOf } from './plurals.ts'

test.each([
  ['order', 'orders'],
  ['delivery', 'deliveries'],
  ['work order', 'work orders'],
  ['instalación', 'instalaciones'],
  ['vez', 'veces'],
  ['orden de trabajo', 'ordenes de trabajo'],
  ['instalação', 'instalações'],
  ['ordem de serviço', 'ordens de serviço'],
  ['animal', 'animais'],
  ['imóvel', 'imóveis'],
])('several of “%s” are “%s”', (title, plural) => {
  expect(pluralsOf(title)).toContain(plural)
})
