import type { Command } from '../catalogue.ts'

/** The texts that a language must have of a command, as its file names them: what somebody who has written none of them writes now. */
export function textsOf({ safety, succeedsIf, parameters }: Command): string {
  const labels = parameters.map(({ name }) => `labels.${name}`)
  const questions = parameters.filter(({ required }) => required).map(({ name }) => `questions.${name}`)
  return [
    'title',
    'summary',
    ...(safety === 'read' ? [] : ['effect']),
    'done',
    ...(succeedsIf === null ? [] : ['unmet']),
    ...labels,
    ...questions,
    'sentences',
  ].join(', ')
}
