import type { Catalogue, EntityRow } from '../../catalogue/catalogue.ts'
import type { Lookup } from '../../conversation/lookup.ts'
import { countUnusable } from '../../conversation/things/may-be-meant.ts'
import { unfilledInLabel } from '../../conversation/render/show-columns.ts'
import { errorCodeOf, RetryableError, TerminalError } from '../../errors.ts'
import { createMemoryJournal } from '../../execution/run/memory-journal.ts'
import { runChain } from '../../execution/run/run-chain.ts'
import { jsonText, type JsonObject } from '../../json.ts'
import { systemCodeOf } from '../../system-error.ts'
import type { TurnDeps } from '../turn-deps.ts'

type ByEntity = Extract<Lookup, { kind: 'entity' }>

/** The catalogue's name for each way to look something up. */
const lookupNames = { id: 'byId', name: 'byName', near: 'near', alike: 'alike', all: 'all' } as const

/** As long, in milliseconds, as a few lookups before it may take; then the shop has more to do than it can. */
const placeWaitMs = 30_000

/** Classes of SQLSTATE for a statement that is wrong, or does not fit the existing tables. */
const wrongStatement = /^(?:22|42)/

/**
 * An entity is found by a step of its own, so that it can live anywhere that actions reach.
 * @throws TerminalError `lookup_failed` with `entity` when this lookup can never find it
 * @throws RetryableError when it may be found later; `step_timeout` when its time was over
 */
export async function findEntity(
  {
    catalogue,
    actions,
    lookupPlaces,
    limits,
    log,
  }: Pick<TurnDeps, 'catalogue' | 'actions' | 'lookupPlaces' | 'log'> & {
    readonly limits: Pick<TurnDeps['limits'], 'readTimeoutMs'>
  },
  personId: string,
  { entity, by, value }: ByEntity,
): Promise<readonly EntityRow[]> {
  let thrown: unknown
  const step = stepOf(catalogue, entity, by)
  const leave = step.actionDomain === 'sql' ? await lookupPlaces.take({ who: personId, withinMs: placeWaitMs }) : null
  const outcome = await runChain({
    chain: [step],
    args: { value },
    command: { id: 'lookup', ref: '' },
    actor: { id: personId },
    actions,
    journal: createMemoryJournal(),
    limits: { stepTimeoutMs: limits.readTimeoutMs },
    signal: new AbortController().signal,
    onStep: (event) => {
      if (event.kind === 'failed') thrown = event.error
    },
  }).finally(() => leave?.())
  if (outcome.kind === 'failed') {
    const message = `Looking up ${entity} failed: ${outcome.explanation}`
    const sqlState = sqlStateOf(thrown)
    log.warn({ event: 'lookup.failed', entity, lookup: lookupNames[by], sqlState, err: thrown }, 'lookup failed')
    if (isForGood(thrown, sqlState))
      throw new TerminalError('lookup_failed', message, { cause: thrown, params: { entity } })
    const code = errorCodeOf(thrown) === 'step_timeout' ? 'step_timeout' : 'action_failed'
    throw new RetryableError(code, message, { cause: thrown, retryAfterMs: 1000 })
  }
  const output = outcome.outputs['lookup'] as JsonObject
  // The catalogue promises that a lookup's rows have an `id`.
  const rows = (output['rows'] ?? []) as readonly JsonObject[]
  const found = rows.map((row) => ({ ...row, id: jsonText(row['id'] ?? null) }))
  warnUnfilled({ catalogue, log }, { entity, by }, found)
  warnUnusable({ catalogue, log }, { entity, by }, found)
  return found
}

function stepOf(catalogue: Catalogue, entity: string, by: ByEntity['by']) {
  const lookup = catalogue.entities.get(entity)?.[lookupNames[by]]
  if (lookup == null) throw new TypeError(`No lookup by ${by} for entity "${entity}"`)
  return {
    stepName: 'lookup',
    stepDescription: '',
    stepMsg: '',
    observationDomain: '',
    observe: '',
    yield: [],
    ...lookup,
  }
}

/** Whether another attempt would not help: the lookup itself is wrong. A chain that cannot be run throws nothing. */
function isForGood(thrown: unknown, sqlState: string | null): boolean {
  if (thrown === undefined) return true
  // What a database refuses for its value, such as a number that is too large, is a `UserError`.
  if (sqlState !== null) return wrongStatement.test(sqlState)
  return thrown instanceof TerminalError && thrown.code !== 'step_timeout'
}

function sqlStateOf(thrown: unknown): string | null {
  const cause = thrown instanceof Error ? thrown.cause : undefined
  const code = systemCodeOf(cause)
  return code !== undefined && /^[0-9A-Z]{5}$/u.test(code) ? code : null
}

/** Nobody would ever find them, and nobody would know why. */
function warnUnusable(
  { catalogue, log }: Pick<TurnDeps, 'catalogue' | 'log'>,
  { entity, by }: Pick<ByEntity, 'entity' | 'by'>,
  rows: readonly EntityRow[],
): void {
  const count = countUnusable(catalogue, entity, rows)
  if (count > 0)
    log.warn(
      { event: 'lookup.unusable', entity, lookup: lookupNames[by], rows: count },
      'rows were left out: no command takes an id such as theirs',
    )
}

/** The label would be empty there: the operator is told, the person sees the rest. */
function warnUnfilled(
  { catalogue, log }: Pick<TurnDeps, 'catalogue' | 'log'>,
  { entity, by }: Pick<ByEntity, 'entity' | 'by'>,
  rows: readonly EntityRow[],
): void {
  const [row] = rows
  if (row === undefined) return
  const columns = [...catalogue.locales.values()].flatMap((locale) =>
    unfilledInLabel({ catalogue, locale }, entity, row),
  )
  if (columns.length > 0)
    log.warn(
      { event: 'text.unfilled', entity, lookup: lookupNames[by], columns: [...new Set(columns)] },
      'a label asks for a column that is not there',
    )
}
