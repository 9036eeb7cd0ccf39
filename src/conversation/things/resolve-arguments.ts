import { sameLine } from '../../access/same-line.ts'
import type { Command, EntityRow, Parameter } from '../../catalogue/catalogue.ts'
import { rawOf } from '../../envelope/file-reference.ts'
import { jsonText, type Json, type JsonObject } from '../../json.ts'
import { isOf } from './is-of.ts'
import { factOf } from '../lookup.ts'
import { isTimeOfThing, onDayOf } from './on-day-of.ts'
import { resolveStructured } from './resolve-kinds.ts'
import { isMoneyOfThing, resolveMoney } from './resolve-money.ts'
import { type Because, type ByEntity, resolveOne, resolveReference } from './resolve-one.ts'
import type { Scene } from '../scene.ts'
import type { Draft } from '../session.ts'
import { type Needs, whether, type Whether } from '../step.ts'
import { withoutExcepted } from './without-excepted.ts'

export type Resolution =
  | Needs
  | Ask
  | {
      readonly kind: 'complete'
      readonly args: JsonObject
      readonly facts: { readonly [entity: string]: Json }
      /** What was said for the values that are known otherwise, by parameter. */
      readonly said: Readonly<Record<string, string>>
    }

/** Something that only the person can say. `draft` is what is known by then. */
export type Ask<Why extends Because = Because> = {
  readonly kind: 'ask'
  readonly draft: Draft
  readonly parameter: Parameter
  readonly because: Why
  /** What was found for the arguments before it, by entity. */
  readonly facts?: { readonly [entity: string]: Json }
}

/** What another answer could fix; if nothing is left, none could. */
export type Askable = Exclude<Because, { readonly kind: 'nothing-left' }>

/** Normalises every value and finds every entity that a draft names; parameter by parameter, in the catalogue's order. */
export function resolveArguments(scene: Scene, command: Command, draft: Draft): Resolution {
  const args: Record<string, Json> = { ...draft.args }
  const facts: Record<string, Json> = {}
  const isHeard = draft.origin.heard !== undefined
  for (const parameter of command.parameters) {
    // Of another thing than before, the same time is on that one's day.
    const known = isTimeOfThing(parameter, draft.raw[parameter.name]) ? undefined : args[parameter.name]
    const said = known === undefined ? draft.raw[parameter.name] : rawOf(known)
    const raw = said === undefined ? said : onDayOf(scene.context, parameter, said, facts)
    const soFar = { ...draft, args: { ...args } }
    const reference = raw === undefined ? draft.refers?.[parameter.name] : undefined
    if (raw === undefined && reference === undefined && !parameter.required) continue
    const refused = raw === undefined ? draft.refused?.[parameter.name] : undefined
    const value =
      raw === null
        ? ({ kind: 'because', because: { kind: 'missing' } } as const)
        : refused !== undefined
          ? ({ kind: 'because', because: { kind: 'invalid', ...refused } } as const)
          : reference !== undefined
            ? resolveReference(scene, parameter, reference)
            : parameter.kind === 'structured'
              ? resolveStructured(parameter, raw)
              : raw !== undefined && isMoneyOfThing(parameter)
                ? resolveMoney(parameter, raw, facts)
                : withoutExcepted(
                    resolveOne(scene, parameter, raw, {
                      isHeard,
                      isId: known !== undefined,
                      isFormer: raw !== undefined && draft.former?.[parameter.name] === raw,
                      isChosen: isChosen(draft, parameter, raw),
                    }),
                    draft.except?.[parameter.name],
                    raw,
                  )
    if (value.kind === 'needs') return value
    if (value.kind === 'because') {
      const { because, soFar: part = null } = value
      const left = without(soFar, parameter.name)
      return {
        kind: 'ask',
        draft: part === null ? left : { ...left, raw: { ...left.raw, [parameter.name]: part } },
        parameter,
        because,
        facts: { ...facts },
      }
    }
    const whose = draft.whose?.[parameter.name]
    if (whose !== undefined && value.row !== undefined && !isOf(value.row, whose)) {
      const { whose: _whose, ...left } = without(soFar, parameter.name)
      return { kind: 'ask', draft: left, parameter, because: { kind: 'not-of', row: value.row, said: whose } }
    }
    args[parameter.name] = value.value
    if (parameter.entity !== null && value.row !== undefined) facts[parameter.entity] = value.row
  }
  const others = lookUpFacts(scene, command, args)
  if (others.open.length > 0) return { kind: 'needs', lookups: others.open }
  const said = Object.keys(others.known).map((name) => [name, draft.raw[name] ?? jsonText(args[name] ?? null)])
  return {
    kind: 'complete',
    args: { ...args, ...others.known },
    facts: { ...facts, ...others.found },
    said: Object.fromEntries(said),
  }
}

/**
 * What the command needs to know about the world beyond what its arguments name; what does not exist is no fact. A telephone that is
 * known under its other number is meant by that one (`known`, by parameter).
 */
function lookUpFacts(scene: Scene, command: Command, args: JsonObject) {
  const wanted = command.facts.flatMap(({ entity, parameter }): readonly ByEntity[] => {
    if (parameter === null) return [{ kind: 'entity', entity, by: 'all', value: '' }]
    const value = args[parameter]
    return value === undefined ? [] : [{ kind: 'entity', entity, by: 'id', value: jsonText(value) }]
  })
  const isOfPhone = (entity: string) =>
    command.facts.some((fact) => fact.entity === entity && fact.parameter !== null && isPhone(command, fact.parameter))
  const onSameLine = ({ entity, value }: ByEntity, rows: readonly EntityRow[]) =>
    isOfPhone(entity) ? rows.find(({ id }) => sameLine(value).includes(id)) : undefined
  const found = wanted.flatMap((lookup) => {
    const rows = factOf(scene.facts, lookup) ?? []
    // The last digits of a number also find other people; only the one with this very id is meant.
    const row = lookup.by === 'all' ? rows[0] : (rows.find(({ id }) => id === lookup.value) ?? onSameLine(lookup, rows))
    return row === undefined ? [] : [[lookup.entity, row] as const]
  })
  const rows = new Map(found)
  const known = command.facts.flatMap(({ entity, parameter }) => {
    const id = rows.get(entity)?.id
    const isOther = parameter !== null && isPhone(command, parameter) && id !== undefined && id !== args[parameter]
    return isOther ? [[parameter, id] as const] : []
  })
  return {
    found: Object.fromEntries(found),
    // The first that is known of it counts: who is here before who was.
    known: Object.fromEntries(known.toReversed()),
    open: wanted.filter((lookup) => factOf(scene.facts, lookup) === undefined),
  }
}

function isPhone({ parameters }: Command, name: string): boolean {
  return parameters.some((parameter) => parameter.name === name && parameter.type === 'phone')
}

/** Whether what was said for a parameter of a draft is neither a value of it nor a name, like most words that follow a "no". */
export function whetherNowhere(scene: Scene, command: Command, draft: Draft, { name }: Parameter): Whether {
  const resolved = resolveArguments(scene, command, draft)
  if (resolved.kind === 'needs') return resolved
  if (resolved.kind !== 'ask' || resolved.parameter.name !== name) return whether(false)
  return whether(!['ambiguous', 'open', 'day-alone'].includes(resolved.because.kind))
}

function isChosen({ chosen }: Draft, { name }: Parameter, raw: string | undefined): boolean {
  return chosen?.parameter === name && chosen.from.some(({ id }) => id === raw)
}

function without(draft: Draft, name: string): Draft {
  const { [name]: _raw, ...raw } = draft.raw
  const { [name]: _arg, ...args } = draft.args
  return { ...draft, raw, args }
}
