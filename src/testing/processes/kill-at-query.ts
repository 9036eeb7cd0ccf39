/**
 * Loaded with `node --import` into a process that a test wants to die at a certain query, command to Redis or answer of Redis. The
 * file that `KILL_PLAN` names holds a `KillPlan`; while it is absent nothing counts, so that start-up does not. What was counted is
 * appended to `<file>.log`, one line each. The product knows nothing of it.
 */
import { createHash } from 'node:crypto'
import { appendFileSync, readFileSync } from 'node:fs'
import { Redis } from 'ioredis'
import { Client } from 'pg'

export type KillPlan = {
  /** The process dies right before the so-manieth that counts would be sent, or be heard, from 1; 0: never. */
  readonly at: number
  /**
   * Source of a regular expression that a query must match to count. A command to Redis is `redis NAME FIRST-ARGUMENT`, where a
   * script that was defined goes by its own name. That one of either was answered is `answered …`, before anybody hears of it.
   */
  readonly matching: string
  /** Whom to kill instead of the process itself, which then goes on. */
  readonly pid?: number
}

type SendQuery = (this: Client, ...args: unknown[]) => unknown
type SendCommand = Redis['sendCommand']
type DefineCommand = Redis['defineCommand']

const planFile = process.env['KILL_PLAN']
// Several signatures in the driver's typings; all of them are passed on as they came.
const prototype = Client.prototype as unknown as { query: SendQuery }
const send = prototype.query
// oxlint-disable-next-line typescript/unbound-method -- called with the connection that it was called on
const sendCommand = Redis.prototype.sendCommand
// oxlint-disable-next-line typescript/unbound-method -- called with the connection that it was called on
const defineCommand = Redis.prototype.defineCommand
/** What a script is called, by the digest under which Redis knows it. */
const scripts = new Map<string, string>()
let counted = 0
let known = ''

if (planFile !== undefined) {
  prototype.query = function (this: Client, ...args: unknown[]) {
    const text = textOf(args[0])
    count(planFile, text)
    beforeAnswer(args[0], () => count(planFile, `answered ${text}`))
    return send.apply(this, args)
  }
  Redis.prototype.sendCommand = function (this: Redis, ...args: Parameters<SendCommand>) {
    const [{ name, args: given, promise }] = args
    const first = String(given[0])
    const text = `redis ${name} ${scripts.get(first) ?? first}`
    count(planFile, text)
    promise.then(
      () => count(planFile, `answered ${text}`),
      () => undefined,
    )
    return sendCommand.apply(this, args)
  }
  Redis.prototype.defineCommand = function (this: Redis, ...args: Parameters<DefineCommand>) {
    const [name, { lua }] = args
    scripts.set(createHash('sha1').update(lua).digest('hex'), name)
    defineCommand.apply(this, args)
  }
}

function count(file: string, text: string): void {
  const written = readPlan(file)
  if (written === '') return
  if (written !== known) counted = 0
  known = written
  // Written by the test that started this process.
  const plan = JSON.parse(written) as KillPlan
  if (!new RegExp(plan.matching, 'iu').test(text)) return
  counted += 1
  appendFileSync(`${file}.log`, `${text.replaceAll(/\s+/gu, ' ')}\n`)
  if (counted === plan.at) process.kill(plan.pid ?? process.pid, 'SIGKILL')
}

function readPlan(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** A query that is one of the driver's own tells its end by a function. */
function beforeAnswer(query: unknown, hear: () => void): void {
  if (typeof query !== 'object' || query === null || !('callback' in query)) return
  const { callback } = query
  if (typeof callback !== 'function') return
  query.callback = (...answer: unknown[]) => {
    hear()
    return Reflect.apply(callback, query, answer)
  }
}

function textOf(query: unknown): string {
  if (typeof query === 'string') return query
  return typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : ''
}
