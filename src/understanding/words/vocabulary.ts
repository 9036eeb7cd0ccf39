/**
 * The words that a language asks for things with: those of its sentences, its control words, menus and titles. A word that is
 * none of them may be one of them mistyped; a word that is one of them never is.
 */
import type { Locale } from '../../catalogue/catalogue.ts'
import { foldText } from '../text/fold-text.ts'
import { isOneEdit } from '../text/one-edit.ts'
import { parseNumberWords } from '../values/number-words.ts'

/** Shorter words are too like each other. */
const leastLength = 5
/** Words that a run-together word may be taken apart into have so many letters together, at least. */
const leastJoined = 4

/** All texts are folded. */
export type Vocabulary = {
  /** What people ask for things with. */
  readonly words: ReadonlySet<string>
  readonly knows: (word: string) => boolean
  /** Whether sentences are made of it, and it is long enough to be nothing else. */
  readonly asks: (word: string) => boolean
  /** The words that one edit makes of a word of five letters or more that nobody knows. */
  readonly near: (word: string) => readonly string[]
  /** "o que" for "oque": two words that stand beside each other somewhere; `null` when it is no such pair. */
  readonly parted: (word: string) => string | null
}

/** Collects the words of a locale. */
export function createVocabulary(locale: Locale): Vocabulary {
  const spared = locale.words['no_typo'] ?? []
  // Sentences are made of the same pieces again and again.
  const spoken = [...new Set(templatesOf(locale).flatMap(literalsOf))].map(wordsIn)
  const phrases = [...namesOf(locale).map(wordsIn), ...spoken]
  const literals = new Set(spoken.flat())
  const targets = new Set(phrases.flat())
  const known = new Set([...targets, ...spared.flatMap(wordsIn)])
  const pairs = new Map(phrases.flatMap(pairsIn))
  const byLength = Map.groupBy(targets, ({ length }) => length)
  const knows = (word: string) => known.has(word) || parseNumberWords([word], locale.language) !== null
  return {
    words: targets,
    knows,
    asks: (word) => word.length >= leastLength && literals.has(word),
    near: (word) =>
      word.length < leastLength || knows(word)
        ? []
        : [-1, 0, 1]
            .flatMap((more) => byLength.get(word.length + more) ?? [])
            .filter((target) => isOneEdit(word, target) && (literals.has(target) || isMerelySlipped(word, target))),
    parted: (word) => (word.length < leastJoined || knows(word) ? null : (pairs.get(word) ?? null)),
  }
}

/** A word that no sentence has is only passed over, and is meant where a letter is missing, doubled or swapped: "evita" is not "eita". */
function isMerelySlipped(word: string, target: string): boolean {
  return word.length < target.length || undouble(word) === undouble(target) || sorted(word) === sorted(target)
}

const undouble = (word: string) => word.replaceAll(/(.)\1/gu, '$1')
const sorted = (word: string) => word.split('').toSorted().join('')

function namesOf({ words, skipWords, abbreviations = {}, menus, entities, commands }: Locale): readonly string[] {
  return [
    ...Object.entries(words).flatMap(([name, list]) => (name === 'no_typo' ? [] : list)),
    ...skipWords,
    // "w/o" is no word, and "o" is none either.
    ...Object.entries(abbreviations).flatMap(([short, full]) => (short.includes('/') ? [full] : [short, full])),
    ...Object.values(menus),
    ...Object.values(entities).map(({ title }) => title),
    ...Object.values(commands).map(({ title }) => title),
  ]
}

function templatesOf({ commands, rules }: Locale): readonly string[] {
  return [...Object.values(commands).flatMap(({ sentences }) => sentences), ...Object.values(rules)]
}

/** What stands between the marks of a template, without its slots and rules; `order[s]` is two words. */
export function literalsOf(template: string): readonly string[] {
  return template
    .replaceAll(/\{[^}]*\}|<[^>]*>/gu, '|')
    .replaceAll(/(\p{L}+)\[(\p{L}+)\]/gu, '$1|$1$2')
    .split(/[()[\]|]/u)
}

function wordsIn(text: string): string[] {
  return foldText(text).text.match(/\p{L}+/gu) ?? []
}

function pairsIn(words: readonly string[]): readonly (readonly [joined: string, parted: string])[] {
  return words.slice(1).map((word, at) => [`${words[at]}${word}`, `${words[at]} ${word}`])
}
