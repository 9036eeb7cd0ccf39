/**
 * "Maria's order, cancel it", "o pedido da maria, cancela", "el 204: ponle una nota": first the thing, and behind a pause what is to be done
 * with it. A sentence that looks at the thing takes such a text for a long name.
 */
import type { Catalogue, Parameter } from '../../catalogue/catalogue.ts'
import { type Folded, foldText, pausesIn } from '../text/fold-text.ts'
import type { Language } from '../words/language.ts'
import { type Named, wishesOf, withWishes } from './named-wishes.ts'
import { readReason } from './read-reason.ts'
import type { AnswerReader } from './references.ts'
import type { When } from '../values/when.ts'
import type { Wish } from '../wish.ts'

export type ThingReader = {
  readonly catalogue: Catalogue
  readonly commands: AnswerReader
  readonly language: Language
}
export type Thing = { readonly entity: string; readonly value: string }

/** `null` where no thing alone stands before the first pause, or what stands behind it is to be done with no such thing, or with another. */
export function readThingFirst(folded: Folded, reader: ThingReader, when: When): Named | null {
  const [at] = pausesIn(folded)
  if (at === undefined) return null
  const { original, starts, ends } = folded
  const before = original.slice(0, ends[at - 1])
  const behind = original.slice(starts[at + 1])
  const thing = thingAlone(before, reader, when)
  return thing === null
    ? null
    : (ofThing(behind, thing, reader, when) ?? turned(`${behind} ${before}`, thing, reader, when))
}

/** What a text looks at that says nothing else. */
export function thingAlone(text: string, { catalogue, commands }: ThingReader, when: When): Thing | null {
  const reading = commands.read(text, when)
  const [wish, ...others] = wishesOf(reading)
  if (reading?.kind !== 'wishes' || wish?.source !== 'sentence' || others.length > 0) return null
  const command = catalogue.commands.get(wish.command)
  const [said, ...more] = Object.entries(wish.args)
  if (command?.safety !== 'read' || said === undefined || more.length > 0 || wish.joined !== undefined) return null
  const entity = command.parameters.find(({ name }) => name === said[0])?.entity ?? null
  return entity === null ? null : { entity, value: said[1] }
}

/** "Cancel it", "refund everything": what refers to such a thing, or lacks one. */
function ofThing(text: string, thing: Thing, reader: ThingReader, when: When): Named | null {
  const { catalogue, commands } = reader
  const reading = commands.read(text, when) ?? readReason(foldText(text), reader, when)
  if (reading?.kind !== 'wishes' && reading?.kind !== 'negated') return null
  const wishes = wishesOf(reading).map((wish) =>
    [wish, ...(wish.or ?? [])].map((each) => withThing(each, thing, catalogue)).find((each) => each !== null),
  )
  const named = wishes.filter((wish) => wish !== undefined)
  return named.length < wishes.length ? null : withWishes(reading, named)
}

function withThing(wish: Wish, { entity, value }: Thing, { commands }: Catalogue): Wish | null {
  const { refers = {}, or: _or, ...rest } = wish
  const [reference, ...others] = Object.entries(refers)
  const isOne = reference?.[1].entity === entity && others.length === 0
  const name =
    reference === undefined
      ? lacked(commands.get(wish.command)?.parameters ?? [], wish, entity)
      : isOne
        ? reference[0]
        : null
  return name === null ? null : { ...rest, args: { ...wish.args, [name]: value } }
}

/** The only required thing that is missing, where it is of that kind. */
function lacked(parameters: readonly Parameter[], { args }: Wish, entity: string): string | null {
  const [only, ...others] = parameters.filter(({ name, required }) => required && args[name] === undefined)
  return only?.entity === entity && others.length === 0 ? only.name : null
}

/** "Cancela" alone: the same words with the thing behind them. */
function turned(text: string, { value }: Thing, { catalogue, commands }: ThingReader, when: When): Named | null {
  const reading = commands.read(text, when)
  const [wish, ...others] = wishesOf(reading)
  if (reading?.kind !== 'wishes' || wish === undefined || others.length > 0) return null
  const changes = catalogue.commands.get(wish.command)?.safety !== 'read'
  return changes && Object.values(wish.args).includes(value) ? reading : null
}
