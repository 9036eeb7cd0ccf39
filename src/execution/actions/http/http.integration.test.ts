import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../json.ts'
import { buildStep } from '../../../testing/build-step.ts'
import { startHttpService, type HttpService, type Trouble } from '../../../testing/servers/http-service.ts'
import { createWatchedJournal, runTestChain } from '../../../testing/run-test-chain.ts'
import { createActions } from '../../action.ts'
import type { JournalEntry } from '../../run/journal.ts'
import type { Outcome } from '../../run/outcome.ts'
import { MAX_ANSWER_BYTES } from './http-exchange.ts'
import { createHttpActions } from './http.ts'
import type { HttpServices } from './http-services.ts'

let service: HttpService
const password = 'pa/ss wörd'
const credentials = Buffer.from(`agent-7:${password}`).toString('base64')

beforeEach(async () => {
  service = await startHttpService()
})

afterEach(() => service.close())

const services = (): HttpServices => ({
  plain: { baseUrl: service.url, allowPrivate: true, headers: { authorization: 'Bearer hunter2' } },
  keyed: { baseUrl: service.url, allowPrivate: true, idempotencyKeys: true },
  basic: { baseUrl: service.url, allowPrivate: true, headers: { authorization: `Basic ${credentials}` } },
  below: { baseUrl: `${service.url}/v2/`, allowPrivate: true, headers: { authorization: 'Bearer hunter2' } },
  guarded: { baseUrl: `https://127.0.0.1:${service.port}` },
  named: { baseUrl: `https://localhost:${service.port}` },
  // The service speaks no TLS.
  secure: { baseUrl: `https://127.0.0.1:${service.port}`, allowPrivate: true, idempotencyKeys: true },
})

type Options = { readonly stepTimeoutMs?: number; readonly before?: readonly JournalEntry[] }

function runStep(
  type: 'get' | 'request',
  meta: JsonObject,
  { before = [], ...options }: Options = {},
): Promise<Outcome> {
  const step = buildStep({ stepName: 'Ask it', actionDomain: 'http', actionType: type, actionMeta: meta })
  const journal = createWatchedJournal(before)
  return runTestChain([step], createHttpActions({ services: services() }), { ...options, journal })
}

const get = (meta: JsonObject = {}, options?: Options): Promise<Outcome> =>
  runStep('get', { service: 'plain', path: '/parcels/204', ...meta }, options)

const label = { method: 'POST', path: '/labels', body: { order: '204' } }
const post = (name: string, meta: JsonObject = {}, options?: Options): Promise<Outcome> =>
  runStep('request', { service: name, ...label, ...meta }, options)

const done = (output: JsonObject): object => ({ kind: 'executed', outputs: { 'Ask it': output } })
const failed = (effect: string, reason = 'action_failed'): object => ({ kind: 'failed', effect, reason })
const times = (count: number, trouble: Trouble): readonly Trouble[] => Array.from({ length: count }, () => trouble)

describe('get', () => {
  test('gives the answer as data, with those headers that chains may see', async () => {
    expect(await get()).toEqual(
      done({
        status: 200,
        headers: { 'content-type': 'application/json', etag: '"1"' },
        body: { id: '204', carrier: 'Correios', state: 'in transit', place: 'Campinas', stops: 3 },
      }),
    )
    expect(service.requests[0]?.headers).toMatchObject({ authorization: 'Bearer hunter2', 'user-agent': 'sayso' })
    expect(service.requests[0]?.headers['idempotency-key']).toBeUndefined()
  })

  test('gives rows where lookups and texts want them', async () => {
    expect(await get({ rowsAt: '' })).toMatchObject(done({ rows: [{ id: '204', place: 'Campinas' }] }))
    const body = '{"data":{"items":[{"id":1},{"id":2}]}}'
    service.trouble({ kind: 'status', status: 200, body })
    expect(await get({ rowsAt: 'data.items' })).toMatchObject(done({ rows: [{ id: 1 }, { id: 2 }] }))
    expect(await get({ rowsAt: 'data.items' })).toMatchObject(failed('none'))
    expect(await get({ rowsAt: 'place.constructor' })).toMatchObject(failed('none'))
  })

  test('tries again when the service stumbles, and then gives up', async () => {
    service.trouble({ kind: 'status', status: 503 }, { kind: 'cut', done: 'before' })
    expect(await get()).toMatchObject({ kind: 'executed' })
    service.trouble(...times(3, { kind: 'status', status: 500 }))
    expect(await get()).toMatchObject(failed('none'))
    expect(service.requests).toHaveLength(6)
  })

  test('says that a thing is not there, in the words of the service, without secrets', async () => {
    expect(await get({ path: '/parcels/{id}', values: { id: '9/204' } })).toMatchObject({
      ...failed('none', 'precondition_failed'),
      explanation: 'plain answered 404: There is no such parcel',
    })
    expect(service.requests[0]?.path).toBe('/parcels/9%2F204')
    service.trouble({ kind: 'status', status: 400, body: '{"error":{"message":"bad\\u202E\\u0000 Bearer hunter2"}}' })
    expect(await get()).toMatchObject({ ...failed('none'), explanation: 'plain answered 400: bad ••••••' })
    service.trouble({ kind: 'status', status: 401 })
    expect(await get()).toMatchObject({ ...failed('none'), explanation: 'plain answered 401' })
  })

  test.each<Trouble>([
    { kind: 'huge', bytes: MAX_ANSWER_BYTES + 1, told: true },
    { kind: 'huge', bytes: 3 * MAX_ANSWER_BYTES, told: false },
    { kind: 'status', status: 200, body: '{"broken":' },
    { kind: 'status', status: 200, body: `${'['.repeat(200_000)}${']'.repeat(200_000)}` },
    { kind: 'status', status: 200, body: 'x', headers: { 'content-type': 'image/png' } },
    { kind: 'status', status: 200, body: 'x', headers: { 'content-encoding': 'gzip' } },
  ])('refuses what it cannot read: $kind', async (trouble) => {
    service.trouble(trouble)
    expect(await get()).toMatchObject(failed('none'))
    expect(service.requests).toHaveLength(1)
  })

  test('takes the largest answer there may be', async () => {
    service.trouble({ kind: 'huge', bytes: MAX_ANSWER_BYTES, told: false })
    expect(await get()).toMatchObject({ kind: 'executed' })
  })

  test.each<Trouble>([{ kind: 'silent' }, { kind: 'slow-body' }])(
    'waits no longer than its step: $kind',
    async (trouble) => {
      service.trouble(trouble)
      expect(await get({}, { stepTimeoutMs: 150 })).toMatchObject(failed('none', 'timed_out'))
    },
  )
})

describe('what is secret in the headers of a service', () => {
  test.each([
    ['plain', 'hunter2', 'hunter2'],
    ['plain', 'Bearer hunter2', encodeURIComponent('Bearer hunter2')],
    ['plain', 'hunter2', Buffer.from('hunter2').toString('base64')],
    ['basic', credentials, credentials],
    ['basic', password, password],
    ['basic', password, encodeURIComponent(password)],
    ['basic', 'agent-7', 'agent-7'],
  ])('is in no explanation and in no output, in whichever part and spelling: %s %s, %s', async (name, secret, part) => {
    const refusal = JSON.stringify({ error: { message: `Incorrect API key provided: ${part}.` } })
    service.trouble(...times(2, { kind: 'status', status: 401, body: refusal }))
    const explanation = `${name} answered 401: Incorrect API key provided: ••••••.`
    expect(await get({ service: name })).toMatchObject({ ...failed('none'), explanation })
    expect(await post(name)).toMatchObject({ ...failed('none'), explanation })

    const headers = { location: `/parcels?key=${encodeURIComponent(secret)}` }
    const body = JSON.stringify([{ seen: `by ${part}`, [part]: 1 }])
    service.trouble(...times(3, { kind: 'status', status: 200, body, headers }))
    const shown = { headers: { location: '/parcels?key=••••••' } }
    const rows = [{ seen: 'by ••••••', '••••••': 1 }]
    expect(await get({ service: name })).toMatchObject(done({ ...shown, body: rows }))
    expect(await get({ service: name, rowsAt: '' })).toMatchObject(done({ ...shown, rows }))
    expect(await post(name)).toMatchObject(done({ ...shown, body: rows }))
  })
})

const to = (location: string): Trouble => ({ kind: 'status', status: 302, headers: { location } })

describe('redirects', () => {
  test('are followed within the service, a few times', async () => {
    service.trouble(to('/parcels/205'), to(`${service.url}/parcels/205`))
    expect(await get()).toMatchObject(done({ body: { id: '205' } }))
    service.trouble(...times(10, to('/parcels/205')))
    expect(await get()).toMatchObject(failed('none'))
    expect(service.requests).toHaveLength(7)
  })

  test.each(['http://169.254.169.254/latest/meta-data', 'https://127.0.0.1/', '//evil.example/', 'file:///etc/passwd'])(
    'never lead anywhere else: %s',
    async (location) => {
      service.trouble({ kind: 'status', status: 307, headers: { location } })
      expect(await get()).toMatchObject({
        ...failed('none'),
        explanation: expect.stringContaining('elsewhere') as string,
      })
      expect(service.requests).toHaveLength(1)
    },
  )

  test.each([
    '/internal/admin',
    '/',
    '../../internal',
    '/v2/../internal',
    '/v2/%2e%2E/internal',
    '/v2/..%2finternal',
    '/v2/x%2F%2e%2e%5c..%5Cinternal',
    '/v2\\..\\internal',
    '/v20/parcels',
    '/V2/parcels',
    '//v2/parcels',
  ])('never lead above the path of the service: %s', async (location) => {
    service.trouble(to(location))
    expect(await get({ service: 'below' })).toMatchObject({
      ...failed('none'),
      explanation: expect.stringContaining('elsewhere') as string,
    })
    expect(service.requests.map(({ path }) => path)).toEqual(['/v2/parcels/204'])
  })

  test.each(['/v2/parcels/205', '/v2/x/../parcels/205?a=../b', '205', '/v2/a..b/205'])(
    'are followed below the path of the service: %s',
    async (location) => {
      service.trouble(to(location))
      await get({ service: 'below' })
      expect(service.requests).toHaveLength(2)
    },
  )

  test('are followed to the path of the service itself', async () => {
    service.trouble(to('/v2'), to('/v2/?page=1'), to('/v2/parcels/205'))
    expect(await get({ service: 'below' })).toMatchObject(done({ body: { id: '205' } }))
  })

  test('never are followed by what changes something', async () => {
    service.trouble({ kind: 'status', status: 307, headers: { location: '/labels' } })
    expect(await post('plain')).toMatchObject(failed('unknown', 'effect_unknown'))
    expect(service.requests).toHaveLength(1)
  })
})

describe('private addresses', () => {
  test.each(['guarded', 'named'])('are not even connected to: %s', async (name) => {
    const error = { explanation: expect.stringContaining('private address') as string }
    expect(await get({ service: name })).toMatchObject({ ...failed('none'), ...error })
    expect(await post(name)).toMatchObject({ ...failed('none'), ...error })
    expect(service.requests).toEqual([])
  })
})

test.each([
  ['request', label, ['status', 'body']],
  ['get', {}, ['status', 'body']],
  ['get', { rowsAt: 'items' }, null],
])('the columns of %s %j are %j', (type, meta, columns) => {
  const action = createActions(createHttpActions({ services: services() })).find('http', type)
  expect(action?.columns?.(meta)).toEqual(columns)
})

describe('request', () => {
  test('changes something once, under a key that names the effect', async () => {
    expect(await post('plain')).toMatchObject(done({ status: 201, body: { number: 1 } }))
    expect(service.effects).toEqual(['POST /labels {"order":"204"}'])
    expect(service.requests[0]?.headers).toMatchObject({
      'idempotency-key': 'c1/Ask%20it',
      'content-type': 'application/json',
    })
  })

  test('sends text as text, and nothing as nothing', async () => {
    await post('plain', { body: 'a note — ü' })
    await post('plain', { method: 'DELETE', body: null })
    expect(service.requests).toMatchObject([
      { body: 'a note — ü', headers: { 'content-type': 'text/plain; charset=utf-8' } },
      { method: 'DELETE', body: '' },
    ])
  })

  test.each([400, 404, 409, 422, 429, 401])('changed nothing when the service refuses with %d', async (status) => {
    service.trouble({ kind: 'status', status })
    expect(await post('plain')).toMatchObject({ kind: 'failed', effect: 'none' })
    expect([service.requests.length, service.effects.length]).toEqual([1, 0])
  })

  test('changed nothing, and showed nothing, when there is no TLS where there should be', async () => {
    const said = { service: 'secure', status: null, message: '' }
    expect(await post('secure')).toMatchObject({ ...failed('none'), said })
    expect(await get({ service: 'secure' })).toMatchObject(failed('none'))
    expect(service.requests).toEqual([])
  })

  test('changed nothing when the service cannot be reached', async () => {
    await service.close()
    const said = { service: 'plain', status: null, message: '' }
    expect(await get()).toMatchObject({ ...failed('none'), said, passing: true })
    expect(await post('plain')).toMatchObject({ ...failed('none'), said, passing: true })
    expect(await post('keyed')).toMatchObject(failed('none'))
  })

  test.each<Trouble>([
    { kind: 'done-but-500' },
    { kind: 'status', status: 502 },
    { kind: 'cut', done: 'before' },
    { kind: 'cut', done: 'after' },
    { kind: 'cut-answer' },
  ])('is unknown, and never repeated, without keys: $kind', async (trouble) => {
    service.trouble(trouble)
    expect(await post('plain')).toMatchObject(failed('unknown', 'effect_unknown'))
    expect(service.requests).toHaveLength(1)
  })

  test('is unknown when no answer came in time', async () => {
    service.trouble({ kind: 'silent' })
    const said = { service: 'plain', status: null, message: '' }
    const explanation = expect.stringContaining('plain did not answer in time') as unknown
    expect(await post('plain', {}, { stepTimeoutMs: 150 })).toMatchObject({
      ...failed('unknown', 'effect_unknown'),
      said,
      explanation,
    })
  })

  test('is unknown for a reason that the service gives', async () => {
    service.trouble({ kind: 'status', status: 503, body: '{"error":"the cache is down"}' })
    const said = { service: 'plain', status: 503, message: 'the cache is down' }
    expect(await post('plain')).toMatchObject({ ...failed('unknown', 'effect_unknown'), said })
  })

  test.each<Trouble>([
    { kind: 'done-but-500' },
    { kind: 'cut', done: 'before' },
    { kind: 'cut', done: 'after' },
    { kind: 'cut-answer' },
    { kind: 'silent' },
  ])('is asked again with the same key, and done once: $kind', async (trouble) => {
    service.trouble(trouble)
    expect(await post('keyed', {}, { stepTimeoutMs: 300 })).toMatchObject(done({ body: { number: 1 } }))
    expect(service.effects).toHaveLength(1)
    expect(new Set(service.requests.map(({ headers }) => headers['idempotency-key']))).toEqual(new Set(['c1/Ask%20it']))
  })

  test('changed nothing when the service, asked again, refuses', async () => {
    service.trouble({ kind: 'cut', done: 'before' }, { kind: 'status', status: 422 })
    expect(await post('keyed')).toMatchObject(failed('none'))
  })

  test('was done although its answer cannot be read', async () => {
    service.trouble({ kind: 'huge', bytes: MAX_ANSWER_BYTES + 1, told: false })
    expect(await post('plain')).toMatchObject(
      done({ status: 200, body: null, unreadable: expect.any(String) as string }),
    )
  })
})

const intent = (name: string, askUntil: number): JournalEntry => ({
  kind: 'intent',
  step: 'Ask it',
  meta: { service: name, ...label },
  prepared: { askUntil },
})

describe('after a crash', () => {
  test('a request without keys is left for a person to settle', async () => {
    expect(await post('plain', {}, { before: [intent('plain', Date.now() + 60_000)] })).toMatchObject(
      failed('unknown', 'effect_unknown'),
    )
    expect(service.requests).toEqual([])
  })

  test('one with keys is asked again, as long as the service can be expected to remember', async () => {
    await post('keyed')
    expect(await post('keyed', {}, { before: [intent('keyed', Date.now() + 60_000)] })).toMatchObject(
      done({ body: { number: 1 } }),
    )
    expect(service.effects).toHaveLength(1)
    expect(await post('keyed', {}, { before: [intent('keyed', Date.now() - 1)] })).toMatchObject(
      failed('unknown', 'effect_unknown'),
    )
    expect(service.requests).toHaveLength(2)
  })

  test('one with keys that is refused at once changed nothing', async () => {
    service.trouble({ kind: 'status', status: 409, body: '{"error":"gone"}' })
    expect(await post('keyed')).toMatchObject({ ...failed('none', 'precondition_failed'), said: { message: 'gone' } })
  })

  test.each([503, 409])('one that the service cannot answer yet stays open: %i', async (status) => {
    service.trouble({ kind: 'status', status })
    const again = post('keyed', {}, { before: [intent('keyed', Date.now() + 60_000)] })
    await expect(again).rejects.toMatchObject({ code: 'asked_again' })
  })
})

test('what speaks no HTTP at all is an answer that was cut off', async () => {
  const server = createServer((socket) => void socket.resume().end('SSH-2.0-OpenSSH\r\n'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const actions = createHttpActions({ services: { odd: { baseUrl: `http://127.0.0.1:${port}`, allowPrivate: true } } })
  const step = buildStep({
    stepName: 'Ask it',
    actionDomain: 'http',
    actionType: 'request',
    actionMeta: { service: 'odd', ...label },
  })
  expect(await runTestChain([step], actions)).toMatchObject(failed('unknown', 'effect_unknown'))
  await new Promise((resolve) => server.close(resolve))
})
