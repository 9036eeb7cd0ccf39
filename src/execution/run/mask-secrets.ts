/**
 * Keeps secrets out of everything that a run leaves behind. Templates put a marker where a secret belongs, and the marker is
 * what is checked, journalled and logged; an action gets the secret itself, and what it gives, prepares or throws is masked
 * before anybody else sees it, in the spellings that programs give to a text as well.
 */
import { isOurs, RetryableError, TerminalError, UserError } from '../../errors.ts'
import type { Json, JsonObject } from '../../json.ts'
import { systemCodeOf } from '../../system-error.ts'
import type { Action, Actions } from '../action.ts'
import { hiding, replaceIn, replaceText, type Replacements } from '../templates/hide-texts.ts'
import { EffectUnknown } from './step-failure.ts'

/** A secret of a run, and what stands for it in what is kept; nobody can guess a marker, so nothing else can look like one. */
export type MarkedSecret = { readonly value: string; readonly marker: string }

/** The actions, given the secrets where their markers stand, and giving them to nobody. */
export function maskActions(actions: Actions, secrets: readonly MarkedSecret[]): Actions {
  const revealed = secrets.map(({ value, marker }) => [marker, value] as const)
  const marked = secrets.map(({ value, marker }) => [value, marker] as const)
  const hidden = hiding(secrets.map(({ value }) => value))
  return {
    find: (domain, type) => {
      const action = actions.find(domain, type)
      return action === undefined ? undefined : maskAction(action, { revealed, marked, hidden })
    },
    all: actions.all.map((action) => maskAction(action, { revealed, marked, hidden })),
  }
}

type Masks = {
  /** Markers to secrets. */
  readonly revealed: Replacements
  /** Secrets to markers: what is prepared is given back to the action after a crash, and then the secret must stand again. */
  readonly marked: Replacements
  /** Secrets in all their spellings to what people see, the longest first. */
  readonly hidden: Replacements
}

function maskAction(action: Action, { revealed, marked, hidden }: Masks): Action {
  const { prepare, run, probe } = action
  const hide = (output: Json): Json => replaceIn(output, hidden)
  const reveal = (meta: JsonObject): JsonObject => replaceIn(meta, revealed)
  const guard = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work()
    } catch (error) {
      throw maskError(error, hidden)
    }
  }
  return {
    ...action,
    run: (meta, context) => guard(async () => hide(await run(reveal(meta), { ...context, hide }))),
    ...(prepare === undefined
      ? {}
      : { prepare: (meta, context) => guard(async () => replaceIn(await prepare(reveal(meta), context), marked)) }),
    ...(probe === undefined
      ? {}
      : {
          probe: (meta, context, prepared) =>
            guard(async () => {
              const verdict = await probe(reveal(meta), { ...context, hide }, replaceIn(prepared, revealed))
              return verdict.kind === 'happened' ? { ...verdict, output: hide(verdict.output) } : verdict
            }),
        }),
  }
}

type Details = { readonly params: EffectUnknown['params']; readonly cause?: unknown }

/** How far causes are followed. */
const maxCauses = 5

/** The same error to whoever judges it, with nothing more of it than what can be masked. */
function maskError(error: unknown, hidden: Replacements, depth = 0): unknown {
  if (!(error instanceof Error)) return new Error(replaceText(String(error), hidden))
  const message = replaceText(error.message, hidden)
  const masked = errorLike(error, message, {
    params: isOurs(error) || error instanceof EffectUnknown ? replaceIn(error.params, hidden) : {},
    ...(depth < maxCauses ? maskCause(error, hidden, depth) : {}),
  })
  masked.stack = replaceText(error.stack ?? '', hidden)
  return masked
}

function maskCause({ cause }: Error, hidden: Replacements, depth: number): { readonly cause?: unknown } {
  return cause === undefined ? {} : { cause: maskError(cause, hidden, depth + 1) }
}

function errorLike(error: Error, message: string, details: Details): Error {
  if (error instanceof EffectUnknown) return new EffectUnknown(error.code, message, details)
  if (error instanceof RetryableError)
    return new RetryableError(error.code, message, { ...details, retryAfterMs: error.retryAfterMs })
  if (error instanceof UserError) return new UserError(error.code, message, details)
  if (error instanceof TerminalError) return new TerminalError(error.code, message, details)
  const masked = new Error(message, details)
  masked.name = error.name
  const code = systemCodeOf(error)
  return code === undefined ? masked : Object.assign(masked, { code })
}
