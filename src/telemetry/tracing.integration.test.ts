/** Traces as a collector gets them from real processes. */
import { afterEach, expect, test } from 'vitest'
import type { Door } from '../testing/processes/door.ts'
import { startOtlpReceiver, type OtlpReceiver, type ReceivedSpan } from '../testing/servers/otlp-receiver.ts'
import { startRedisServer } from '../testing/servers/redis-server.ts'
import {
  createTestInstallation,
  type TestInstallation,
  ordersOnly,
} from '../testing/installations/test-installation.ts'

const closers: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

test('one command is one tree of spans across bot, Redis and worker, from the confirmation to the outcome that was sent', async () => {
  const redis = await startRedisServer()
  closers.push(() => redis.close())
  const { collector, house } = await install('takes', { REDIS_URL: redis.url })
  const worker = await house.openWorker({ env: { OTEL_SERVICE_NAME: 'the worker' } })
  const door = house.openDoor({ worker: false })
  const { commandId, code } = await cancelOrder(door, house)
  expect([await door.stop(), await worker.stop()]).toEqual([0, 0])

  const spans = traceOf(collector, 'confirm', commandId)
  expect(treeOf(spans)).toEqual(expectedTree)
  expect(serviceOf(spans, 'turn')).toBe('sayso')
  expect(serviceOf(spans, 'run')).toBe('the worker')
  expect(attributesOf(spans, 'run')).toEqual({
    'sayso.command_id': commandId,
    'sayso.command': 'CANCEL_ORDER',
    'sayso.chat': expect.stringMatching(/^[0-9a-f-]{36}$/u),
    'sayso.epoch': 1,
    'sayso.status': 'executed',
  })
  expect(attributesOf(spans, 'confirm')).toMatchObject({ 'sayso.method': 'token', 'sayso.status': 'confirmed' })
  // What was asked for is a trace of its own, with the preview.
  const asked = traceOf(collector, 'accept', commandId)
  expect(treeOf(asked)).toEqual(['message', ' turn', '  accept', '  advance', '  send', '  understanding'])
  expect(collector.raw()).not.toContain(code)
  for (const secret of [house.phone(0), house.phone(0).slice(1), 'Owner 0', 'Cancel order']) {
    expect(collector.raw()).not.toContain(secret)
  }
})

test('the same tree comes of one process with its queue in Postgres, and a read is a tree of one turn', async () => {
  const { collector, house } = await install('takes')
  const door = house.openDoor()
  const { commandId } = await cancelOrder(door, house)
  await door.turn({ from: house.phone(0), text: 'status of order 205' })
  expect(await door.stop()).toBe(0)

  expect(treeOf(traceOf(collector, 'confirm', commandId))).toEqual(expectedTree)
  const read = collector.spans.find(({ attributes }) => attributes['sayso.command'] === 'ORDER_STATUS')
  const tree = treeOf(collector.spans.filter(({ traceId }) => traceId === read?.traceId))
  expect(tree).toEqual([
    'message',
    ' turn',
    '  accept',
    '  advance',
    '  run',
    '   step sql/query',
    '  send',
    '  understanding',
  ])
  // Workers ask for jobs all the time; that is no trace.
  const known = new Set(['message', 'turn', 'send', 'voice'])
  expect(collector.spans.filter(({ parentSpanId, name }) => parentSpanId === '' && !known.has(name))).toEqual([])
})

test.for([
  ['hangs', 1],
  ['is not there', 0],
] as const)(
  'a collector that %s changes nothing: the command is run and told, and the stop is as quick',
  async ([mode, asked]) => {
    const { collector, house } = await install(mode)
    const door = house.openDoor()
    await cancelOrder(door, house)
    await expect.poll(collector.requests).toBeGreaterThanOrEqual(asked)
    const begun = performance.now()
    expect(await door.stop()).toBe(0)
    expect(performance.now() - begun).toBeLessThan(10_000)
    expect(door.logged()).not.toContain('UnhandledPromiseRejection')
  },
)

/** With what asks at the same time, and what BullMQ itself says of the job, left out. */
const expectedTree = [
  'message',
  ' turn',
  '  add commands.command',
  '   process commands',
  '    complete commands',
  '    run',
  '     step sql/execute',
  '     turn',
  '      advance',
  '      send',
  '  advance',
  '  confirm',
  '  understanding',
]

async function install(
  mode: 'takes' | 'hangs' | 'is not there',
  env: Readonly<Record<string, string>> = {},
): Promise<{ collector: OtlpReceiver; house: TestInstallation }> {
  const collector = await startOtlpReceiver(mode === 'is not there' ? 'takes' : mode)
  if (mode === 'is not there') await collector.close()
  else closers.push(collector.close)
  const house = await createTestInstallation({ ...ordersOnly(), OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...env })
  closers.push(house.close)
  return { collector, house }
}

/** From the wish to the outcome; the code that confirmed it. */
async function cancelOrder(door: Door, house: TestInstallation): Promise<{ commandId: string; code: string }> {
  await door.turn({ from: house.phone(0), text: 'CANCEL_ORDER id=204' })
  const preview = await door.until('a preview', (lines) => lines.find(({ about }) => about === 'preview'))
  const code = preview.confirm?.expect ?? ''
  await door.turn({ from: house.phone(0), text: code })
  await door.until('the outcome', (lines) => lines.find(({ about }) => about === 'outcome'))
  await door.idle()
  return { commandId: preview.command?.id ?? '', code }
}

/** The spans of the trace in which this happened to the command. */
function traceOf({ spans }: OtlpReceiver, name: string, commandId: string): readonly ReceivedSpan[] {
  const found = spans.find((span) => span.name === name && span.attributes['sayso.command_id'] === commandId)
  return spans.filter(({ traceId }) => traceId === found?.traceId)
}

/** One line a span, below its parent; those of one parent by name, each name once. All belong to it. */
function treeOf(spans: readonly ReceivedSpan[]): readonly string[] {
  const known = new Set(['', ...spans.map(({ spanId }) => spanId)])
  expect(spans.filter(({ parentSpanId }) => !known.has(parentSpanId))).toEqual([])
  const below = (parentId: string, depth: number): readonly string[] => {
    const children = spans.filter(
      ({ parentSpanId, name }) => parentSpanId === parentId && !name.startsWith('getNextJob'),
    )
    const names = [...new Set(children.map(({ name }) => name.replace(/ \S*commands/u, ' commands')))].toSorted()
    return names.flatMap((name) => [
      `${' '.repeat(depth)}${name}`,
      ...new Set(
        children
          .filter((child) => child.name.replace(/ \S*commands/u, ' commands') === name)
          .flatMap((child) => below(child.spanId, depth + 1)),
      ),
    ])
  }
  return below('', 0)
}

function serviceOf(spans: readonly ReceivedSpan[], name: string): string | undefined {
  return spans.find((span) => span.name === name)?.service
}

function attributesOf(spans: readonly ReceivedSpan[], name: string): Readonly<Record<string, unknown>> | undefined {
  return spans.find((span) => span.name === name)?.attributes
}
