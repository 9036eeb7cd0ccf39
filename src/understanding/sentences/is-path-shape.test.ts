import { expect, test } from 'vitest'
import { isPathShape } from './is-path-shape.ts'

test.each([
  ['^[0-9]{1,10}$', false],
  ['^#?[0-9A-Za-z]{5}$', false],
  // Whoever leaves the letters out is told what is missing.
  ['^[A-Z]{2}-[0-9]+$', false],
  ['^[^ ]+$', false],
  ['^(UTC|[A-Za-z]+(/[A-Za-z0-9_+-]+)+)$', true],
  ['', false],
])('ids of the shape %s are paths: %s', (pattern, wanted) => {
  expect(isPathShape(new RegExp(pattern, 'u'))).toBe(wanted)
})
