import { expect, test } from 'vitest'
import { measureSteps } from './measure-steps.ts'
import type { Span } from './tracer.ts'

const chain = [
  { actionDomain: 'sql', actionType: 'execute' },
  { actionDomain: 'http', actionType: 'request' },
]

test('steps that run side by side are timed each for itself, and a failed one has its code', () => {
  const { spans, steps, measure } = open()
  measure({ kind: 'started', step: 'One', index: 0, message: 'what nobody should read' })
  measure({ kind: 'started', step: 'Two', index: 1, message: '' })
  measure({
    kind: 'failed',
    step: 'Two',
    index: 1,
    ref: 'K7Q2M',
    code: 'action_failed',
    error: new Error('what nobody should read'),
  })
  measure({ kind: 'done', step: 'One', index: 0, output: 'what nobody should read' })
  expect(steps).toMatchObject([
    { domain: 'http', result: 'failed' },
    { domain: 'sql', result: 'done' },
  ])
  expect(spans).toEqual([
    'begin step sql/execute {"command_id":"k","step":"One","action":"sql/execute"}',
    'begin step http/request {"command_id":"k","step":"Two","action":"http/request"}',
    'fail step http/request action_failed',
    'end step http/request',
    'end step sql/execute',
  ])
})

test('a step that an earlier run began is counted without a time', () => {
  const { spans, steps, measure } = open()
  measure({ kind: 'done', step: 'One', index: 0, output: null })
  expect(steps).toEqual([{ domain: 'sql', result: 'done', seconds: 0 }])
  expect(spans).toEqual([])
})

function open() {
  const spans: string[] = []
  const steps: object[] = []
  const begin = (name: string, { attributes }: { readonly attributes?: object }): Span => {
    spans.push(`begin ${name} ${JSON.stringify(attributes)}`)
    return {
      set: () => undefined,
      fail: (code) => void spans.push(`fail ${name} ${code}`),
      end: () => void spans.push(`end ${name}`),
    }
  }
  const measure = measureSteps(
    { tracer: { begin }, meter: { step: (step) => void steps.push(step) } },
    { commandId: 'k', chain },
  )
  return { spans, steps, measure }
}
