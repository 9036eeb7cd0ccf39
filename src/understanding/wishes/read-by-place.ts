/**
 * "Cancel the second", "detalhes do último": a thing by its place in a list that was shown. The text is read with the thing in the
 * place of those words, so that no sentence has to be written for it; it counts only where the thing is all that they came to.
 */
import type { Catalogue, Locale } from '../../catalogue/catalogue.ts'
import { withoutMark } from '../../envelope/as-id.ts'
import { type Folded, foldText } from '../text/fold-text.ts'
import { wishesOf, withWishes } from './named-wishes.ts'
import { afterWord, compilePhrases, type Phrases } from '../text/phrases.ts'
import { quotedRanges } from '../text/quotes.ts'
import type { Reading } from '../reading.ts'
import type { Wish } from '../wish.ts'
import { isTooLong } from '../text/too-long.ts'
import { parseOrdinalWords } from '../values/ordinals.ts'
import { isDigits } from '../text/is-digits.ts'

/** A list as it was shown. */
export type Listed = {
  readonly entity: string
  /** The ids of its rows, from the top. */
  readonly ids: readonly string[]
  /** Not all of its rows were shown: nobody knows which is the last. */
  readonly goesOn: boolean
}

/** A longer text is not about a place. */
const maxWords = 24
/** "Vigésima primeira opção". */
const maxOrdinalWords = 3

/** Words that say a place, in the text as written; what leads to them, "the", stays where it is. */
type Place = {
  readonly from: number
  readonly to: number
  /** Those words, folded. */
  readonly words: string
  /** The same as they were written, with what leads to them. */
  readonly said: string
  readonly id: string
  /** Where the last of the list and the last that came are two: both. */
  readonly among?: readonly [newest: string, bottom: string]
}

type Reader = {
  readonly catalogue: Catalogue
  readonly locale: Locale
  readonly read: (text: string) => Reading
}

/** What a text means by a list; `null` when it names no place in it, or means something without it (`plain`). */
export function readByPlace(text: string, plain: Reading, listed: Listed, reader: Reader): Reading | null {
  const { catalogue, locale, read } = reader
  const places = placesIn(text, listed, locale)
  if (places.length === 0 || !isOpen(plain, places, catalogue)) return null
  const title = locale.entities[listed.entity]?.title
  const [first] = places
  const some = [places, ...(places.length > 1 && first !== undefined ? [[first]] : [])]
  for (const chosen of some) {
    for (const before of title === undefined ? [''] : [`${title} `, '']) {
      const meant = namedBy(read(withThings(text, chosen, before)), chosen, listed, catalogue)
      if (meant !== null) return meant
    }
  }
  return null
}

function placesIn(text: string, listed: Listed, locale: Locale): readonly Place[] {
  const folded = isTooLong(text) ? null : foldText(text)
  const starts =
    folded?.text
      .matchAll(/(?<= |^)\S/gu)
      .map(({ index }) => index)
      .toArray() ?? []
  if (folded === null || starts.length > maxWords) return []
  const words = wordsOf(locale, listed.entity)
  const quoted = quotedRanges(text)
  return starts.flatMap((at) => {
    const place = placeAt(folded, at, listed, words)
    if (place === null) return []
    // What stands behind a colon or in quotes is what a note says.
    const isWritten = /:\s/u.test(text.slice(0, place.from))
    return isWritten || quoted.some(({ from, to }) => place.from >= from && place.to <= to) ? [] : [place]
  })
}

/** What stands around the word that says which in a row. */
type Words = {
  readonly language: string
  readonly articles: Phrases
  /** "One", "item", and what the rows of the list are called. */
  readonly nouns: Phrases
  readonly ofList: Phrases
  readonly last: Phrases
}

function wordsOf({ language, words, entities }: Locale, entity: string): Words {
  const title = entities[entity]?.title
  return {
    language,
    articles: compilePhrases(words['article'] ?? []),
    nouns: compilePhrases([...(words['listed_one'] ?? []), ...(title === undefined ? [] : [title])]),
    ofList: compilePhrases(words['of_the_list'] ?? []),
    last: compilePhrases(words['last_one'] ?? []),
  }
}

function placeAt(folded: Folded, at: number, { ids, goesOn }: Listed, words: Words): Place | null {
  const { text } = folded
  const number = numberAt(text, at, words.language)
  const last = number === null && !goesOn ? words.last.endsAt(text, at)[0] : undefined
  const said = last === undefined ? number : { n: ids.length, end: last }
  const id = said === null ? undefined : ids[said.n - 1]
  if (said === null || id === undefined) return null
  // "The last order" may as well be the newest.
  const noun = last === undefined ? words.nouns.endsAt(text, afterWord(text, said.end))[0] : undefined
  const end = noun ?? said.end
  const to = words.ofList.endsAt(text, afterWord(text, end))[0] ?? end
  const lead = at === 0 ? null : leadTo(text, at, words.articles)
  // "Third" alone may be anything.
  const isAlone = lead === null && to === said.end && leadTo(text, said.end + 1, words.nouns) === null
  if (isAlone) return null
  const [newest] = ids
  const isEither = last !== undefined && to === said.end && newest !== undefined && isNewestFirst(ids)
  return { ...placeOf(folded, { lead: lead ?? at, at, to }, id), ...(isEither && { among: [newest, id] }) }
}

/** Numbers count up: a list that counts down begins with what came last, and "the last" may be either end of it. */
export function isNewestFirst(ids: readonly string[]): boolean {
  return ids.length > 1 && ids.every((id, at) => isDigits(id) && (at === 0 || Number(id) < Number(ids[at - 1])))
}

function placeOf(
  { text, original, starts, ends }: Folded,
  { lead, at, to }: { readonly lead: number; readonly at: number; readonly to: number },
  id: string,
): Place {
  const close = ends[to - 1] ?? original.length
  return { from: starts[at] ?? 0, to: close, words: text.slice(at, to), said: original.slice(starts[lead], close), id }
}

/** The longest words at a place that say which in a row. */
function numberAt(text: string, at: number, language: string): { readonly n: number; readonly end: number } | null {
  const words = text.slice(at).split(' ').slice(0, maxOrdinalWords)
  for (let count = words.length; count > 0; count--) {
    const said = words.slice(0, count)
    const n = parseOrdinalWords(said, language)
    if (n !== null) return { n, end: at + said.join(' ').length }
  }
  return null
}

/** Where the word begins that stands before `at`, if it is one of the phrases. */
function leadTo(text: string, at: number, phrases: Phrases): number | null {
  const word = text.lastIndexOf(' ', at - 2) + 1
  return phrases.endsAt(text, word).includes(at - 1) ? word : null
}

function withThings(text: string, places: readonly Place[], before: string): string {
  return places.reduceRight(
    (words, { from, to, id }) => `${words.slice(0, from)}${before}${id}${words.slice(to)}`,
    text,
  )
}

/** Whether the text means nothing without the list, or takes the words of a place for a name. */
function isOpen(plain: Reading, places: readonly Place[], catalogue: Catalogue): boolean {
  if (plain.kind === 'unknown' || plain.kind === 'later') return true
  if (plain.kind === 'what-about') return plain.asValue === undefined
  if (plain.kind === 'free-correction') return plain.place !== undefined
  if (plain.kind === 'value') return places.some(({ words }) => holds(plain.text, words))
  if (plain.kind !== 'wishes' && plain.kind !== 'negated') return false
  return wishesOf(plain).some((wish) => isMissing(wish, places, catalogue))
}

function holds(text: string, words: string): boolean {
  return ` ${foldText(text).text} `.includes(` ${words} `)
}

function isMissing({ command, args, whose }: Wish, places: readonly Place[], catalogue: Catalogue): boolean {
  const { parameters = [] } = catalogue.commands.get(command) ?? {}
  return parameters.some(({ name, entity, required }) => {
    const value = args[name]
    if (entity === null) return false
    const owner = whose?.[name] ?? ''
    if (places.some(({ words }) => holds(owner, words))) return true
    return value === undefined ? required : places.some(({ words }) => holds(value, words))
  })
}

/** The reading with the words of each place beside its thing; `null` where a thing is not what the words came to. */
function namedBy(reading: Reading, places: readonly Place[], listed: Listed, catalogue: Catalogue): Reading | null {
  const [only] = places
  if (only === undefined) return null
  if (reading.kind !== 'wishes' && reading.kind !== 'negated' && only.among !== undefined) return null
  if (reading.kind === 'what-about') return withoutMark(reading.value) === only.id ? reading : null
  if (reading.kind === 'leave-out') return withoutMark(reading.value) === only.id ? reading : null
  if (reading.kind === 'value') return withoutMark(reading.text) === only.id ? { ...reading, said: only.said } : null
  if (reading.kind === 'correction')
    return withoutMark(reading.correction) === only.id ? { ...reading, said: only.said } : null
  if (reading.kind !== 'wishes' && reading.kind !== 'negated') return null
  const left = new Set(places)
  const wishes = wishesOf(reading).map((wish) => {
    const { parameters = [] } = catalogue.commands.get(wish.command) ?? {}
    const named = parameters.flatMap(({ name, entity }) => {
      const place = places.find(({ id }) => entity === listed.entity && withoutMark(wish.args[name] ?? '') === id)
      if (place === undefined) return []
      left.delete(place)
      return [[name, place.said] as const]
    })
    return named.length === 0
      ? wish
      : openAt(places, listed, { ...wish, said: { ...wish.said, ...Object.fromEntries(named) } })
  })
  return left.size > 0 ? null : withWishes(reading, wishes)
}

/** The wish with a reference to both ends of the list where either may be meant: the person is asked which. */
function openAt(places: readonly Place[], { entity }: Listed, wish: Wish): Wish {
  const open = Object.entries(wish.args).flatMap(([name, id]) => {
    const place = places.find((each) => each.id === withoutMark(id) && each.said === wish.said?.[name])
    return place?.among === undefined ? [] : [[name, { said: place.said, entity, among: place.among }] as const]
  })
  if (open.length === 0) return wish
  const isLeft = (name: string) => open.some(([each]) => each === name)
  const without = <T>(of: Readonly<Record<string, T>> = {}) =>
    Object.fromEntries(Object.entries(of).filter(([name]) => !isLeft(name)))
  return {
    ...wish,
    args: without(wish.args),
    said: without(wish.said),
    refers: { ...wish.refers, ...Object.fromEntries(open) },
  }
}
