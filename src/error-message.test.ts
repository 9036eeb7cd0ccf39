import { expect, test } from 'vitest'
import { errorMessage } from './error-message.ts'

test('errorMessage() is what an error says, else its code', () => {
  const bothRefuse = Object.assign(new AggregateError([new Error('one'), new Error('other')]), { code: 'ECONNREFUSED' })
  expect(errorMessage(bothRefuse)).toBe('ECONNREFUSED')
  expect(errorMessage(Object.assign(new Error('no such file'), { code: 'ENOENT' }))).toBe('no such file')
  expect(errorMessage(new Error(''))).toBe('')
  expect(errorMessage('thrown as it is')).toBe('thrown as it is')
})
