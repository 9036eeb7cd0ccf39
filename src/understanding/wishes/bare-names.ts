/**
 * "cancel pedro alves": what is to be done, and a name without the kind of thing that it names. It is read with the title of a
 * kind and a stand-in in the place of the name, so that no sentence has to be written for it. Anything may stand where a name could:
 * only a look at what there is can tell whether it was one.
 */
import type { Catalogue, Locale } from '../../catalogue/catalogue.ts'
import { stripFiller } from '../bare-value.ts'
import { foldText } from '../text/fold-text.ts'
import type { Language } from '../words/language.ts'
import { isMadeOf, phrasesIn, trimPhrases } from '../text/phrases.ts'
import type { CommandReader } from './read-commands.ts'
import type { VerbReader } from './read-verb.ts'
import { standIn } from '../sentences/stand-in.ts'
import type { Called } from '../wish.ts'
import type { Reading } from '../reading.ts'
import type { When } from '../values/when.ts'
import { soleWish } from './sole-wish.ts'

/** More words before the name are more than a verb and what is polite around it. */
const maxVerbWords = 5
const maxNameWords = 4
/** In characters; what is shorter is found in too many names. */
const minNameLength = 3
/** Longer texts say something else. */
const maxWords = 12

/** A kind of thing, and what it is called. */
type Kind = { readonly kind: string; readonly title: string }
/** Where the name stands among the words, and what it may name. */
type Place = { readonly from: number; readonly length: number; readonly among: readonly Kind[] }
type Unknown = Extract<Reading, { kind: 'unknown' }>

/** Adds to a reading that came to nothing what it may be about. */
export type BareNameReader = (text: string, reading: Unknown, when: When) => Unknown

/** Whether all of a kind are meant, or so many of them: "antes de las 10" is an hour. */
function saysAll(text: string, { allOf, beforeHour }: Language): boolean {
  const hours = phrasesIn(text, beforeHour)
  return phrasesIn(text, allOf).some(({ from }) => hours.every(({ to }) => to !== from - 1))
}

function endsIn(value: string | undefined, word: string): boolean {
  return value !== undefined && foldText(value).text.split(' ').at(-1) === foldText(word).text
}

export function createBareNameReader(
  catalogue: Catalogue,
  locale: Locale,
  language: Language,
  commands: Pick<CommandReader, 'read'> & { readonly readVerb: VerbReader },
): BareNameReader {
  const kinds: readonly Kind[] = [...catalogue.entities.keys()].flatMap((kind) => {
    const title = locale.entities[kind]?.title
    return title === undefined ? [] : [{ kind, title }]
  })
  const { everything, that_thing: thing, that_person: person } = language.words
  const nobody = [everything, thing, person, language.noName]
  return (text, reading, when) => {
    const words = text.trim().split(/\s+/u)
    if (words.length > maxWords) return reading
    const verb = verbOf(words)
    const owned = ownedIn(words, when)
    if (verb.length === 0) return owned.length === 0 ? reading : { ...reading, called: owned }
    const called = wishesIn(words, kindsOf(verb), when)
    const isOfAll = saysAll(foldText(text).text, language)
    return { ...reading, near: [...new Set(verb)], ...(called.length > 0 && { called }), ...(isOfAll && { all: true }) }
  }

  /** "Pedros order": people are lazy with apostrophes. */
  function ownedIn(words: readonly string[], when: When): readonly Called[] {
    return words.slice(0, -1).flatMap((word, at) => {
      const [, owner] = /^(\p{L}{3,})s$/u.exec(word) ?? []
      if (owner === undefined) return []
      const wish = soleWish(commands.read(words.with(at, `${owner}'s`).join(' '), when))
      const parameters = catalogue.commands.get(wish?.command ?? '')?.parameters ?? []
      const named = parameters.find(({ name, entity }) => entity !== null && endsIn(wish?.args[name], owner))
      return wish === null || named === undefined
        ? []
        : [{ wish, parameter: named.name, name: wish.args[named.name] ?? '' }]
    })
  }

  /** The commands whose words the text begins with. */
  function verbOf(words: readonly string[]): readonly string[] {
    for (let length = Math.min(words.length, maxVerbWords); length > 0; length--) {
      const verb = words.slice(0, length).join(' ')
      const found = saysWhat(verb) ? commands.readVerb(verb) : []
      if (found.length > 0) return found.map(({ command }) => command)
    }
    return []
  }

  /** "hello my order 204" is a look at it, but "hello my" asks for nothing. */
  function saysWhat(verb: string): boolean {
    return trimPhrases(foldText(verb).text, language.filler) !== null
  }

  /** Of the things that the commands are about. */
  function kindsOf(tokens: readonly string[]): readonly Kind[] {
    const parameters = tokens.flatMap((token) => catalogue.commands.get(token)?.parameters ?? [])
    return kinds.filter(({ kind }) => parameters.some(({ entity }) => entity === kind))
  }

  function wishesIn(words: readonly string[], among: readonly Kind[], when: When): readonly Called[] {
    const found = new Map<string, Called>()
    for (let length = maxNameWords; length > 0; length--)
      for (let from = 1; from <= Math.min(maxVerbWords, words.length - length); from++)
        for (const called of wishesWith(words, { from, length, among }, when))
          found.set(`${called.wish.command} ${called.name}`, called)
    return [...found.values()].toSorted((a, b) => b.name.length - a.name.length)
  }

  function wishesWith(words: readonly string[], { from, length, among }: Place, when: When): readonly Called[] {
    const before = words.slice(0, from).join(' ')
    const after = words.slice(from + length).join(' ')
    const name = nameIn(words.slice(from, from + length).join(' '))
    if (name === null || !saysWhat(before)) return []
    return among.flatMap(({ kind, title }) => {
      const wish = soleWish(commands.read(`${before} ${title} ${standIn} ${after}`.trim(), when))
      const [place, ...places] = Object.entries(wish?.args ?? {}).filter(([, value]) => value.includes(standIn))
      if (wish === null || place?.[1] !== standIn || places.length > 0) return []
      const parameter = catalogue.commands.get(wish.command)?.parameters.find((each) => each.name === place[0])
      if (parameter?.entity !== kind) return []
      return [{ wish: { ...wish, args: { ...wish.args, [parameter.name]: name } }, parameter: parameter.name, name }]
    })
  }

  /** What words would name; `null` where they cannot name anything. */
  function nameIn(said: string): string | null {
    const name = stripFiller(foldText(said), language).replace(/(?:['’]s)?[?!.,:\s]*$/u, '')
    const { text } = foldText(name)
    if (/\d/u.test(said) || text.length < minNameLength) return null
    return nobody.some((words) => isMadeOf(text, words, language.filler)) ? null : name
  }
}
