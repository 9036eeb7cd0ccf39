import { expect, test } from 'vitest'
import { createLog } from '../../cli/create-log.ts'
import { TerminalError, UserError } from '../../errors.ts'
import { logStep } from './log-step.ts'
import type { StepEvent } from './run.ts'

const command = { commandId: 'k1', chat: 'c1' }
/** With `ref`, which is all that a person can tell of it. */
const seen = { event: 'step.failed', ...command, ref: 'K7Q2M', step: 'Cancel the order' }

function log(code: Extract<StepEvent, { kind: 'failed' }>['code'], error?: unknown): unknown {
  const lines: unknown[] = []
  const to = createLog({ logLevel: 'trace' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  logStep(to, command, { kind: 'failed', ref: 'K7Q2M', step: 'Cancel the order', index: 0, code, error })
  expect(lines).toHaveLength(1)
  return lines[0]
}

test.each(['rows_unexpected', 'precondition_failed', 'file_missing', 'file_exists', 'path_outside'] as const)(
  'a step that is refused with %s is news, without its error',
  (code) => {
    const line = log(code, new TerminalError(code, 'the order is not as it has to be'))
    expect(line).toMatchObject({ ...seen, level: 30, code })
    expect(line).not.toHaveProperty('err')
  },
)

test('of what a rule refuses nothing more is told; what a value does not fit is a warning with its error', () => {
  const cause = Object.assign(new Error('value "99999999999" is out of range'), { code: '22003' })
  const refused = (by: 'rule' | 'value') =>
    new UserError('precondition_failed', 'no', { cause, params: { refused: by } })
  const byRule = log('precondition_failed', refused('rule'))
  expect(byRule).toMatchObject({ ...seen, level: 30 })
  expect(byRule).not.toHaveProperty('err')
  const byValue = log('precondition_failed', refused('value'))
  expect(byValue).toMatchObject({ ...seen, level: 40, err: { code: 'precondition_failed', cause: { code: '22003' } } })
  expect(JSON.stringify(byValue)).not.toContain('99999999999')
})

test.each([
  ['action_failed', new TypeError('undefined is not a function')],
  ['effect_unknown', new UserError('precondition_failed', 'it may have happened before')],
  ['step_timeout', new TerminalError('step_timeout', 'too slow')],
] as const)('a step that fails with %s is a warning, and says where it came from', (code, error) => {
  expect(log(code, error)).toMatchObject({
    ...seen,
    level: 40,
    code,
    err: { type: error.name, stack: expect.arrayContaining([expect.stringContaining('log-step.test.ts')]) },
  })
})
