import { context, SpanStatusCode } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { TerminalError } from '../errors.ts'
import { createOtelTracer } from './otel-tracer.ts'
import type { Tracer } from './tracer.ts'

let exporter: InMemorySpanExporter
let tracer: Tracer

beforeEach(() => {
  exporter = new InMemorySpanExporter()
  const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  tracer = createOtelTracer(provider.getTracer('test'))
})
afterEach(() => context.disable())

test('a span that rejects has the code of what was thrown and not its message, and rejects on', async () => {
  const work = tracer.span('turn', {}, async () => {
    throw new TerminalError('action_failed', 'what Maria said')
  })
  await expect(work).rejects.toThrow('what Maria said')
  expect(() =>
    tracer.span('advance', {}, () => {
      throw new Error('what Maria said')
    }),
  ).toThrow('what Maria said')
  const spans = exporter.getFinishedSpans()
  expect(spans.map(({ name, status, attributes, events }) => ({ name, status, attributes, events }))).toEqual([
    failed('turn', 'action_failed'),
    failed('advance', 'action_failed'),
  ])
})

test('spans stand in each other, across what is awaited, and beside it when they say what they follow from', async () => {
  const inner = await tracer.span('outer', { attributes: { chat: 'c', command_id: null } }, async () => {
    await Promise.resolve()
    tracer.span('inside', {}, () => undefined)
    return tracer.current()
  })
  await tracer.span('elsewhere', { parent: null }, async () =>
    tracer.span('follows', { parent: inner }, () => undefined),
  )
  const parents = new Map(exporter.getFinishedSpans().map((span) => [span.name, span]))
  const idOf = (name: string) => parents.get(name)?.spanContext().spanId
  expect(parents.get('inside')?.parentSpanContext?.spanId).toBe(idOf('outer'))
  expect(parents.get('follows')?.parentSpanContext?.spanId).toBe(idOf('outer'))
  expect(parents.get('elsewhere')?.parentSpanContext).toBeUndefined()
  expect(parents.get('outer')?.attributes).toEqual({ 'sayso.chat': 'c' })
  expect(tracer.current()).toBeNull()
})

test('what was kept is recalled, and the oldest is forgotten before there are too many', () => {
  tracer.keep('nothing is traced')
  tracer.span('message', {}, () => {
    for (let n = 0; n < 6000; n++) tracer.keep(`m${n}`)
  })
  const [message] = exporter.getFinishedSpans()
  expect(tracer.recall('m5999')).toContain(message?.spanContext().spanId)
  expect([tracer.recall('m0'), tracer.recall('nothing is traced')]).toEqual([null, null])
})

function failed(name: string, code: string) {
  return { name, status: { code: SpanStatusCode.ERROR }, attributes: { 'error.type': code }, events: [] }
}
