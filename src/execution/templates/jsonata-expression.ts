import jsonata from 'jsonata'
import { TerminalError } from '../../errors.ts'
import type { Json, JsonObject } from '../../json.ts'

/**
 * JSONata within limits: nothing that evaluates text, tells the time or throws dice, and an end to every evaluation.
 * The time is that of the thread's processor, so that a busy machine never fails a command that would have passed.
 */

/** How long one expression may compute, in milliseconds of processor time. */
export const MAX_EVALUATION_MS = 50
/** How deep one expression may nest or recurse while it is evaluated. */
export const MAX_EVALUATION_DEPTH = 100
/** How large one result may be, in bytes of its JSON. */
export const MAX_RESULT_BYTES = 64 * 1024

/** `$eval` would make data code; the others give another result each time, which no envelope could be held to. */
const refusedFunctions = new Set(['eval', 'now', 'millis', 'random', 'shuffle'])
const BUDGET = 'sayso budget'
const RESERVED = '_jsonata_'

/** A parsed expression: what it was written as, the string literals in it, and how to evaluate it. */
export type Expression = {
  readonly source: string
  readonly literals: readonly string[]
  /** The steps whose outputs it reads by name: `steps.<name>`. */
  readonly steps: readonly string[]
  /** Gives `undefined` when it selects nothing. */
  readonly evaluate: (scope: JsonObject) => Promise<Json | undefined>
}

type Budget = { depth: number; readonly startedAt: number }
type Node = Readonly<Record<string, unknown>>

/**
 * Parses one JSONata expression.
 * @throws TerminalError `template_failed` when it does not parse or uses a refused function
 */
export function compileExpression(source: string): Expression {
  const compiled = parse(source)
  const found = inspect(compiled.ast(), source)
  compiled.assign(entryHook, spendBudget)
  compiled.assign(exitHook, returnDepth)
  return { source, ...found, evaluate: (scope) => evaluate(compiled, source, scope) }
}

// The hooks are looked up under symbols, which the typings do not know as names.
const entryHook = Symbol.for('jsonata.__evaluate_entry') as unknown as string
const exitHook = Symbol.for('jsonata.__evaluate_exit') as unknown as string

function parse(source: string): jsonata.Expression {
  try {
    return jsonata(source)
  } catch (error) {
    const { message, position } = error as { message?: string; position?: number }
    const where = position === undefined ? '' : ` at character ${position}`
    throw failed(source, `does not parse${where}: ${message ?? 'unknown syntax'}`, error)
  }
}

function inspect(ast: unknown, source: string): Pick<Expression, 'literals' | 'steps'> {
  const literals = new Set<string>()
  const steps = new Set<string>()
  const seen = new Set<object>()
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return
    seen.add(value)
    const node = value as Node
    if (node['type'] === 'variable' && refusedFunctions.has(String(node['value']))) {
      throw failed(source, `uses $${String(node['value'])}, which is refused`)
    }
    if (node['type'] === 'string') literals.add(String(node['value']))
    const step = stepRead(node)
    if (step !== null) steps.add(step)
    for (const child of Object.values(node)) visit(child)
  }
  visit(ast)
  return { literals: [...literals], steps: [...steps] }
}

/** The name in a path that starts with `steps.<name>`. */
function stepRead(node: Node): string | null {
  if (node['type'] !== 'path') return null
  const [first, second] = node['steps'] as readonly Node[]
  const named = first?.['type'] === 'name' && first['value'] === 'steps' && second?.['type'] === 'name'
  return named ? String(second['value']) : null
}

async function evaluate(compiled: jsonata.Expression, source: string, scope: JsonObject): Promise<Json | undefined> {
  const budget: Budget = { depth: 0, startedAt: threadMs() }
  let result: unknown
  try {
    result = await compiled.evaluate(scope, { [BUDGET]: budget })
  } catch (error) {
    if (error instanceof TerminalError) throw failed(source, error.message, error)
    // The library's message may quote values, which may be secret: its code says enough.
    throw failed(source, `failed with ${(error as { code?: string }).code ?? 'an unknown error'}`, error)
  }
  return toJson(result, source)
}

function spendBudget(_node: unknown, _input: unknown, environment: jsonata.Environment): void {
  const budget = environment.lookup(BUDGET) as Budget
  budget.depth += 1
  if (budget.depth > MAX_EVALUATION_DEPTH) {
    throw new TerminalError('template_failed', `went deeper than ${MAX_EVALUATION_DEPTH}`)
  }
  if (threadMs() - budget.startedAt > MAX_EVALUATION_MS) {
    throw new TerminalError('template_failed', `took longer than ${MAX_EVALUATION_MS} ms`)
  }
}

function returnDepth(_node: unknown, _input: unknown, environment: jsonata.Environment): void {
  const budget = environment.lookup(BUDGET) as Budget
  budget.depth -= 1
}

function threadMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

function toJson(result: unknown, source: string): Json | undefined {
  if (result === undefined) return undefined
  if (isFunction(result)) throw failed(source, 'gives a function')
  const text = stringify(result)
  if (text === undefined) throw failed(source, 'gives what JSON cannot hold')
  if (Buffer.byteLength(text) > MAX_RESULT_BYTES) throw failed(source, `gives more than ${MAX_RESULT_BYTES} bytes`)
  return JSON.parse(text) as Json
}

/** `undefined` for functions inside the result, whose closures are circular. */
function stringify(result: unknown): string | undefined {
  try {
    return JSON.stringify(result)
  } catch {
    return undefined
  }
}

function isFunction(value: unknown): boolean {
  if (typeof value === 'function') return true
  return typeof value === 'object' && value !== null && Object.keys(value).some((key) => key.startsWith(RESERVED))
}

/**
 * Refuses data that the library would take for a function of its own: no argument may become code.
 * @throws TerminalError `template_failed`
 */
export function refuseReservedNames(value: Json): void {
  if (typeof value !== 'object' || value === null) return
  for (const [key, child] of Object.entries(value)) {
    if (key.startsWith(RESERVED)) {
      throw new TerminalError('template_failed', `A value holds a property that starts with "${RESERVED}"`)
    }
    refuseReservedNames(child)
  }
}

function failed(source: string, problem: string, cause?: unknown): TerminalError {
  return new TerminalError('template_failed', `The template {{ ${source} }} ${problem}`, { cause })
}
