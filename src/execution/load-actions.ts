/**
 * Actions of one's own: every module of a folder exports one as `action`. They are checked before anything starts, so that what
 * is wrong is told with its file. They run with all rights of the process, as the shipped ones do: the folder is code.
 */
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { UserError } from '../errors.ts'
import type { Json } from '../json.ts'
import { shownPath } from '../shown-path.ts'
import { createActions, type Action, type Actions } from './action.ts'
import { actionProblems } from './plan/action-problems.ts'
import { errorMessage } from '../error-message.ts'
import { offerActionModule } from './offer-action-module.ts'

/** How long a module may take to load. */
const loadWithinMs = 10_000

const howToExport = 'write: export const action = { domain, type, meta, effect, repeat, run }'

/** An action and the file that it comes from, as people name it. */
export type OwnAction = { readonly file: string; readonly action: Action }

/**
 * Loads the actions of a folder: of each `.ts`, `.js`, `.mts` and `.mjs` file directly in it, but tests, declarations, and files that
 * begin with `_` or `.`, which may hold what several have in common.
 * @throws UserError `actions_invalid` with everything that is wrong, one line each: the file, and what to do
 */
export async function loadActions(folder: string): Promise<readonly OwnAction[]> {
  offerActionModule()
  const names = await readdir(folder).catch((cause: unknown) => {
    throw invalid([
      `${folder} cannot be read (${errorMessage(cause)}): make the folder, or name another one in SAYSO_ACTIONS`,
    ])
  })
  const loaded: OwnAction[] = []
  const problems: string[] = []
  for (const name of names.filter(isActionFile).toSorted()) {
    const file = shownPath(path.join(folder, name))
    const found = await importAction(path.join(folder, name))
    if (found.kind === 'action') loaded.push({ file, action: storing(found.action) })
    else problems.push(...found.problems.map((problem) => `${file}: ${problem}`))
  }
  if (problems.length > 0) throw invalid(problems)
  return loaded
}

/**
 * All actions together, the shipped ones and one's own.
 * @throws UserError `actions_invalid` when one of them takes the name of another
 */
export function joinActions(shipped: readonly Action[], own: readonly OwnAction[]): Actions {
  const taken = new Map(shipped.map((action) => [nameOf(action), 'Sayso itself']))
  const problems: string[] = []
  for (const { file, action } of own) {
    const by = taken.get(nameOf(action))
    if (by !== undefined)
      problems.push(`${file}: ${nameOf(action)} is already an action of ${by}; choose another "type"`)
    taken.set(nameOf(action), file)
  }
  if (problems.length > 0) throw invalid(problems)
  return createActions([...shipped, ...own.map(({ action }) => action)])
}

type Found =
  | { readonly kind: 'action'; readonly action: Action }
  | { readonly kind: 'problems'; readonly problems: readonly string[] }

async function importAction(file: string): Promise<Found> {
  const over = new AbortController()
  try {
    const late = delay(loadWithinMs, 'late' as const, { signal: over.signal }).catch(() => 'late' as const)
    const module: unknown = await Promise.race([import(pathToFileURL(file).href), late])
    if (module === 'late')
      return wrong(`is not loaded after ${loadWithinMs / 1000} s; it must not wait for anything at its top level`)
    // A module namespace is an object.
    const { action } = module as { readonly action?: unknown }
    if (action === undefined) return wrong(`exports no "action"; ${howToExport}`)
    const problems = actionProblems(action)
    // It has every part of one, each of the right kind.
    return problems.length > 0 ? { kind: 'problems', problems } : { kind: 'action', action: action as Action }
  } catch (error) {
    return wrong(`cannot be loaded: ${placeIn(error, file)}${describe(error)}`)
  } finally {
    over.abort()
  }
}

/** `line 3: `, where the stack of an error names a line of the file. */
function placeIn(error: unknown, file: string): string {
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  const [, line] = new RegExp(`${RegExp.escape(file)}:(\\d+)`, 'u').exec(stack) ?? []
  return line === undefined ? '' : `line ${line}: `
}

function wrong(problem: string): Found {
  return { kind: 'problems', problems: [problem] }
}

/** What a run keeps is JSON: a `Date` becomes its text, what is absent becomes `null`. */
function storing(action: Action): Action {
  const { run, prepare, probe } = action
  return {
    ...action,
    mayRefuse: action.effect === 'mutates',
    run: async (meta, context) => asJson(await run(meta, context)),
    ...(prepare && { prepare: async (meta, context) => asJson(await prepare(meta, context)) }),
    ...(probe && {
      probe: async (meta, context, prepared) => {
        const verdict = await probe(meta, context, prepared)
        return verdict.kind === 'happened' ? { kind: 'happened', output: asJson(verdict.output) } : verdict
      },
    }),
  }
}

/** @throws TypeError when it holds what JSON cannot: a circle, a BigInt */
function asJson(value: unknown): Json {
  const text: string | undefined = JSON.stringify(value)
  return text === undefined ? null : (JSON.parse(text) as Json)
}

function isActionFile(name: string): boolean {
  return /^[^._].*\.m?[jt]s$/u.test(name) && !/\.(?:d|test)\.m?[jt]s$/u.test(name)
}

function describe(error: unknown): string {
  const why =
    error instanceof Error ? `${error.name === 'Error' ? '' : `${error.name}: `}${error.message}` : String(error)
  return why.split('\n')[0] ?? why
}

function nameOf({ domain, type }: Action): string {
  return `${domain}/${type}`
}

function invalid(problems: readonly string[]): UserError {
  return new UserError('actions_invalid', problems.join('\n'))
}
