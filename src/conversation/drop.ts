import type { Command, Parameter } from '../catalogue/catalogue.ts'
import { normaliseArgument } from '../envelope/normalise-argument.ts'
import { fillQuestion } from './answer-question.ts'
import { draftCommand } from './draft-command.ts'
import type { MessageFacts } from './event.ts'
import { originOf } from './origin.ts'
import { heardParameter } from './ask.ts'
import { goBack } from './menus.ts'
import { say } from './render/say.ts'
import { withSaid } from './said-words.ts'
import type { Context, Scene } from './scene.ts'
import type { Draft, Pending } from './session.ts'
import { done, type Step } from './step.ts'

/** "0", "no" or "cancel" alone: drops the newest open thing, a menu first, then the question, then the preview. */
export function dropNewest(scene: Scene): Step {
  const { session, context } = scene
  if (session.menu?.live === true) {
    const closed = { ...session, menu: null }
    return session.menu.path === ''
      ? done(closed, [{ about: 'info', text: say(context.locale, 'menu_closed') }])
      : goBack(scene)
  }
  if (session.question !== null) {
    return done({ ...session, question: null }, [{ about: 'info', text: say(context.locale, 'question_dropped') }])
  }
  const { pending } = session
  if (pending !== null && !pending.lapsed) return dropPending(scene, pending)
  return done({ ...session, pending: null }, [{ about: 'info', text: say(context.locale, 'nothing_open') }])
}

/** The person does not want what the open preview shows. */
export function dropPending({ session, context }: Scene, pending: Pending): Step {
  const { commandId, ref, draft, summary } = pending
  const command = { id: commandId, ref, name: draft.command, status: 'rejected', reason: 'declined' } as const
  return done(
    { ...session, pending: null, repeat: draft },
    [{ about: 'info', text: say(context.locale, 'dropped', { summary }), command }],
    [{ kind: 'reject', commandId, reason: 'declined' }],
  )
}

/** "no, 205": what is open with another value, for what was asked or for the parameter that it fits; the target first. */
export function correctNewest(scene: Scene, correction: string, message: MessageFacts, words?: string): Step {
  const { session, context } = scene
  const asksWhetherHeard = session.question?.parameter === heardParameter
  if (session.question !== null && !asksWhetherHeard)
    return fillQuestion(scene, session.question, correction, message, words)
  const draft = (asksWhetherHeard ? session.question : session.pending)?.draft
  const command = draft === undefined ? undefined : context.catalogue.commands.get(draft.command)
  const parameter = draft && command && correctedParameter(context, command, draft, correction)
  if (draft === undefined || parameter === undefined) return dropNewest(scene)
  const { [parameter.name]: _wrong, ...args } = draft.args
  const origin = originOf(message, draft.origin)
  return draftCommand(scene, {
    ...draft,
    args,
    raw: { ...draft.raw, [parameter.name]: correction },
    ...withSaid(draft, parameter.name, words),
    origin,
    // AGAIN was said of the command as it was.
    again: false,
  })
}

/**
 * Only what was said can be corrected, free text last, for it takes anything. A name corrects the target, when things of its
 * kind are found by name.
 */
function correctedParameter(
  { catalogue }: Context,
  command: Command,
  draft: Draft,
  correction: string,
): Parameter | undefined {
  const { target } = command.intent
  const said = command.parameters
    .filter(({ name }) => draft.args[name] !== undefined)
    .toSorted(
      (a, b) =>
        Number(b.name === target) - Number(a.name === target) || Number(a.type === 'text') - Number(b.type === 'text'),
    )
  const isName = ({ name, entity }: Parameter) =>
    name === target && entity !== null && catalogue.entities.get(entity)?.byName != null
  return said.find((each) => normaliseArgument(each, correction).kind === 'value') ?? said.find(isName)
}
