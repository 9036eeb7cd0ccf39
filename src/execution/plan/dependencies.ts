import { didYouMean } from '../../catalogue/did-you-mean.ts'
import type { Json } from '../../json.ts'
import type { Chain, Step } from './chain.ts'
import type { Expression } from '../templates/jsonata-expression.ts'
import { hasTemplate } from '../templates/template.ts'

/** What a step waits for. */
export type Dependencies = {
  /** Before it starts: each of them. */
  readonly needs: readonly Need[]
  /** After its action, before it completes: a step that observes what only it yields itself (WUCE 5.2). */
  readonly awaits: OutsideEvent | null
  /** What makes it impossible to satisfy. */
  readonly problems: readonly string[]
}

/**
 * An event that must have been seen: yielded by the first of some steps to finish, or coming from outside. Without an event it is the
 * output of a step, which is read.
 */
export type Need =
  | { readonly kind: 'steps'; readonly event: string | null; readonly from: readonly string[] }
  | ({ readonly kind: 'outside' } & OutsideEvent)

/** An event that no step of the chain yields. An empty domain means any. */
export type OutsideEvent = { readonly event: string; readonly domain: string }

/**
 * What the step at `index` waits for: its `observe`, and every event of another step that its `actionMeta` names as a
 * literal. Only the chain as written counts, never a value that a template puts in.
 */
export function dependenciesOf(
  chain: Chain,
  index: number,
  expressions: readonly Expression[],
  outsideDomains: readonly string[],
): Dependencies {
  const step = chain[index]
  if (step === undefined) throw new RangeError(`The chain has no step at ${index}`)
  const observed = observation(chain, step, outsideDomains)
  const named = namedEvents(step, expressions)
    .map((event): Need => ({ kind: 'steps', event, from: emitters(chain, step, event, '') }))
    .filter((need) => need.kind === 'steps' && need.from.length > 0)
    .filter((need) => !observed.needs.some((other) => sameNeed(need, other)))
  return { ...observed, needs: [...observed.needs, ...named] }
}

function observation(chain: Chain, step: Step, outsideDomains: readonly string[]): Dependencies {
  const { observe: event, observationDomain: domain } = step
  if (event === '') return { needs: [], awaits: null, problems: [] }
  const from = emitters(chain, step, event, domain)
  if (from.length > 0) return { needs: [{ kind: 'steps', event, from }], awaits: null, problems: [] }
  const reachable = domain === '' ? outsideDomains.length > 0 : outsideDomains.includes(domain)
  if (!reachable) {
    return { needs: [], awaits: null, problems: [unobservable(chain, step)] }
  }
  if (step.yield.includes(event)) return { needs: [], awaits: { event, domain }, problems: [] }
  return { needs: [{ kind: 'outside', event, domain }], awaits: null, problems: [] }
}

/** What it observes in vain, and what it could observe instead. */
function unobservable(chain: Chain, step: Step): string {
  const { observe: event, observationDomain: domain } = step
  const others = chain.filter((other) => other !== step)
  const where = domain === '' ? '' : ` in domain "${domain}"`
  const [elsewhere] = others.filter((other) => other.yield.includes(event))
  const yielded = others.flatMap((other) => other.yield)
  const instead =
    elsewhere === undefined
      ? `${didYouMean(event, yielded)}${yielded.length === 0 ? '' : `; the other steps yield ${yielded.join(', ')}`}`
      : `; "${elsewhere.stepName}" yields it in "${elsewhere.actionDomain}", the domain of its action`
  return `observes "${event}", which nothing can yield${where}${instead}`
}

/** The other steps that yield an event in a domain; an empty domain is any. */
function emitters(chain: Chain, step: Step, event: string, domain: string): readonly string[] {
  return chain
    .filter((other) => other !== step && other.yield.includes(event))
    .filter((other) => domain === '' || other.actionDomain === domain)
    .map((other) => other.stepName)
}

function namedEvents(step: Step, expressions: readonly Expression[]): readonly string[] {
  return [...new Set([...literalsIn(step.actionMeta), ...expressions.flatMap((expression) => expression.literals)])]
}

function literalsIn(value: Json): readonly string[] {
  if (typeof value === 'string') return hasTemplate(value) ? [] : [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(literalsIn) : []
}

function sameNeed(one: Need, other: Need): boolean {
  return (
    one.kind === 'steps' && other.kind === 'steps' && one.event === other.event && one.from.join() === other.from.join()
  )
}
