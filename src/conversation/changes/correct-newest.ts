/**
 * "no, 205": changes a value of what is open. Which value is meant follows from what is said; where it could be the target
 * as well as something else, it is the target if there is such a thing. Words that are no value count only if they name
 * something: anything may follow a no, and then the no is what counts.
 */
import type { Command } from '../../catalogue/catalogue.ts'
import { normaliseArgument } from '../../envelope/normalise-argument.ts'
import { jsonText } from '../../json.ts'
import type { FreeCorrection, ValueCorrection } from '../../understanding/correction-reading.ts'
import { amongWaiting, type Option } from '../waiting/among-waiting.ts'
import { callCandidate } from '../answers/answer-choice.ts'
import { askAgain } from '../questions/ask.ts'
import { answerFreely } from '../answers/answer-value-question.ts'
import { fillQuestion } from '../answers/fill-question.ts'
import { redraft } from '../waiting/redraft.ts'
import { correctedParameter, heardParameter } from '../questions/question-text.ts'
import { chooseAnew, chooseByNumber } from './choose-anew.ts'
import { correctedOptions, type Corrects, isCurrentValue } from './corrected-options.ts'
import { correctBesides } from './correct-besides.ts'
import { askWhichValue } from '../answers/ask-which-value.ts'
import { numberedCandidate } from '../answers/called-candidates.ts'
import { continueWithValue } from '../previews/drafts.ts'
import { dropNewest, dropUnnamed } from '../waiting/drop.ts'
import type { MessageFacts } from '../event.ts'
import { factOf, type Lookup } from '../lookup.ts'
import { notAsShown, showAnew } from '../waiting/not-as-shown.ts'
import { say } from '../render/say.ts'
import { showValue } from '../render/show-value.ts'
import { refuseNumberForName, withoutNumbersForNames } from './number-for-name.ts'
import { numberForText } from './number-for-text.ts'
import { onUnknown } from '../answers/on-unknown.ts'
import { onDayOfList } from '../answers/on-day-of-list.ts'
import { textOrMore } from './text-or-more.ts'
import { possibleOptions } from '../answers/possible-options.ts'
import { withThousands } from './in-thousands.ts'
import { isText } from '../things/is-text.ts'
import { whetherNowhere } from '../things/resolve-arguments.ts'
import type { Scene } from '../scene.ts'
import type { Draft } from '../session.ts'
import { needs, type Step } from '../step.ts'

type Named = Option['value']
/** What is open. */
type Open = { readonly command: Command; readonly draft: Draft }

/** Continues with what is open, corrected; if it cannot be corrected, the no is what counts. */
export function correctNewest(scene: Scene, corrects: Corrects, message: MessageFacts): Step {
  const { question, pending } = scene.session
  const { correction } = corrects
  if (question !== null && question.parameter !== heardParameter) {
    const listed = question.kind === 'choice' ? numberedCandidate(question, correction) : undefined
    if (listed !== undefined) return fillQuestion(scene, question, listed.id, message)
    // What the number before was for has not been said yet: another correction is of the command.
    const isOfCommand = question.parameter === correctedParameter
    if (!isOfCommand && corrects.kind === 'free-correction') return answerFreely(scene, question, correction, message)
    if (!isOfCommand && corrects.kind === 'correction') {
      const besides = correctBesides(scene, question, corrects, message)
      if (besides !== null) return besides
      if (question.kind === 'choice' && question.candidates.some(({ at }) => at !== undefined))
        return callCandidate(scene, question, correction, message, corrects.said) ?? askAgain(scene, question)
      const { correction: value, said } = onDayOfList(scene, question, corrects)
      return fillQuestion(scene, question, value, message, said)
    }
  }
  const draft = (question ?? pending)?.draft
  const command = draft === undefined ? undefined : scene.context.catalogue.commands.get(draft.command)
  if (draft === undefined || command === undefined) return dropNewest(scene)
  // "No, 207" to what takes a reinstatement back, by cancelling, would cancel another order.
  const isUndo = draft.takesBack !== undefined && question === null
  const unchanged = isUndo && command.safety === 'destructive' ? notAsShown(scene, 'added', message) : null
  if (unchanged !== null) return unchanged
  return corrects.kind === 'free-correction'
    ? correctFreely(scene, { command, draft }, corrects, message)
    : correctValue(scene, { command, draft }, corrects, message)
}

/** "No, 205", "no, 50 of 204". Where two values are said, a number alone may still be of something else. */
export function correctValue(scene: Scene, open: Open, said: ValueCorrection, message: MessageFacts): Step {
  const { beside, ...corrects } = said
  if (beside === undefined) return correctOne(scene, open, corrects, message)
  const draft = withNamed(open, beside, message)
  const changed = { ...open, draft }
  const { of } = corrects
  return of === undefined
    ? correctOne(scene, changed, corrects, message)
    : redraft(scene, message, open.draft, withNamed(changed, { ...corrects, of }, message))
}

/** The draft with a value of the parameter that it is said to be of. */
function withNamed({ command, draft }: Open, value: Named & { readonly of: string }, message: MessageFacts): Draft {
  const parameter = command.parameters.find(({ name }) => name === value.of)
  return parameter === undefined ? draft : withValue(draft, { parameter, value }, message)
}

function correctOne(scene: Scene, { command, draft }: Open, corrects: ValueCorrection, message: MessageFacts): Step {
  const values = [corrects, ...(corrects.or ?? [])]
  const fitting = correctedOptions(scene, command, draft, { ...corrects, values })
  const current = fitting.filter(({ parameter, value }) => isCurrentValue(parameter, draft, value.correction))
  const said = corrects.either === true && current.length > 0 ? current : fitting
  if (current.length > 0 && scene.session.wishes.length === 0 && deniesNothing(command, draft, corrects))
    return showAnew(scene, say(scene.context.locale, 'value_is_so'), message)
  const listed = chooseByNumber(scene, { command, draft }, corrects.correction)
  if (listed !== null && 'kind' in listed) return listed
  if (listed !== null && corrects.option === true) return chooseOther(scene, draft, listed.value.correction, message)
  const options = withoutNumbersForNames(scene.context, draft, said).flatMap((option) => withThousands(draft, option))
  const possible = possibleOptions(scene, { command, draft }, options)
  if ('kind' in possible) return possible
  const [first, ...others] = possible
  const isOpen = listed !== null && listed.found === draft.args[listed.parameter.name]
  const rivals = possible.filter(({ parameter }) => parameter !== listed?.parameter)
  if (listed !== null && rivals.length === 0) return chooseOther(scene, draft, listed.value.correction, message)
  if (listed !== null && !isOpen) return askWhichValue(scene, { command, draft }, [...rivals, listed], message)
  if (first === undefined) return fitsNothing(scene, corrects, message) ?? dropNewest(scene)
  const refused = others.length === 0 ? refuseNumberForName(scene, { command, draft }, first, message) : null
  if (refused !== null) return refused
  const option = numberForText(command, draft, first)
  if (option === null) return askWhichValue(scene, { command, draft }, possible, message)
  const ofSeveral = amongWaiting(scene, { command, draft, option }, corrects, message)
  if (ofSeveral !== null) return ofSeveral
  if (others.length === 0)
    return redraft(scene, message, draft, withValue(draft, ofTwo(draft, option, corrects), message))
  return askWhichValue(scene, { command, draft }, possible, message)
}

/** "205 instead of 204", where it is nowhere 204. */
function deniesNothing({ parameters }: Command, draft: Draft, { not, either }: ValueCorrection): boolean {
  if (not === undefined || either === true) return false
  return !parameters.some((parameter) => isCurrentValue(parameter, draft, not))
}

/** "Não, 8 reais" of a percentage: it stays as it was, which is shown once more. */
function fitsNothing(scene: Scene, { said, as }: ValueCorrection, message: MessageFacts): Step | null {
  if (said === undefined || as === undefined || scene.session.pending === null) return null
  return showAnew(scene, say(scene.context.locale, 'value_fits_nothing', { said: showValue(said) }), message)
}

/** "100 não 120", where it is 100 already: nobody says what it is to be where it is that, so it is to be 120. */
function ofTwo(draft: Draft, { parameter, value }: Option, { not, either }: ValueCorrection): Option {
  const isMeant = either !== true || not === undefined || !isCurrentValue(parameter, draft, value.correction)
  return { parameter, value: isMeant ? value : { correction: not } }
}

/** "No 2" of the second one says only that it is not wanted. */
function chooseOther(scene: Scene, draft: Draft, id: string, message: MessageFacts): Step {
  const before = jsonText(draft.args[draft.chosen?.parameter ?? ''] ?? null)
  return id === before ? dropNewest(scene) : redraft(scene, message, draft, withChosen(draft, id, message))
}

/** "No, it's for Helena": taken up only if it names something. */
function correctFreely(scene: Scene, { command, draft }: Open, corrects: FreeCorrection, message: MessageFacts): Step {
  const other = chooseAnew(draft, corrects.place)
  if (other !== null) return redraft(scene, message, draft, withChosen(draft, other, message))
  const options = correctedOptions(scene, command, draft, { ...corrects, values: [corrects] })
  const files = options[0]?.parameter.type === 'file' ? possibleOptions(scene, { command, draft }, options) : []
  if ('kind' in files) return files
  if (files.length > 1) return askWhichValue(scene, { command, draft }, files, message)
  const option = files[0] ?? chooseOption(scene, draft, options)
  if (option !== null && 'kind' in option) return option
  if (option === null) return refuseUnnamed(scene, corrects, message)
  const ofSeveral = amongWaiting(scene, { command, draft, option }, corrects, message)
  if (ofSeveral !== null) return ofSeveral
  const corrected = withValue(draft, option, message)
  // "No, it's for Helena" means another order, not a note.
  const named =
    isText(option.parameter) && corrects.of === undefined ? correctNamed(scene, command, draft, option, message) : null
  if (named !== null) return named
  // "The other one" is no text, where no other one was shown.
  if (corrects.place !== undefined && isText(option.parameter)) return refuseUnnamed(scene, corrects, message)
  if (corrects.refuses === true && isText(option.parameter))
    return corrects.perhaps === true ? refuseUnnamed(scene, corrects, message) : dropNewest(scene)
  const asked = isText(option.parameter) ? textOrMore(scene, { command, draft }, option, corrects, message) : null
  if (asked !== null) return asked
  const nowhere = whetherNowhere(scene, command, corrected, option.parameter)
  if (nowhere.kind === 'needs') return nowhere
  if (nowhere.kind === 'no') return redraft(scene, message, draft, corrected)
  return correctNamed(scene, command, draft, option, message) ?? refuseUnnamed(scene, corrects, message)
}

/** The no is what counts; where there was none, it is shown once more what is open, but for what may say anything ("sorry for the delay"). */
function refuseUnnamed(scene: Scene, { perhaps, told }: FreeCorrection, message: MessageFacts): Step {
  if (told !== undefined) return (told === 'anything' ? null : notAsShown(scene, told, message)) ?? onUnknown(scene, {})
  return (perhaps === true ? notAsShown(scene, 'added', message) : null) ?? dropUnnamed(scene)
}

/**
 * "No, with Julia": nobody of that name is booked, but somebody of that name does the work; the target comes first. `null` when nothing
 * else that was said has that name.
 */
function correctNamed(
  scene: Scene,
  command: Command,
  draft: Draft,
  { parameter: tried, value }: Option,
  message: MessageFacts,
): Step | null {
  const { entities } = scene.context.catalogue
  const { target } = command.intent
  const others = command.parameters
    .filter(
      ({ name, entity }) =>
        name !== tried.name &&
        draft.args[name] !== undefined &&
        entity !== null &&
        entities.get(entity)?.byName != null,
    )
    .toSorted((a, b) => Number(b.name === target) - Number(a.name === target))
  for (const parameter of others) {
    const meant = withValue(draft, { parameter, value }, message)
    const nowhere = whetherNowhere(scene, command, meant, parameter)
    if (nowhere.kind === 'needs') return nowhere
    if (nowhere.kind === 'no') return redraft(scene, message, draft, meant)
  }
  return null
}

function withChosen(draft: Draft, id: string, message: MessageFacts): Draft {
  return correct(draft, message, { parameter: draft.chosen?.parameter ?? '', raw: id })
}

/** The first option that exists, if there are several; a thing that does not exist is not what was meant. */
function chooseOption(scene: Scene, draft: Draft, options: readonly Option[]): Option | Step | null {
  const [first, second] = options
  const entity = first?.parameter.entity ?? null
  if (first === undefined || second === undefined || entity === null) return first ?? null
  const normalised = normaliseArgument(first.parameter, first.value.correction)
  if (normalised.kind !== 'value') return second
  const lookup = { kind: 'entity', entity, by: 'id', value: jsonText(normalised.value) } as const satisfies Lookup
  const rows = factOf(scene.facts, lookup)
  // The current target is looked up again in any case.
  const before = { ...lookup, value: jsonText(draft.args[first.parameter.name] ?? null) }
  if (rows === undefined) return needs(lookup, before)
  return rows.length > 0 ? first : second
}

function withValue(draft: Draft, { parameter, value }: Option, message: MessageFacts): Draft {
  // A note says what it should; what need not be said, as a reason, tells.
  const { note, text, correction } = value
  const words = (parameter.required ? note : undefined) ?? text ?? correction
  const raw = isText(parameter) ? words : correction
  return correct(draft, message, { parameter: parameter.name, raw, words: value.said })
}

/** AGAIN applied to the command as it was, so it is not kept. */
function correct(...[draft, message, value]: Parameters<typeof continueWithValue>): Draft {
  return continueWithValue({ ...draft, again: false }, message, value)
}
