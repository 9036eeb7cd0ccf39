/**
 * "no, 5 less" of a preview: it is shown anew with what that comes to, and confirmed anew. Where it may be of several numbers the person is
 * asked of which; where it comes to nothing that is allowed, or nobody can tell what it comes to, they are told so, and it stays as it was.
 */
import type { Command, Parameter } from '../../catalogue/catalogue.ts'
import { normaliseArgument } from '../../envelope/normalise-argument.ts'
import { jsonText, type Json } from '../../json.ts'
import type { Difference } from '../../understanding/correction-reading.ts'
import { isNumber } from '../../understanding/values/is-number.ts'
import { isTwoNumbers } from '../../understanding/values/decimal.ts'
import { moneyText, parseMoney } from '../../understanding/values/money-text.ts'
import { dropQuoted } from './change-by-ref.ts'
import { askWhichValue } from '../answers/ask-which-value.ts'
import { draftCommand } from '../previews/draft-command.ts'
import { continueWithValue } from '../previews/drafts.ts'
import { inPlaceOfPreview } from '../waiting/drop.ts'
import type { MessageFacts } from '../event.ts'
import { leaveOutThing } from '../waiting/leave-out.ts'
import { factOf, type Lookup } from '../lookup.ts'
import { showAnew } from '../waiting/not-as-shown.ts'
import { onUnknown } from '../answers/on-unknown.ts'
import type { Possible } from '../answers/possible-options.ts'
import { isNumberForName } from '../things/number-for-name.ts'
import { quotesOpen } from '../things/quoted.ts'
import { say } from '../render/say.ts'
import { showTyped } from '../render/show-typed.ts'
import { showValue } from '../render/show-value.ts'
import type { Context, Scene } from '../scene.ts'
import type { Draft } from '../session.ts'
import { needs, whether, type Step, type Whether } from '../step.ts'
import { sumText } from './sum-text.ts'
import { whyAsked } from '../questions/why-asked.ts'

/** What a number comes to, or why it cannot. */
type Comes = Possible | { readonly why: string }

export function changeByDifference(scene: Scene, reading: Difference, message: MessageFacts): Step {
  const { session, context } = scene
  const quoted = quotesOpen(scene, message) ? null : dropQuoted(scene, message)
  if (quoted !== null) return quoted
  const draft = session.question === null ? session.pending?.draft : undefined
  const command = context.catalogue.commands.get(draft?.command ?? '')
  if (draft === undefined || command === undefined) return onUnknown(scene, {})
  const target = command.parameters.find(({ name }) => name === command.intent.target)
  const said = reading.mayBeThing === true ? numberIn(reading) : null
  const isOfName = target !== undefined && said !== null && isNumberForName(context, target, said)
  const number = isOfName ? null : said
  const leftOut = number !== null && reading.direction === 'less' ? leaveOutThing(scene, number) : null
  if (leftOut !== null) return leftOut
  const isThing = number === null ? whether(false) : whetherThere(scene, target, number)
  if (isThing.kind === 'needs') return isThing
  const beside = withBeside(draft, reading.beside, message)
  if (isThing.kind === 'yes' || beside === null)
    return showAnew(scene, say(context.locale, 'difference_unclear'), message)
  const come = command.parameters.flatMap((each) => comesTo(context, { command, draft }, each, reading))
  const possible = come.filter((each) => 'found' in each)
  const [only] = come
  if (only !== undefined && come.length === 1)
    return 'why' in only ? showAnew(scene, only.why, message) : redraft(scene, beside, only, message)
  if (possible.length > 1) return askWhichValue(scene, { command, draft: beside }, possible, message)
  return showAnew(scene, say(context.locale, 'difference_unclear'), message)
}

function redraft(scene: Scene, draft: Draft, { parameter, value }: Possible, message: MessageFacts): Step {
  const changed = { parameter: parameter.name, raw: value.correction }
  return inPlaceOfPreview(scene, (left) =>
    draftCommand(left, continueWithValue({ ...draft, again: false }, message, changed)),
  )
}

/** With the way of "50 more by transfer"; `null` where there is another one: of what is paid in cash so far that may be a payment of its own. */
function withBeside(draft: Draft, beside: Difference['beside'], message: MessageFacts): Draft | null {
  if (beside === undefined) return draft
  const before = draft.args[beside.of]
  if (before !== undefined && jsonText(before) !== beside.correction) return null
  return continueWithValue(draft, message, { parameter: beside.of, raw: beside.correction, words: beside.said })
}

function numberIn({ by }: Difference): string | null {
  const [first = ''] = Object.values(by)
  return /^\d+(?= |$)/u.exec(first)?.[0] ?? null
}

/** Whether there is a thing of that number, which the command could as well be wanted for. */
function whetherThere({ facts }: Scene, target: Parameter | undefined, number: string): Whether {
  const entity = target?.entity ?? null
  const id = target === undefined ? null : normaliseArgument(target, number)
  if (entity === null || id?.kind !== 'value') return whether(false)
  const lookup = { kind: 'entity', entity, by: 'id', value: jsonText(id.value) } as const satisfies Lookup
  const rows = factOf(facts, lookup)
  return rows === undefined ? needs(lookup) : whether(rows.length > 0)
}

/** Nothing where the difference is none of this parameter. */
function comesTo(
  context: Context,
  { command, draft }: { readonly command: Command; readonly draft: Draft },
  parameter: Parameter,
  { by, direction, cents }: Difference,
): readonly Comes[] {
  const { name, type } = parameter
  const [before, difference] = [draft.args[name], by[name]]
  if (before === undefined || difference === undefined || !isNumber(type)) return []
  // "And 50 cents" of a sum that has some may be these, or more of them.
  const isOdd = cents === true && !/^\d+(?:\.0*)?(?: |$)/u.test(jsonText(before))
  const text = isOdd ? null : addTo(before, difference, direction)
  if (text === null) return [{ why: say(context.locale, 'difference_unclear') }]
  if (type === 'money' && text.startsWith('-')) return [{ why: say(context.locale, 'difference_below_zero') }]
  const currency = parseMoney(text)?.currency ?? null
  const found = normaliseArgument(parameter, text, currency)
  if (found.kind === 'value') return [{ parameter, value: { correction: text }, found: found.value }]
  const because = { kind: 'invalid', problem: found.problem, limit: found.limit ?? '' } as const
  const value = showValue(showTyped(context.locale, type, text) ?? text)
  return [
    {
      why: say(context.locale, 'difference_refused', {
        value,
        why: whyAsked(context, command, { kind: 'ask', draft, parameter, because }),
      }),
    },
  ]
}

/** `null` where they cannot be added: shares, sums in two currencies, and what may be two numbers. */
function addTo(before: Json, difference: string, direction: Difference['direction']): string | null {
  const sum = parseMoney(jsonText(before))
  const [amount = '', currency] = difference.split(' ')
  // "1.000" may be a thousand, and of what there are no coins for nothing is taken.
  const isExact = sum === null ? !isTwoNumbers(amount) : moneyText(amount, sum.currency) !== null
  if (!isExact || (currency !== undefined && currency !== sum?.currency)) return null
  const total = sumText(sum?.amount ?? jsonText(before), direction === 'less' ? `-${amount}` : amount)
  return total === null || sum === null ? total : `${total} ${sum.currency}`
}
