import type { Reply } from '../channel/reply.ts'
import type { Command, EntityRow, Parameter } from '../catalogue/catalogue.ts'
import { assertNever } from '../errors.ts'
import { labelOf, textsOf } from './render/describe-command.ts'
import { format, say } from './render/say.ts'
import { showValue } from './render/show-value.ts'
import type { Ask } from './resolve-arguments.ts'
import { maxAnswerTries, type Context, type Scene } from './scene.ts'
import { withoutNumbers, type Candidate, type Question } from './session.ts'
import { done, type Step } from './step.ts'

/** Asks for one value, or for one of several candidates, and says why when the value given did not do. */
export function askFor(
  scene: Scene,
  command: Command,
  ask: Ask,
  {
    answered,
    note,
  }: {
    /** The question that was just answered; a value that does not do then counts as a wrong answer. */
    readonly answered: Question | null
    /** What has to be said first. */
    readonly note: string | null
  },
): Step {
  const { session, context } = scene
  const { because, draft, parameter } = ask
  // A read that names something that does not exist is simply answered; the question would only be in the way.
  if (because.kind === 'not-found' && command.safety === 'read' && answered === null)
    return done(session, [{ about: 'refusal', text: whyText(context, ask) }])
  const wrong = answered !== null && answered.parameter === parameter.name && because.kind !== 'ambiguous'
  const tries = wrong ? answered.tries + 1 : 0
  if (tries >= maxAnswerTries) return giveUp(scene, whyText(context, ask))
  const asked = { draft, parameter: parameter.name, tries }
  const question: Question =
    because.kind === 'ambiguous'
      ? { ...asked, kind: 'choice', candidates: because.rows.map((row) => candidateOf(context, parameter, row)) }
      : { ...asked, kind: 'value' }
  return done({ ...withoutNumbers(session), question }, [
    renderQuestion(context, question, [note ?? '', whyText(context, ask)]),
  ])
}

/** The open question once more, because what was said is no answer to it. */
export function askAgain(scene: Scene, question: Question): Step {
  const { session, context } = scene
  const tries = question.tries + 1
  const before = question.kind === 'choice' ? say(context.locale, 'choose_again') : ''
  if (tries >= maxAnswerTries) return giveUp(scene, '')
  return done({ ...withoutNumbers(session), question: { ...question, tries } }, [
    renderQuestion(context, question, [before]),
  ])
}

/** What is asked, in one line; '' when the command is gone. */
export function questionText({ locale, catalogue }: Context, { draft, parameter }: Question): string {
  const command = catalogue.commands.get(draft.command)
  if (command === undefined) return ''
  return textsOf(locale, command).questions[parameter] ?? say(locale, 'question', { name: parameter })
}

function giveUp({ session, context }: Scene, why: string): Step {
  const text = [why, say(context.locale, 'question_given_up')].filter((line) => line !== '').join('\n')
  return done({ ...session, question: null }, [{ about: 'refusal', text }])
}

function renderQuestion(context: Context, question: Question, before: readonly string[]): Reply {
  const lines = [...before, questionText(context, question)].filter((line) => line !== '')
  if (question.kind === 'value') return { about: 'ask', text: lines.join('\n') }
  const options = question.candidates.map(({ label }, index) => ({ n: index + 1, label }))
  const list = options.map(({ n, label }) => `${n}. ${label}`)
  return { about: 'choose', text: [...lines, ...list, say(context.locale, 'choose_number')].join('\n'), options }
}

function candidateOf({ catalogue, locale }: Context, { entity }: Parameter, row: EntityRow): Candidate {
  return { id: row.id, label: `${showValue(row.id)} — ${labelOf(catalogue, locale, entity ?? '', row)}` }
}

function whyText(context: Context, { because, parameter }: Ask): string {
  const { locale } = context
  switch (because.kind) {
    case 'missing':
    case 'ambiguous':
      return ''
    case 'invalid':
      return say(locale, `invalid_${because.problem}`, { limit: because.limit, name: parameter.name })
    case 'not-found':
      return [
        format(locale, locale.entities[parameter.entity ?? '']?.missing ?? '', { value: showValue(because.value) }),
        ...(because.near.length === 0 ? [] : [say(locale, 'nearest')]),
        ...because.near.map((row) => `• ${candidateOf(context, parameter, row).label}`),
      ].join('\n')
    case 'too-many':
      return say(locale, 'too_many_candidates', { value: showValue(because.value) })
    default:
      return assertNever(because)
  }
}
