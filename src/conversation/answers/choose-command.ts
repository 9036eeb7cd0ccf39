/**
 * A sentence that asks for several commands equally well (CCP XI): those that the person may not use are not meant, and from
 * the rest the person chooses by number. Nothing is guessed, and rights are checked again when the command is drafted.
 */
import type { Wish } from '../../understanding/wish.ts'
import { askAgain, renderQuestion } from '../questions/ask.ts'
import { meantParameter } from '../questions/question-text.ts'
import { draftWish } from '../previews/draft-command.ts'
import { leftAside } from '../previews/left-aside.ts'
import type { MessageFacts } from '../event.ts'
import { mayAsk } from '../may-ask.ts'
import { originOf } from '../previews/origin.ts'
import { textsOf } from '../render/describe-command.ts'
import { showValue } from '../render/show-value.ts'
import type { Context, Scene } from '../scene.ts'
import { type Candidate, type Draft, type Origin, type Question, type TakenBack, withoutNumbers } from '../session.ts'
import { done, type Step } from '../step.ts'
import { showWished } from '../previews/wish-names.ts'
import { startWishes } from '../waiting/wishes.ts'
import { draftOfWish } from '../wish-and-draft.ts'

/**
 * Takes the only wish that the person may have, or asks which one is meant; with a `note` it asks in any case, and says that
 * first. `before`: the origin of what was asked for before this message, if that is one of the wishes.
 */
export function chooseWish(
  scene: Scene,
  wishes: readonly Wish[],
  message: MessageFacts,
  {
    note,
    before = null,
    takesBack,
  }: {
    readonly note?: string
    readonly before?: Origin | null
    /** What the first of the wishes undoes. */
    readonly takesBack?: TakenBack
  } = {},
): Step {
  const { session, context } = scene
  const possible = wishes.filter(({ command }) => mayAsk(context, command))
  const [first, ...others] = possible
  if (first === undefined) return startWishes(scene, wishes.slice(0, 1), message)
  if (others.length === 0 && note === undefined) return startWishes(scene, possible, message)
  const draft: Draft = {
    command: first.command,
    raw: {},
    args: {},
    ...(takesBack === undefined ? {} : { takesBack }),
    origin: originOf(message, before),
    again: false,
  }
  const candidates = possible.map((wish) => candidateOf(wish, context))
  const question: Question = {
    kind: 'choice',
    draft,
    parameter: meantParameter,
    candidates,
    wishes: possible,
    tries: 0,
  }
  const drafts = possible.map((wish) => draftOfWish({ wish, origin: draft.origin }))
  const left = session.question === null ? null : leftAside(context, session.question, drafts)
  return done({ ...withoutNumbers(session), question }, [renderQuestion(context, question, [left ?? '', note ?? ''])])
}

/** The chosen command, as it was asked for. */
export function settleMeant(scene: Scene, question: Question, chosen: string, message: MessageFacts): Step {
  const wishes = question.kind === 'choice' ? (question.wishes ?? []) : []
  const meant = wishes.find(({ command }) => command === chosen)
  if (meant === undefined) return askAgain(scene, question)
  const answering = { ...scene, session: { ...scene.session, question: null } }
  const { command, takesBack, origin } = question.draft
  // As where it is asked for by its reference: what stood there is not looked for among names.
  const undone = meant.command === command && takesBack !== undefined ? { takesBack, former: meant.args } : {}
  return draftWish(answering, { wish: meant, origin: originOf(message, origin), ...undone })
}

function candidateOf(wish: Wish, { catalogue, locale }: Context): Candidate {
  const { command: token, args } = wish
  const command = catalogue.commands.get(token)
  const title = command === undefined ? token : textsOf(locale, command).title
  const values = Object.entries(args).flatMap(([name, value]) => {
    const parameter = command?.parameters.find((each) => each.name === name)
    const shown = parameter === undefined ? value : showWished(locale, parameter, wish)
    return shown === null ? [] : [showValue(shown)]
  })
  return { id: token, label: values.length === 0 ? title : `${title}: ${values.join(', ')}` }
}
