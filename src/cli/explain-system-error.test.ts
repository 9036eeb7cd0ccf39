import { expect, test } from 'vitest'
import { describeSystemError } from './explain-system-error.ts'

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
