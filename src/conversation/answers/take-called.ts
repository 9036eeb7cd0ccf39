/**
 * "cancel pedro alves": a name, without a word of what it names. It is taken up where something is called so, the longest name
 * first; what can be several kinds of thing is asked about. Where nothing is, nothing was understood.
 */
import { nameIn } from '../../catalogue/name-in.ts'
import type { Called, Wish } from '../../understanding/wish.ts'
import type { Reading } from '../../understanding/reading.ts'
import { chooseWish } from './choose-command.ts'
import { beginDraft } from '../previews/drafts.ts'
import type { MessageFacts } from '../event.ts'
import { mayAsk } from '../may-ask.ts'
import { whetherNowhere } from '../things/resolve-arguments.ts'
import { newestOf } from '../things/settle-references.ts'
import type { Scene } from '../scene.ts'
import { withoutNumbers } from '../session.ts'
import { lookupsOf, type Needs, needs, whether, type Step, type Whether } from '../step.ts'

type Asked = Extract<Reading, { kind: 'wishes' }>

/** `null` where nothing is called so. */
export function takeCalled(
  scene: Scene,
  { called = [] }: Pick<Extract<Reading, { kind: 'unknown' }>, 'called'>,
  message: MessageFacts,
): Step | null {
  const wishes = knownWishes(scene, called, message)
  if ('kind' in wishes) return wishes
  return wishes.length === 0 ? null : chooseWish({ ...scene, session: withoutNumbers(scene.session) }, wishes, message)
}

/** "Ponele nota frágil a Pedro": what is asked for where something is called so, instead of what the words are otherwise. */
export function settleCalled(scene: Scene, reading: Asked, message: MessageFacts): Needs | Asked {
  const { called = [], ...asked } = reading
  const wishes = knownWishes(scene, called, message)
  if ('kind' in wishes) return wishes
  const [only, ...others] = wishes
  return only === undefined || others.length > 0 ? asked : { ...asked, wishes: [only] }
}

/** Those of the wishes for which something is called so, by the first name of which that is true. */
function knownWishes(scene: Scene, called: readonly Called[], message: MessageFacts): Needs | readonly Wish[] {
  const possible = called.filter(({ wish }) => mayAsk(scene.context, wish.command))
  const looked = possible.map((each) => ({ ...each, found: whetherCalled(scene, each, message) }))
  const open = looked.flatMap(({ found }) => lookupsOf(found))
  if (open.length > 0) return needs(...open)
  const known = looked.filter(({ found }) => found.kind === 'yes')
  return known.filter(({ name }) => name === known[0]?.name).map(({ wish }) => wish)
}

/**
 * "zona horaria de Ana": several commands that the same name may be for. Those where something is called so are meant; where nothing is,
 * or they name nothing, the person says which one; but "4" of what was shown last is that.
 */
export function takeAmbiguous(scene: Scene, wishes: readonly Wish[], message: MessageFacts): Step {
  const newest = newestOf(scene, wishes)
  if (newest !== null) return chooseWish(scene, [newest], message)
  const called = wishes.flatMap((wish) => {
    const found = nameIn(scene.context.catalogue, wish)
    return found === null ? [] : [{ wish, parameter: found.parameter, name: found.name }]
  })
  const isOneName = called.length === wishes.length && new Set(called.map(({ name }) => name)).size === 1
  return (isOneName ? takeCalled(scene, { called }, message) : null) ?? chooseWish(scene, wishes, message)
}

/** Whether something is called as the wish says. */
function whetherCalled(scene: Scene, { wish, parameter: named }: Called, message: MessageFacts): Whether {
  const command = scene.context.catalogue.commands.get(wish.command)
  const parameter = command?.parameters.find(({ name }) => name === named)
  if (command === undefined || parameter === undefined) return whether(false)
  const draft = beginDraft(wish.command, message, { raw: wish.args })
  const nowhere = whetherNowhere(scene, command, draft, parameter)
  return nowhere.kind === 'needs' ? nowhere : whether(nowhere.kind === 'no')
}
