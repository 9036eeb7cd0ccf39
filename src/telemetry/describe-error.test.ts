import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { errorCodes, RetryableError, TerminalError, UserError, type ErrorCode } from '../errors.ts'
import { describeError } from './describe-error.ts'

const said = 'cancel order 204 for Maria, +55 11 99000-0001'

test('a described error keeps its type, code and place, and not its message', () => {
  const error = new TypeError(`Unexpected token in "${said}"`)
  const described = describeError(error)
  expect(described).toMatchObject({
    type: 'TypeError',
    stack: expect.arrayContaining([expect.stringContaining(import.meta.filename)]),
  })
  expect(JSON.stringify(described)).not.toContain('Maria')
})

test('what is thrown never shows what it says, wherever it says it', () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 4 }).map((noise) => `~${noise}\n    at ${said}:1:2\n${said}`),
      fc.constantFrom<ErrorCode>(
        'action_failed',
        'precondition_failed',
        'template_failed',
        'file_missing',
        'message_invalid',
      ),
      (text, code) => {
        const cause = Object.assign(new Error(text), {
          detail: text,
          code: text,
          table: text,
          name: text,
          command: { args: [text] },
        })
        const errors = [
          cause,
          new UserError(code, text, { cause }),
          new TerminalError(code, text, { cause, params: { text } }),
          new RetryableError(code, text, { cause, retryAfterMs: 1 }),
          new AggregateError([cause], text),
          text,
          { message: text },
        ]
        for (const error of errors) {
          expect(JSON.stringify(describeError(error))).not.toContain('Maria')
        }
      },
    ),
  )
})

/** As Redis' driver makes them. */
const replied = (message: string) => describeError(Object.assign(new Error(message), { name: 'ReplyError' }))

test('what only tells of the machine is told: addresses, and what Postgres says of itself', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), {
    code: 'ECONNREFUSED',
    syscall: 'connect',
    address: '127.0.0.1',
    port: 5432,
  })
  expect(describeError(refused)).toMatchObject({ code: 'ECONNREFUSED', says: 'connect ECONNREFUSED 127.0.0.1 5432' })
  const away = Object.assign(new Error('terminating connection due to administrator command'), {
    code: '57P01',
    severity: 'FATAL',
  })
  expect(describeError(away)).toMatchObject({ code: '57P01', says: away.message })
  const taken = Object.assign(new Error(`duplicate key: ${said}`), {
    code: '23505',
    severity: 'ERROR',
    table: 'people',
    constraint: 'people_phone_key',
    detail: `Key (phone)=(${said}) already exists.`,
  })
  expect(describeError(taken)).toMatchObject({ code: '23505', table: 'people', constraint: 'people_phone_key' })
  expect(JSON.stringify(describeError(taken))).not.toContain('Maria')
  const missing = Object.assign(new Error(`ENOENT: no such file, open '${said}'`), {
    code: 'ENOENT',
    syscall: 'open',
    path: said,
  })
  expect(describeError(missing)).not.toHaveProperty('says')
  const full = "OOM command not allowed when used memory > 'maxmemory'."
  for (const words of [
    full,
    'WRONGPASS invalid username-password pair or user is disabled.',
    'ERR DB index is out of range',
  ]) {
    expect(replied(words)).toMatchObject({ says: words })
  }
  expect(replied(`ERR unknown command '${said}'`)).not.toHaveProperty('says')
  expect(describeError(new Error(full))).not.toHaveProperty('says')
  expect(describeError(new Error('Query read timeout'))).toMatchObject({ says: 'Query read timeout' })
  expect(describeError(new Error(`Query read timeout: ${said}`))).not.toHaveProperty('says')
})

test('the errors of Sayso say their message only under codes that tell of its own parts', () => {
  const saying = (Object.keys(errorCodes) as ErrorCode[]).filter(
    (code) => describeError(new TerminalError(code, 'about a part')).says !== undefined,
  )
  expect(saying.toSorted()).toEqual([
    'chat_gone',
    'database_unavailable',
    'database_version',
    'digest_mismatch',
    'fenced',
    'interrupted',
    'ledger_broken',
    'not_connected',
    'queue_unavailable',
    'step_timeout',
    'turn_timeout',
    'whatsapp_unusable',
  ])
})

test('a chain of causes is described to its fifth', () => {
  let error = new Error('the first')
  for (let n = 0; n < 20; n++) error = new Error('the next', { cause: error })
  expect(JSON.stringify(describeError(error)).match(/"type"/gu)).toHaveLength(5)
})
