/**
 * Loaded with `node --import` into a process that a test wants to die at a certain query, or command to Redis. The file that `KILL_PLAN` names
 * holds a `KillPlan`; while it is absent nothing counts, so that start-up does not. What was counted is appended to
 * `<file>.log`, one line a query. The product knows nothing of it.
 */
import { appendFileSync, readFileSync } from 'node:fs'
import { Redis } from 'ioredis'
import { Client } from 'pg'

export type KillPlan = {
  /** The process dies right before it would send the so-manieth query that counts, from 1; 0: never. */
  readonly at: number
  /** Source of a regular expression that a query must match to count, or a command to Redis as `redis NAME FIRST-ARGUMENT`. */
  readonly matching: string
  /** Whom to kill instead of the process itself, which then goes on. */
  readonly pid?: number
}

type SendQuery = (this: Client, ...args: unknown[]) => unknown
type SendCommand = Redis['sendCommand']

const planFile = process.env['KILL_PLAN']
// Several signatures in the driver's typings; all of them are passed on as they came.
const prototype = Client.prototype as unknown as { query: SendQuery }
const send = prototype.query
// oxlint-disable-next-line typescript/unbound-method -- called with the connection that it was called on
const sendCommand = Redis.prototype.sendCommand
let counted = 0
let known = ''

if (planFile !== undefined) {
  prototype.query = function (this: Client, ...args: unknown[]) {
    count(planFile, textOf(args[0]))
    return send.apply(this, args)
  }
  Redis.prototype.sendCommand = function (this: Redis, ...args: Parameters<SendCommand>) {
    const [{ name, args: given }] = args
    count(planFile, `redis ${name} ${String(given[0])}`)
    return sendCommand.apply(this, args)
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

function textOf(query: unknown): string {
  if (typeof query === 'string') return query
  return typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : ''
}
