import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { TerminalError } from './errors.ts'
import { absent, hasSystemCode, systemCodeOf } from './system-error.ts'

const failing = (name: string): Promise<unknown> =>
  readFile(fileURLToPath(new URL(name, import.meta.url))).then(
    () => expect.unreachable(`${name} can be read`),
    (error: unknown) => error,
  )

test('the code of whatever was thrown is a text, or none', async () => {
  expect(systemCodeOf(await failing('no-such-file'))).toBe('ENOENT')
  expect(systemCodeOf(new TerminalError('action_failed', ''))).toBe('action_failed')
  expect(systemCodeOf(Object.assign(new Error('of a service'), { code: 404 }))).toBeUndefined()
  expect(systemCodeOf(new Error('without a code'))).toBeUndefined()
  for (const thrown of [undefined, null, 'ENOENT', { code: 'ENOENT' }]) expect(systemCodeOf(thrown)).toBeUndefined()
})

test('an error has one of some codes, or is something else', async () => {
  const error = await failing('no-such-file')
  expect(hasSystemCode(error, 'EACCES', 'ENOENT')).toBe(true)
  expect(hasSystemCode(error, 'EACCES')).toBe(false)
  expect(hasSystemCode(new Error('without a code'), 'EACCES')).toBe(false)
})

test('what is absent is nothing, and every other error is thrown on', async () => {
  expect(absent(await failing('no-such-file'))).toBeNull()
  const other = await failing('.')
  expect(() => absent(other)).toThrow(/EISDIR/u)
})
