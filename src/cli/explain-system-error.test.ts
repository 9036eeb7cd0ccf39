import { expect, test } from 'vitest'
import { asUserError, describeSystemError } from './explain-system-error.ts'

const copying = (code: string) =>
  Object.assign(new Error(code), { code, syscall: 'copyfile', path: '/from', dest: '/to' })

test.each([
  ['ENOSPC', '/to cannot be used: the disk is full (ENOSPC)'],
  ['EROFS', '/to cannot be used: the file system is read-only (EROFS)'],
  ['EIO', '/from cannot be used: the disk does not answer (EIO)'],
])('of a file that cannot be copied the side is named that is meant: %s', (code, says) => {
  expect(describeSystemError(copying(code))).toMatchObject({ says })
})

test('a defect is none of the system', () => {
  expect(describeSystemError(new TypeError('no'))).toBeNull()
})

test.each([
  [Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' })],
  [new Error('Connection terminated unexpectedly')],
  [new Error('Query read timeout')],
  [Object.assign(new Error('canceling statement due to statement timeout'), { severity: 'ERROR', code: '57014' })],
  [Object.assign(new Error('could not extend file'), { severity: 'ERROR', code: '53100' })],
])('%s may be over the next time', (error) => {
  expect(asUserError(error)).toMatchObject({ code: 'database_unavailable', cause: error })
})

test('what only an operator can mend is tried again by nobody, and a defect keeps its trace', () => {
  expect(asUserError(copying('EACCES'))).toMatchObject({ code: 'usage' })
  const defects = [new TypeError('no'), Object.assign(new Error('syntax'), { severity: 'ERROR', code: '42601' })]
  expect(defects.map(asUserError)).toEqual(defects)
})
