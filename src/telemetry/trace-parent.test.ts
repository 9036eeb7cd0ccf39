import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatTraceParent, parseTraceParent } from './trace-parent.ts'

const hex = (length: number) =>
  fc.string({ unit: fc.constantFrom(...Array.from('0123456789abcdef')), minLength: length, maxLength: length })

test('a span is read as it was written', () => {
  fc.assert(
    fc.property(hex(32), hex(16), fc.constantFrom(0, 1), (traceId, spanId, traceFlags) => {
      fc.pre(/[1-9a-f]/u.test(traceId) && /[1-9a-f]/u.test(spanId))
      const span = { traceId, spanId, traceFlags }
      expect(parseTraceParent(formatTraceParent(span))).toEqual({ ...span, isRemote: true })
    }),
  )
})

test('what is no span is none, whatever it is', () => {
  fc.assert(fc.property(fc.anything(), (value) => parseTraceParent(value) === null))
  const zeros = `00-${'0'.repeat(32)}-${'1'.repeat(16)}-01`
  const future = `01-${'1'.repeat(32)}-${'1'.repeat(16)}-01`
  for (const text of [zeros, future, '', '00-1-2-03']) expect(parseTraceParent(text)).toBeNull()
})
