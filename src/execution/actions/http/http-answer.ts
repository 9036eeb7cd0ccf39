import { TerminalError } from '../../../errors.ts'
import { isDeeperThan, isJsonObject, type Json, type JsonObject } from '../../../json.ts'
import { replaceText, type Replacements } from '../../templates/hide-texts.ts'
import type { HttpAnswer } from './http-exchange.ts'

/** The headers of an answer that chains may see; the others may hold what is none of their business. */
const shownHeaders = ['content-type', 'etag', 'last-modified', 'location', 'retry-after', 'x-request-id'] as const
/** JSON that nests deeper is not read: walking through it would end the process. */
const MAX_DEPTH = 100
const MAX_MESSAGE_LENGTH = 200

/** The body of an answer as data, or why it is none. */
export type AnswerBody =
  | { readonly kind: 'data'; readonly data: Json }
  | { readonly kind: 'unreadable'; readonly why: string }

/** Reads JSON as data and every other text as a string; nothing gives `null`. */
export function readAnswerBody({ headers, body }: HttpAnswer): AnswerBody {
  if (body === null) return { kind: 'unreadable', why: 'its answer is larger than 1 MiB' }
  if (body.length === 0) return { kind: 'data', data: null }
  const encoding = headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity') return { kind: 'unreadable', why: 'its answer is compressed, which nobody asked for' }
  const type = (headers['content-type'] ?? 'text/plain').split(';')[0]?.trim().toLowerCase() ?? ''
  const isJson = /^application\/(?:[a-z0-9.+-]+\+)?json$/u.test(type)
  const isText = isJson || /^text\/|^application\/(?:[a-z0-9.+-]+\+)?xml$/u.test(type)
  if (!isText) return { kind: 'unreadable', why: 'its answer is neither JSON nor text' }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body)
    if (!isJson) return { kind: 'data', data: text }
    const data = JSON.parse(text) as Json
    return isDeeperThan(data, MAX_DEPTH)
      ? { kind: 'unreadable', why: 'its answer nests too deep' }
      : { kind: 'data', data }
  } catch {
    return { kind: 'unreadable', why: isJson ? 'its answer is not JSON' : 'its answer is not UTF-8' }
  }
}

/** The headers that chains may see. */
export function answerHeaders({ headers }: HttpAnswer): JsonObject {
  return Object.fromEntries(
    shownHeaders.flatMap((name) => {
      const value = headers[name]
      return typeof value === 'string' ? [[name, value] as const] : []
    }),
  )
}

/**
 * The objects at a place of the body, one object being a list of one.
 * @throws TerminalError `action_failed` when there is neither
 */
export function answerRows(data: Json, at: string): readonly Json[] {
  const steps = at === '' ? [] : at.split('.')
  const found = steps.reduce<Json | undefined>((value, step) => (isJsonObject(value) ? value[step] : undefined), data)
  const rows = Array.isArray(found) ? (found as readonly Json[]) : [found ?? null]
  if (rows.every(isJsonObject)) return rows
  throw new TerminalError('action_failed', `The answer of the service has no rows at "${at}"`)
}

/** What a service says about its refusal, in one short line without what is `hidden`; '' when it says nothing. */
export function answerMessage(answer: HttpAnswer, hidden: Replacements): string {
  const read = readAnswerBody(answer)
  const said = read.kind === 'data' ? messageIn(read.data) : ''
  const line = replaceText(said, hidden)
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
  return Array.from(line).slice(0, MAX_MESSAGE_LENGTH).join('')
}

function messageIn(data: Json): string {
  if (typeof data === 'string') return /^\s*</u.test(data) ? '' : data
  if (!isJsonObject(data)) return ''
  for (const name of ['message', 'detail', 'title', 'error']) {
    const value = data[name]
    const found = value === undefined ? '' : messageIn(value)
    if (found !== '') return found
  }
  return ''
}
