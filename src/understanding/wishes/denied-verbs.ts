/**
 * "no anules nada", "don't add it": a negation of a verb, in a form that no sentence has. It asks for nothing, but where the command of
 * that verb is what is open, it is not wanted.
 */
import type { Locale } from '../../catalogue/catalogue.ts'
import { type Folded, foldText } from '../text/fold-text.ts'
import { isAlike } from '../text/is-alike.ts'
import type { Language } from '../words/language.ts'
import { afterWord, lastPlace, isMadeOf, skipLeading } from '../text/phrases.ts'
import { literalsOf } from '../words/vocabulary.ts'

/** Longer texts say more than that something is not wanted. */
const maxWords = 7
/** Behind so many words of others (pronouns, "please") stands the verb. */
const maxBefore = 2

/** Shorter words are no verbs, but what stands around them. */
const minLength = 3

/** The paths of the commands whose verb the text denies. */
export type DeniedVerbReader = (folded: Folded) => readonly string[]

export function createDeniedVerbReader(locale: Locale, language: Language): DeniedVerbReader {
  const verbs = new Map(
    Object.entries(locale.commands).map(([path, { title, sentences }]) => [
      path,
      new Set([title, ...sentences.flatMap((sentence) => leadsOf(sentence, locale.rules))].map(firstWord)),
    ]),
  )
  return ({ text }) => {
    if (/\d/u.test(text) || text.split(' ').length > maxWords) return []
    const words = deniedIn(text)
      .flatMap((rest) => rest.split(' ').slice(0, maxBefore + 1))
      .filter((word) => word.length >= minLength && !isMadeOf(word, language.filler, language.skipped))
    return [...verbs].flatMap(([path, known]) =>
      words.some((word) => [...known].some((verb) => verb.length >= minLength && isAlike(verb, word))) ? [path] : [],
    )
  }

  /** What is denied before it or behind it. */
  function deniedIn(text: string): readonly string[] {
    const { words, skipped, deniedAfter } = language
    const at = skipLeading(text, skipped)
    const behind = lastPlace(text, (rest) => isMadeOf(rest, deniedAfter, skipped))
    const before = [...words.negation.endsAt(text, at), ...words.no.endsAt(text, at)].map((end) =>
      text.slice(afterWord(text, end)),
    )
    return behind === null ? before : [...before, text.slice(0, behind - 1)]
  }
}

/** What a sentence may begin with, that which can be left out aside. */
function leadsOf(sentence: string, rules: Locale['rules']): readonly string[] {
  const template = withoutOptional(sentence.trim())
  const [, rule] = /^<(\w+)>/u.exec(template) ?? []
  if (rule !== undefined) return literalsOf(rules[rule] ?? '')
  const [, group] = /^\(([^()]*)\)/u.exec(template) ?? []
  return group === undefined
    ? [template]
    : literalsOf(group.replaceAll(/<(\w+)>/gu, (_all, name: string) => rules[name] ?? ''))
}

function withoutOptional(template: string): string {
  if (!template.startsWith('[')) return template
  let depth = 0
  for (let at = 0; at < template.length; at++) {
    if (template[at] === '[') depth++
    if (template[at] === ']') depth--
    if (depth === 0) return withoutOptional(template.slice(at + 1).trim())
  }
  return template
}

function firstWord(text: string): string {
  return /^\p{L}+/u.exec(foldText(text).text)?.[0] ?? ''
}
