/**
 * "not João's", "el de João no", "don't cancel João's order": of several things that are asked for, the one that is called so is left out. Where
 * none is, or more than one, nothing is, and what waits is shown anew, so that an earlier code does not do what may not be wanted.
 */
import { nameIn } from '../../catalogue/name-in.ts'
import { normaliseArgument } from '../../envelope/normalise-argument.ts'
import { jsonText, type Json } from '../../json.ts'
import type { LeftOut } from '../../understanding/correction-reading.ts'
import type { Reading } from '../../understanding/reading.ts'
import { leaveOutListed } from '../answers/take-of-several.ts'
import { onUnknown } from '../answers/on-unknown.ts'
import { dropNewest } from '../waiting/drop.ts'
import type { MessageFacts } from '../event.ts'
import { isOf } from '../things/is-of.ts'
import { leaveOutWaiting } from '../waiting/leave-out.ts'
import { factOf, type Lookup } from '../lookup.ts'
import { showAnew } from '../waiting/not-as-shown.ts'
import { quotesOpen } from '../things/quoted.ts'
import { say } from '../render/say.ts'
import { showValue } from '../render/show-value.ts'
import type { Scene } from '../scene.ts'
import { openPreview } from '../session.ts'
import { lookupsOf, needs, whether, type Step, type Whether } from '../step.ts'

/** A thing that is asked for: the values of its command. */
type Asked = { readonly command: string; readonly args: Readonly<Record<string, Json>> }

/** What is said not to be wanted; `only`: the command that it is not wanted for. */
type Said = LeftOut & { readonly only?: string }

/** `null` where nothing is left out by its name. */
export function leaveOutCalled(scene: Scene, reading: Reading, message: MessageFacts): Step | null {
  const { session } = scene
  const said = saidOf(scene, reading)
  if (session.question?.kind === 'choice')
    return said === null ? null : (leaveOutListed(scene, said.name, message) ?? isNotListed(scene, reading))
  const preview = session.question === null && session.menu?.live !== true ? openPreview(session) : null
  if (said === null || preview === null) return null
  if (message.quotedCommand !== null && !quotesOpen(scene, message)) return null
  // Of one thing alone, a name corrects it, and a denied command is no other one.
  if (session.wishes.length === 0 && reading.kind !== 'negated') return null
  const asked: readonly Asked[] = [preview.draft, ...session.wishes.map(({ wish }) => wish)]
  const found = asked.map((each) => whetherCalled(scene, each, said))
  const open = found.flatMap((each) => lookupsOf(each))
  if (open.length > 0) return needs(...open)
  const places = found.flatMap((each, at) => (each.kind === 'yes' ? [at] : []))
  const [place] = places
  if (place === undefined && !said.sure) return null
  if (place === undefined || places.length > 1) return askWhich(scene, said, message)
  return place === 0 ? dropNewest(scene) : leaveOutWaiting(scene, (each) => each === session.wishes[place - 1])
}

/** "No la de Soler", who is not listed either: she is not the one that is meant. */
function isNotListed(scene: Scene, reading: Reading): Step | null {
  const isName = reading.kind === 'free-correction' || (reading.kind === 'unknown' && reading.denies === undefined)
  return isName && reading.out !== undefined ? onUnknown(scene, {}) : null
}

/** "Don't cancel João's order" is about what is to be cancelled alone; a mere "not João's order" reads as a look at it that is not wanted. */
function saidOf({ context: { catalogue } }: Scene, reading: Reading): Said | null {
  if (reading.kind === 'free-correction' || reading.kind === 'wishes') return reading.out ?? null
  if (reading.kind === 'unknown')
    return reading.out ?? (reading.leavesOut === undefined ? null : { name: reading.leavesOut, sure: false })
  if (reading.kind !== 'negated' || reading.others !== undefined) return null
  const found = nameIn(catalogue, reading.wish)
  const isRead = catalogue.commands.get(reading.wish.command)?.safety === 'read'
  return found === null ? null : { name: found.name, sure: false, ...(!isRead && { only: reading.wish.command }) }
}

/** Whether a thing of the command is called so. */
function whetherCalled({ facts, context: { catalogue } }: Scene, asked: Asked, { name, only }: Said): Whether {
  if (only !== undefined && asked.command !== only) return whether(false)
  const lookups = (catalogue.commands.get(asked.command)?.parameters ?? []).flatMap((parameter) => {
    const { entity } = parameter
    const value = asked.args[parameter.name]
    if (value === undefined || entity === null || catalogue.entities.get(entity)?.byName == null) return []
    const by = normaliseArgument(parameter, jsonText(value)).kind === 'value' ? 'id' : 'name'
    return [{ kind: 'entity', entity, by, value: jsonText(value) } as const satisfies Lookup]
  })
  const rows = lookups.map((lookup) => factOf(facts, lookup))
  if (rows.some((each) => each?.some((row) => isOf(row, name)))) return whether(true)
  return rows.includes(undefined) ? needs(...lookups) : whether(false)
}

/** Shown anew, so that an earlier code does not do what may not be wanted. */
function askWhich(scene: Scene, { name }: Said, message: MessageFacts): Step {
  const note = say(scene.context.locale, 'left_out_unclear', { name: showValue(name) })
  return showAnew(scene, note, message)
}
