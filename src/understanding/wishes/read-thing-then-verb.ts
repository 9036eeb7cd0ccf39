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
import type { Reading } from '../reading.ts'
import type { When } from '../values/when.ts'
import type { Wish } from '../wish.ts'
import { isDigits } from '../text/is-digits.ts'

/** More words name no thing. */
const maxThingWords = 8

/** What is asked for of a thing, or what may be. */
type Found = Named | Extract<Reading, { kind: 'ambiguous' }>

/** A thing, or only its number, of one of the kinds that were said with it. */
type Told = Thing | { readonly entity: null; readonly kinds?: readonly string[]; readonly value: string }

/** `null` where the text does not begin with a thing, or what follows is not done with what a pronoun stands for. */
export function readThingThenVerb(folded: Folded, reader: ThingReader, when: When): Found | null {
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
  if (!isDigits(number)) return null
  const title = text.slice(skipLeading(text, article), text.length - number.length).trim()
  const kinds = title === '' ? null : kindsCalled(title, reader)
  return kinds === null ? { entity: null, value: number } : { entity: null, kinds, value: number }
}

/** The kinds of things that have a title. */
function kindsCalled(title: string, { catalogue, language }: ThingReader): readonly string[] {
  const { entities = {} } = catalogue.locales.get(language.code) ?? {}
  return Object.keys(entities).filter((kind) => foldText(entities[kind]?.title ?? '').text === title)
}

/** What is done with such a thing alone; several where the number may be of several kinds, for only one of them is meant. */
function doneWith(text: string, thing: Told, reader: ThingReader, when: When): Found | null {
  const { catalogue, commands } = reader
  const reading = commands.read(text, when) ?? readReason(foldText(text), reader, when)
  if (reading?.kind !== 'wishes' && reading?.kind !== 'negated') return null
  const wishes = wishesOf(reading)
  const [first] = wishes
  const ofKinds =
    reading.kind === 'wishes' && first !== undefined && wishes.length === 1 ? fitting(first, thing, catalogue) : []
  if (ofKinds.length > 1) return { kind: 'ambiguous', wishes: ofKinds }
  const meant = wishes.map(
    (wish, at) =>
      fitting(wish, thing, catalogue)[0] ??
      // Another look changes nothing; another change may be of this thing as well ("and refund 10").
      (at > 0 && wish.refers === undefined && catalogue.commands.get(wish.command)?.safety === 'read' ? wish : null),
  )
  const named = meant.filter((wish) => wish !== null)
  return named.length < wishes.length ? null : withWishes(reading, named)
}

/** What the words ask for of such a thing. */
function fitting(wish: Wish, thing: Told, catalogue: Catalogue): readonly Wish[] {
  return [wish, ...(wish.or ?? [])].flatMap((each) => withThing(each, thing, catalogue) ?? [])
}

function withThing(wish: Wish, { value, ...told }: Told, { commands }: Catalogue): Wish | null {
  const { refers = {}, or: _or, ...rest } = wish
  const [reference, ...others] = Object.entries(refers)
  if (reference === undefined || others.length > 0) return null
  const [name, { entity: kind }] = reference
  const parameter = commands.get(wish.command)?.parameters.find((each) => each.name === name)
  const pattern = parameter?.schema.pattern
  const mayBe = parameter?.type === 'id' && (typeof pattern !== 'string' || new RegExp(pattern, 'u').test(value))
  const isOfKind = told.entity === null ? mayBe && told.kinds?.includes(kind) !== false : told.entity === kind
  return isOfKind ? { ...rest, args: { ...wish.args, [name]: value } } : null
}
