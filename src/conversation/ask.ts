import type { Reply } from '../channel/reply.ts'
import type { Command } from '../catalogue/catalogue.ts'
import { assertNever } from '../errors.ts'
import { labelOf, textsOf } from './render/describe-command.ts'
import { format, say } from './render/say.ts'
import { showValue } from './render/show-value.ts'
import type { Ask } from './resolve-arguments.ts'
import { maxAnswerTries, type Context, type Scene } from './scene.ts'
import type { Question } from './session.ts'
import { done, type Step } from './step.ts'

/** Asks for one value, or for one of several candidates, and says why when the value given did not do. */
export function askFor(scene: Scene, command: Command, ask: Ask, before: Question | null): Step {
  const { session, context } = scene
  if (ask.because.kind === 'ambiguous') return offer(scene, command, ask, ask.because.rows)
  // A read that names something that does not exist is simply answered; the question would only be in the way.
  if (ask.because.kind === 'not-found' && command.safety === 'read')
    return done(session, [{ about: 'refusal', text: whyText(context, ask) }])
  const tries =
    before?.kind === 'value' && before.parameter === ask.parameter.name && ask.because.kind !== 'missing'
      ? before.tries + 1
      : 0
  if (tries >= maxAnswerTries) {
    return done({ ...session, question: null }, [
      { about: 'refusal', text: `${whyText(context, ask)}\n${say(context.locale, 'question_given_up')}` },
    ])
  }
  const question: Question = { kind: 'value', draft: ask.draft, parameter: ask.parameter.name, tries }
  const text = [whyText(context, ask), questionText(context, command, ask)].filter((line) => line !== '').join('\n')
  return done({ ...session, question }, [{ about: 'ask', text }])
}

function offer(
  scene: Scene,
  command: Command,
  ask: Ask,
  rows: Extract<Ask['because'], { kind: 'ambiguous' }>['rows'],
): Step {
  const { session, context } = scene
  const entity = ask.parameter.entity ?? ''
  const candidates = rows.map((row) => ({
    id: row.id,
    label: `${row.id} — ${labelOf(context.catalogue, context.locale, entity, row)}`,
  }))
  const options = candidates.map(({ label }, index) => ({ n: index + 1, label }))
  const reply: Reply = {
    about: 'choose',
    text: [
      questionText(context, command, ask),
      ...options.map(({ n, label }) => `${n}. ${label}`),
      say(context.locale, 'choose_number'),
    ].join('\n'),
    options,
  }
  return done(
    { ...session, question: { kind: 'choice', draft: ask.draft, parameter: ask.parameter.name, candidates } },
    [reply],
  )
}

function questionText({ locale }: Context, command: Command, ask: Ask): string {
  return textsOf(locale, command).questions[ask.parameter.name] ?? say(locale, 'question', { name: ask.parameter.name })
}

function whyText({ locale }: Context, { because, parameter }: Ask): string {
  switch (because.kind) {
    case 'missing':
    case 'ambiguous':
      return ''
    case 'invalid':
      return say(locale, `invalid_${because.problem}`, { limit: because.limit, name: parameter.name })
    case 'not-found':
      return format(locale, locale.entities[parameter.entity ?? '']?.missing ?? '', { value: showValue(because.value) })
    case 'too-many':
      return say(locale, 'too_many_candidates', { value: showValue(because.value) })
    default:
      return assertNever(because)
  }
}
