import type { Reading } from '../../understanding/reading.ts'
import { callCandidate } from './answer-choice.ts'
import type { MessageFacts } from '../event.ts'
import { callFromMenu } from '../waiting/menus.ts'
import { plainWords } from '../things/plain-words.ts'
import type { Scene } from '../scene.ts'
import type { Candidate, Question } from '../session.ts'
import { fillQuestion } from './fill-question.ts'
import type { Step } from '../step.ts'

type Choice = Extract<Question, { kind: 'choice' }>

/** What means nothing by itself may be the name of something in the open list or menu, or a row of the list as it stands there. */
export function callListed(
  scene: Scene,
  { name }: Extract<Reading, { kind: 'unknown' }>,
  message: MessageFacts,
): Step | null {
  const { question, menu } = scene.session
  if (menu?.live === true) return name === undefined ? null : callFromMenu(scene, name, message)
  if (question?.kind !== 'choice') return null
  const copied = copiedCandidate(question, message.words ?? '')
  if (copied !== null) return fillQuestion(scene, question, copied.id, message)
  return name === undefined ? null : callCandidate(scene, question, name, message)
}

function copiedCandidate({ candidates }: Choice, words: string): Candidate | null {
  const said = plainWords(words.replace(/^\s*\d{1,2}\.\s/u, ''))
  const [copied, ...others] = candidates.filter(({ label }) => [plainWords(words), said].includes(plainWords(label)))
  return copied !== undefined && others.length === 0 && said !== '' ? copied : null
}
