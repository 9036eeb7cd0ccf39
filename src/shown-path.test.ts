import path from 'node:path'
import { expect, test } from 'vitest'
import { shownPath } from './shown-path.ts'

test('a path below this folder is short, and any other is whole', () => {
  expect(shownPath(path.resolve('.sayso/secret-1'))).toBe(path.join('.sayso', 'secret-1'))
  expect(shownPath(path.resolve('..data/secret-1'))).toBe(path.join('..data', 'secret-1'))
  expect(shownPath(path.resolve('../r2/secret-1'))).toBe(path.resolve('../r2/secret-1'))
  expect(shownPath(path.resolve('..'))).toBe(path.resolve('..'))
  expect(shownPath(process.cwd())).toBe('.')
})
