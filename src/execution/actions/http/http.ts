import { Type, type TSchema } from 'typebox'
import { TerminalError, UserError } from '../../../errors.ts'
import type { Json, JsonObject } from '../../../json.ts'
import type { Action, ActionContext, ProbeVerdict } from '../../action.ts'
import { replaceIn } from '../../templates/hide-texts.ts'
import { answerHeaders, answerRows, readAnswerBody } from './http-answer.ts'
import { type Asking, noAnswerError, refusalError } from './http-errors.ts'
import { exchange, type HttpAnswer } from './http-exchange.ts'
import { requestFields, requestProblems, requestUrl, type RequestFields } from './http-request.ts'
import { isWithin, knowServices, type HttpServices, type KnownService } from './http-services.ts'

/** How many redirects below the base of the service `get` follows. */
export const MAX_REDIRECTS = 3
/** How long a request to a service with idempotency keys is repeated after its effect became unclear, in milliseconds. */
export const ASK_AGAIN_MS = 600_000

/** What a text can show of an answer of which nothing names the rows: a `body` that is text stands there as it is. */
const answerColumns = ['status', 'body'] as const

type Services = ReadonlyMap<string, KnownService>

/**
 * The domain `http`: requests to the services of the configuration, and to nothing else. Names are resolved to public
 * addresses only, redirects are followed below the base of their service only, and an answer has at most 1 MiB and the time of
 * its step.
 *
 * `get {service, path, values?, query?, headers?, expectStatus?}` reads. `request {method, body?, …}` changes: it carries
 * an `Idempotency-Key`, the same after a crash. Where nothing was sent, or the service refused (4xx), nothing was changed;
 * an answer that says neither (5xx, cut off, late) leaves the effect unclear. A service with `idempotencyKeys` is then
 * asked again with the same key, which does nothing twice, and so tells what happened; not while everything is paused.
 *
 * Both give `{ status, headers, body }`: JSON as data, other text as a string. `get` with `rowsAt` gives `rows` instead of
 * `body`, as lookups and texts of the catalogue want them. What is secret in the headers of a service is masked in all that
 * it answers.
 * @throws UserError `config_invalid` when a service is not understood
 */
export function createHttpActions({ services }: { readonly services: HttpServices }): readonly Action[] {
  const known = knowServices(services)
  return [createGet(known), createRequest(known)]
}

type GetMeta = RequestFields & { readonly rowsAt?: string }

function createGet(services: Services): Action {
  return {
    domain: 'http',
    type: 'get',
    meta: Type.Object(
      {
        ...requestFields(),
        /** Where in the body the rows are, `data.items`; '' is the body itself. Then `rows` are given instead of `body`. */
        rowsAt: Type.Optional(Type.String({ pattern: '^([A-Za-z0-9_]+(\\.[A-Za-z0-9_]+)*)?$', literal: true })),
      },
      { additionalProperties: false },
    ),
    check: (written) => requestProblems(written, services),
    columns: ({ rowsAt }) => (rowsAt === undefined ? answerColumns : null),
    gives: ({ rowsAt }) => ['status', 'headers', rowsAt === undefined ? 'body' : 'rows'],
    effect: 'none',
    repeat: 'safe',
    // The schema has been checked; so below.
    run: async (meta, context) => {
      const fields = meta as GetMeta
      const service = serviceOf(services, fields)
      const answer = await follow(service, fields, context)
      if (!isExpected(answer, fields)) throw refusalError(answer, service, 'read')
      const body = readAnswerBody(answer)
      if (body.kind === 'unreadable') throw new TerminalError('action_failed', `${service.name}: ${body.why}`)
      const shown = shownOf(answer, service)
      if (fields.rowsAt === undefined) return { ...shown, body: replaceIn(body.data, service.hiddenInData) }
      return { ...shown, rows: replaceIn(answerRows(body.data, fields.rowsAt), service.hiddenInData) }
    },
  }
}

async function follow(service: KnownService, fields: RequestFields, context: ActionContext): Promise<HttpAnswer> {
  let url = requestUrl(service, fields)
  for (let left = MAX_REDIRECTS; ; left -= 1) {
    const answer = await send({ service, fields, url, method: 'GET', body: null, key: null }, context)
    const next = redirectOf(answer, url)
    if (next === null || isExpected(answer, fields)) return answer
    if (!isWithin(service, next) || left === 0) return answer
    url = next
  }
}

function redirectOf({ status, headers }: HttpAnswer, from: URL): URL | null {
  const { location } = headers
  if (status < 300 || status > 399 || location === undefined || !URL.canParse(location, from.href)) return null
  return new URL(location, from.href)
}

type RequestMeta = RequestFields & { readonly method: string; readonly body?: Json }
type Prepared = { readonly askUntil: number }

function createRequest(services: Services): Action {
  const meta: TSchema = Type.Object(
    {
      ...requestFields(),
      method: Type.Unsafe<string>({ ...Type.Enum(['POST', 'PUT', 'PATCH', 'DELETE']), type: 'string', literal: true }),
      /** Sent as JSON; a string as plain text. */
      body: Type.Optional(Type.Unknown()),
    },
    { additionalProperties: false },
  )
  return {
    domain: 'http',
    type: 'request',
    meta,
    check: (written) => requestProblems(written, services),
    columns: () => answerColumns,
    gives: () => ['status', 'headers', 'body', 'unreadable'],
    mayRefuse: true,
    effect: 'mutates',
    repeat: 'unsafe',
    prepare: async (): Promise<Prepared> => ({ askUntil: Date.now() + ASK_AGAIN_MS }),
    run: async (given, context) => request(services, given as RequestMeta, context, 'change'),
    probe: async (given, context, prepared) => {
      const wanted = given as RequestMeta
      if (!serviceOf(services, wanted).idempotencyKeys) return { kind: 'unknown' }
      // `prepare` gave it; the journal kept it.
      return askAgain(services, wanted, context, prepared as Prepared)
    },
  }
}

async function request(services: Services, meta: RequestMeta, context: ActionContext, asks: Asking): Promise<Json> {
  const service = serviceOf(services, meta)
  const { method, body = null } = meta
  const url = requestUrl(service, meta)
  const answer = await send({ service, fields: meta, url, method, body, key: context.effectId }, context)
  if (!isExpected(answer, meta)) throw refusalError(answer, service, asks)
  const read = readAnswerBody(answer)
  const shown = shownOf(answer, service)
  // It said that it did it: an answer that cannot be read takes nothing of that back.
  return read.kind === 'data'
    ? { ...shown, body: replaceIn(read.data, service.hiddenInData) }
    : { ...shown, body: null, unreadable: read.why }
}

function shownOf(answer: HttpAnswer, { hiddenInData }: KnownService): JsonObject {
  return { status: answer.status, headers: replaceIn(answerHeaders(answer), hiddenInData) }
}

/** The same request with the same key: the service does it now, or says what came of it. */
async function askAgain(
  services: Services,
  meta: RequestMeta,
  context: ActionContext,
  { askUntil }: Prepared,
): Promise<ProbeVerdict> {
  if (Date.now() > askUntil) return { kind: 'unknown' }
  // The service may do it now for the first time.
  if ((await context.isPaused?.()) === true) return { kind: 'later', until: askUntil }
  try {
    return { kind: 'happened', output: await request(services, meta, context, 'change again') }
  } catch (error) {
    if (error instanceof UserError) return { kind: 'did-not-happen' }
    if (error instanceof TerminalError && error.code !== 'step_timeout') return { kind: 'unknown' }
    return { kind: 'later', until: askUntil, cause: error }
  }
}

type Outgoing = {
  readonly service: KnownService
  readonly fields: RequestFields
  readonly url: URL
  readonly method: string
  readonly body: Json
  readonly key: string | null
}

async function send(outgoing: Outgoing, { signal }: ActionContext): Promise<HttpAnswer> {
  const { service, fields, url, method, body, key } = outgoing
  const text = body === null ? null : typeof body === 'string' ? body : JSON.stringify(body)
  const contentType = typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json'
  const headers = {
    accept: 'application/json, text/*;q=0.5',
    'user-agent': 'sayso',
    ...fields.headers,
    ...(text === null ? {} : { 'content-type': contentType, 'content-length': String(Buffer.byteLength(text)) }),
    // A step's name may hold what a header cannot.
    ...(key === null ? {} : { 'idempotency-key': encodeURI(key) }),
    ...service.headers,
  }
  try {
    return await exchange({ method, url, headers, body: text, allowPrivate: service.allowPrivate, signal })
  } catch (error) {
    throw noAnswerError(error, service, key !== null, signal)
  }
}

function isExpected({ status }: HttpAnswer, { expectStatus }: RequestFields): boolean {
  return expectStatus === undefined ? status >= 200 && status <= 299 : expectStatus.includes(status)
}

function serviceOf(services: Services, { service: name }: Pick<RequestFields, 'service'>): KnownService {
  const service = services.get(name)
  if (service === undefined) throw new TerminalError('action_invalid', `There is no service "${name}"`)
  return service
}
