import type { Reply } from '../../channel/reply.ts'
import type { Reading } from '../../understanding/reading.ts'
import { renderQuestion } from '../questions/ask.ts'
import { allowedCommands, findTopic, type Topic } from '../things/find-topic.ts'
import { forgetMentions } from '../things/mentions.ts'
import { renderHint, renderTopic } from '../render/render-help.ts'
import { say } from '../render/say.ts'
import type { Context, Scene } from '../scene.ts'
import type { Session } from '../session.ts'
import { done, type Step } from '../step.ts'

type Unknown = Extract<Reading, { kind: 'unknown' }>

/** What was not understood may still name the topic for which help is wanted. */
export function onUnknown({ session, context }: Scene, { helpAbout, longest, ...hint }: Omit<Unknown, 'kind'>): Step {
  const topic =
    helpAbout === undefined ? null : (findTopic(context, helpAbout) ?? commandSaid(context, helpAbout, hint.near))
  if (topic !== null) return done(session, [renderTopic(context, topic)])
  const reply =
    longest === undefined
      ? (chooseStill(context, session, hint) ?? renderHint(context, session, hint))
      : ({ about: 'help', text: say(context.locale, 'not_read_so_long', { most: longest }) } as const)
  // It may have named something else, which "it" would then refer to.
  return done(
    forgetMentions(session, context.locale, null),
    [reply],
    [{ kind: 'note', evidence: 'message.not_understood', facts: {} }],
  )
}

/** To a list, what means nothing and is like no command was meant as an answer: the list is shown again. */
function chooseStill(
  context: Context,
  { question }: Session,
  { near = [], half }: Pick<Unknown, 'near' | 'half'>,
): Reply | null {
  if (question?.kind !== 'choice' || near.length > 0 || half !== undefined) return null
  return renderQuestion(context, question, [say(context.locale, 'not_understood_choice')])
}

/** "ajuda estorno": the one command that a single word asks for. */
function commandSaid({ catalogue, person }: Context, word: string, near: readonly string[] = []): Topic | null {
  if (near.length !== 1 || /\s/u.test(word)) return null
  const command = allowedCommands({ catalogue, person }).find(({ token }) => near.includes(token))
  return command === undefined ? null : { kind: 'command', command }
}
