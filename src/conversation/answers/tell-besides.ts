/** What came along with a request and is no part of it: the person is told so, with the answer. */
import { asksForChange } from '../../understanding/asks-for-change.ts'
import type { Reading } from '../../understanding/reading.ts'
import type { Beside } from '../../understanding/value-of.ts'
import type { MessageFacts } from '../event.ts'
import { say } from '../render/say.ts'
import { showValue } from '../render/show-value.ts'
import type { Context, Scene } from '../scene.ts'
import type { Question } from '../session.ts'
import { after, done, type Step } from '../step.ts'
import { besideFor } from './with-beside.ts'

/** Somebody who has sent a file with a command that takes none is told that the file is not kept. */
export function besidesFile({ context }: Scene, { leavesFile }: MessageFacts, step: Step): Step {
  return leavesFile === undefined ? step : withNote(say(context.locale, 'file_left'), step)
}

/** What was told around a request, and nothing takes, is repeated: it may have been meant for more. */
export function besidesAside({ session, context }: Scene, reading: Reading, step: Step): Step {
  // Beside a question about something nobody expects anything to be kept, but may expect less of an answer.
  const answers = reading.kind === 'value' && session.question !== null
  const told = reading.kind === 'wishes' || answers ? reading.aside : undefined
  const changes = answers ? isOfChange(session.question, context) : asksForChange(reading, context)
  const isTold = changes || (reading.kind === 'wishes' && reading.narrows === true)
  const left = [besideLeft(reading, session.question, context), isTold ? told : undefined].filter(
    (each) => each !== undefined,
  )
  const key = changes || told === undefined ? 'aside_left' : 'aside_unread'
  return left.length === 0 ? step : withNote(say(context.locale, key, { said: showValue(left.join(', ')) }), step)
}

function isOfChange({ draft }: Question, { catalogue }: Context): boolean {
  return catalogue.commands.get(draft.command)?.safety !== 'read'
}

/** What was said with an answer and is a value of its own, where what is asked for takes none, or has another. */
function besideLeft(reading: Reading, question: Question | null, context: Context): string | undefined {
  const beside = reading.kind === 'value' && question?.kind === 'value' ? reading.beside : undefined
  if (beside === undefined || question === null || beside.isName === true) return undefined
  return isSaid(question, beside) || besideFor(question, beside, context) !== null ? undefined : beside.said
}

/** "5 boxes of sprite" to "Which product?", where 5 were asked for. */
function isSaid({ draft: { raw } }: Question, { values }: Beside): boolean {
  return values.some(({ parameter, value }) => raw[parameter] === value)
}

function withNote(note: string, step: Step): Step {
  if (step.kind === 'needs') return step
  const [first, ...others] = step.replies
  if (first === undefined) return after({ replies: [{ about: 'info', text: note }] }, step)
  return done(step.session, [{ ...first, text: `${note}\n\n${first.text}` }, ...others], step.decisions)
}
