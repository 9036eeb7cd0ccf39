/**
 * "make it 210", which may be the sum or another order: money that has gone to the wrong person cannot be got back, so Sayso
 * asks.
 */
import type { Command } from '../../catalogue/catalogue.ts'
import type { Reading } from '../../understanding/reading.ts'
import { askAgain, renderQuestion } from '../questions/ask.ts'
import { candidateOf } from '../things/candidates.ts'
import { correctedParameter, thingName } from '../questions/question-text.ts'
import { draftCommand } from '../previews/draft-command.ts'
import { continueDraft, continueWithValue } from '../previews/drafts.ts'
import type { MessageFacts } from '../event.ts'
import type { Possible } from './possible-options.ts'
import { rejectPreview } from '../previews/reject-preview.ts'
import { capitalised } from '../render/capitalised.ts'
import { parameterName, showArgument } from '../render/describe-command.ts'
import { say } from '../render/say.ts'
import type { Context, Scene } from '../scene.ts'
import { openPreview, withoutNumbers, type Draft, type Question } from '../session.ts'
import { done, type Step } from '../step.ts'

/** Between a parameter and its place in the list; no name of a parameter has it. */
const separator = ':'

/** What is open is not wanted as it was: its preview is closed, and comes again with what is chosen. */
export function askWhichValue(
  { session, context }: Scene,
  { command, draft }: { readonly command: Command; readonly draft: Draft },
  possible: readonly Possible[],
  message: MessageFacts,
): Step {
  const thingsLast = possible.toSorted(
    (a, b) => Number(a.parameter.entity !== null) - Number(b.parameter.entity !== null),
  )
  const preview = openPreview(session)
  const question: Question = {
    kind: 'choice',
    draft: continueDraft(draft, message, { again: false }),
    parameter: correctedParameter,
    candidates: thingsLast.map((each, at) => ({ id: idOf(each, at), label: labelOf(context, command, each) })),
    values: Object.fromEntries(thingsLast.map((each, at) => [idOf(each, at), each.value])),
    ...(preview !== null && { replaces: preview.summary }),
    tries: 0,
  }
  return done(
    { ...withoutNumbers(session), pending: null, question },
    [renderQuestion(context, question, [])],
    preview === null ? [] : rejectPreview(preview, 'superseded').decisions,
  )
}

/** Of one parameter there may be several: two times of a day. */
function idOf({ parameter: { name } }: Possible, at: number): string {
  return `${name}${separator}${at}`
}

function parameterOf(id: string): string {
  return id.split(separator)[0] ?? id
}

/** The command as it was, with the number for what was chosen. */
export function settleCorrected(scene: Scene, question: Question, chosen: string, message: MessageFacts): Step {
  const value = question.kind === 'choice' ? question.values?.[chosen] : undefined
  if (value === undefined) return askAgain(scene, question)
  const { correction: raw, said: words } = value
  const answering = { ...scene, session: { ...scene.session, question: null } }
  const summary = question.kind === 'choice' ? question.replaces : undefined
  const note = summary === undefined ? null : say(scene.context.locale, 'preview_replaces', { summary })
  const draft = continueWithValue(question.draft, message, { parameter: parameterOf(chosen), raw, words })
  return draftCommand(answering, draft, { note })
}

/**
 * "Order 210" as the answer: the thing with this number, not a request to look at it. `null` when something else is asked
 * for.
 */
export function answerByThing(
  scene: Scene,
  { wishes: [wish, ...others] }: Extract<Reading, { kind: 'wishes' }>,
  message: MessageFacts,
): Step | null {
  const { question } = scene.session
  const { commands } = scene.context.catalogue
  const [said, ...more] = Object.entries(wish?.args ?? {})
  if (question?.parameter !== correctedParameter || question.kind !== 'choice' || said === undefined) return null
  const command = commands.get(wish?.command ?? '')
  if (others.length > 0 || more.length > 0 || command?.safety !== 'read') return null
  const [name, value] = said
  const thing = entityOf(command, name)
  const asked = commands.get(question.draft.command)
  const meant = Object.entries(question.values ?? {}).find(
    ([id, { correction }]) => thing !== null && correction === value && entityOf(asked, parameterOf(id)) === thing,
  )
  return meant === undefined ? null : settleCorrected(scene, question, meant[0], message)
}

function entityOf(command: Command | undefined, parameter: string): string | null {
  return command?.parameters.find(({ name }) => name === parameter)?.entity ?? null
}

/** "Amount: R$210.00", "When: Thursday at 4:00 PM", "Order 210 — Diego Martínez". */
function labelOf(context: Context, command: Command, { parameter, found, row }: Possible): string {
  const { locale } = context
  const { name, entity } = parameter
  if (entity === null || row === undefined)
    return `${capitalised(locale, parameterName(locale, command, name))}: ${showArgument(locale, parameter, found)}`
  const { label } = candidateOf(context, parameter, row)
  const isNamed = locale.entities[entity]?.named !== undefined
  return isNamed ? label : `${thingName(locale, { entity, id: row.id }).thing} ${label}`
}
