import type { Reading } from '../understanding/reading.ts'
import { draftCommand } from './draft-command.ts'
import type { MessageFacts } from './event.ts'
import { renderHelp } from './render/render-help.ts'
import { say } from './render/say.ts'
import type { Scene } from './scene.ts'
import type { Question } from './session.ts'
import { done, type Step } from './step.ts'

/** The answer to the open question: a value, or the number of a candidate. */
export function answerQuestion(
  scene: Scene,
  answer: Extract<Reading, { kind: 'value' | 'pick' }>,
  message: MessageFacts,
): Step {
  const { session, context } = scene
  const { question } = session
  if (question === null) return done(session, [renderHelp(context, 'not_understood')])
  if (question.kind === 'value')
    return fill(scene, question, answer.kind === 'value' ? answer.text : String(answer.n), message)
  const picked =
    answer.kind === 'pick'
      ? question.candidates[answer.n - 1]
      : question.candidates.find(({ id }) => id === answer.text)
  if (picked !== undefined) return fill(scene, question, picked.id, message)
  return done(session, [
    {
      about: 'choose',
      text: [
        say(context.locale, 'choose_again'),
        ...question.candidates.map(({ label }, index) => `${index + 1}. ${label}`),
      ].join('\n'),
      options: question.candidates.map(({ label }, index) => ({ n: index + 1, label })),
    },
  ])
}

/** The question stays in the session until the draft has gone on, so that a second wrong answer counts. */
function fill(scene: Scene, question: Question, value: string, message: MessageFacts): Step {
  const { draft } = question
  const origin = { messageIds: [...draft.origin.messageIds, message.id], sentAt: message.sentAt }
  return draftCommand(scene, { ...draft, raw: { ...draft.raw, [question.parameter]: value }, origin })
}
