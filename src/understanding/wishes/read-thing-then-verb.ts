/**
 * "el pedido 204 pasalo al martes", "o pedido da Maria cancela ele": first the thing, and with or without a pause what is to be done with
 * it, where a pronoun stands for it. Elsewhere the thing alone would be looked at, or be called by all of these words.
 */
import type { Catalogue } from '../../catalogue/catalogue.ts'
import { type Folded, foldText } from '../text/fold-text.ts'
import { type Named, wishesOf, withWishes } from './named-wishes.ts'
import { skipLeading } from '../text/phrases.ts'
import { readReason } from './read-reason.ts'
import { type Thing, thingAlone, type ThingReader } from './read-thing-first.ts'
import type { When } from '../values/when.ts'
import type { Wish } from '../wish.ts'
import { isDigits } from '../text/is-digits.ts'

/** More words name no thing. */
const maxThingWords = 8

/** A thing, or only its number. */
type Told = Thing | { readonly entity: null; readonly value: string }

/** `null` where the text does not begin with a thing, or what follows is not done with what a pronoun stands for. */
export function readThingThenVerb(folded: Folded, reader: ThingReader, when: When): Named | null {
  const { text, original, starts, ends } = folded
  const from = skipLeading(text, reader.language.skipped)
  if (!beginsWithThing(text, from, reader) || !reader.commands.holdsReference(original)) return null
  const borders = [...text.slice(from).matchAll(/ /gu)].map(({ index }) => from + index).slice(0, maxThingWords)
  for (const at of borders) {
    const before = original.slice(starts[from], ends[at - 1])
    const behind = original.slice(starts[at + 1])
    const thing = reader.commands.holdsReference(behind) ? thingIn(before, reader, when) : null
    const found = thing === null ? null : doneWith(behind, thing, reader, when)
    if (found !== null) return found
  }
  return null
}

function beginsWithThing(text: string, from: number, { language }: ThingReader): boolean {
  return /\d/u.test(text[from] ?? '') || language.ofThing.endsAt(text, from).length > 0
}

/** "Al pedido 204" is that order, and "el 204" whatever has that number. */
function thingIn(said: string, reader: ThingReader, when: When): Told | null {
  const { text, original, starts } = foldText(said)
  const { article, ofThing } = reader.language
  const number = text.slice(skipLeading(text, ofThing))
  const named =
    thingAlone(said, reader, when) ?? thingAlone(original.slice(starts[skipLeading(text, article)]), reader, when)
  if (named !== null) return named
  return skipLeading(text, article) + number.length === text.length && isDigits(number)
    ? { entity: null, value: number }
    : null
}

/** What is done with such a thing alone. */
function doneWith(text: string, thing: Told, reader: ThingReader, when: When): Named | null {
  const { catalogue, commands } = reader
  const reading = commands.read(text, when) ?? readReason(foldText(text), reader, when)
  if (reading?.kind !== 'wishes' && reading?.kind !== 'negated') return null
  const wishes = wishesOf(reading)
  const meant = wishes.map(
    (wish, at) =>
      [wish, ...(wish.or ?? [])].map((each) => withThing(each, thing, catalogue)).find((each) => each !== null) ??
      // Another look changes nothing; another change may be of this thing as well ("and refund 10").
      (at > 0 && wish.refers === undefined && catalogue.commands.get(wish.command)?.safety === 'read' ? wish : null),
  )
  const named = meant.filter((wish) => wish !== null)
  return named.length < wishes.length ? null : withWishes(reading, named)
}

function withThing(wish: Wish, { entity, value }: Told, { commands }: Catalogue): Wish | null {
  const { refers = {}, or: _or, ...rest } = wish
  const [reference, ...others] = Object.entries(refers)
  if (reference === undefined || others.length > 0) return null
  const [name, { entity: kind }] = reference
  const parameter = commands.get(wish.command)?.parameters.find((each) => each.name === name)
  const pattern = parameter?.schema.pattern
  const mayBe = parameter?.type === 'id' && (typeof pattern !== 'string' || new RegExp(pattern, 'u').test(value))
  return (entity === null ? mayBe : entity === kind) ? { ...rest, args: { ...wish.args, [name]: value } } : null
}
