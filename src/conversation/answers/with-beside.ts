/** "30, friday" to "How much?", "205, it was late" to "Which order?", "50 in cash": the day, the reason, the way is taken where the command takes one, and none was said. */
import type { Reading } from '../../understanding/reading.ts'
import type { Beside, ValueOf } from '../../understanding/value-of.ts'
import { noteAnswer } from './answered-by.ts'
import { continueWithValue } from '../previews/drafts.ts'
import type { MessageFacts } from '../event.ts'
import type { Context } from '../scene.ts'
import type { Question } from '../session.ts'

type Answer = Extract<Reading, { kind: 'value' }>

/** What was said besides, where it can be of one parameter alone which has no value; `null` where it cannot be taken. */
export function besideFor(question: Question | null, { values }: Beside, { catalogue }: Context): ValueOf | null {
  if (question === null || !catalogue.commands.has(question.draft.command)) return null
  const { args, raw, refers } = question.draft
  const [only, ...others] = values.filter(
    ({ parameter }) =>
      args[parameter] === undefined && raw[parameter] === undefined && refers?.[parameter] === undefined,
  )
  return only === undefined || others.length > 0 ? null : only
}

/** "20 for Joana", said of Maria's order, as it was said: it is no answer. */
export function asWhole(question: Question | null, answer: Answer, context: Context): Answer {
  const { beside, text, said = text } = answer
  if (beside?.isName !== true || besideFor(question, beside, context) !== null) return answer
  return { kind: 'value', text: `${said} ${beside.said}` }
}

/** The question, with what was said besides its answer. */
export function withBeside(
  question: Question | null,
  { beside }: Answer,
  context: Context,
  message: MessageFacts,
): Question | null {
  const taken = beside === undefined ? null : besideFor(question, beside, context)
  if (question === null || taken === null) return question
  const { parameter, value: raw, said: words } = taken
  const draft = continueWithValue(question.draft, message, { parameter, raw, words })
  return { ...question, draft: noteAnswer(draft, message.id, parameter, question.draft) }
}
