import type { Locale } from '../../catalogue/catalogue.ts'
import { foldText } from '../text/fold-text.ts'
import { isAlike } from '../text/is-alike.ts'
import { literalsOf } from './vocabulary.ts'

/** Shorter words are no verbs, but what stands around them. */
const minLength = 3

/** The words that sentences begin with, by their command. */
type Verbs = {
  /** The paths of the commands of which one of the folded words is the verb, in any form. */
  readonly pathsOf: (words: readonly string[]) => readonly string[]
}

export function verbsOf(locale: Locale): Verbs {
  const verbs = Object.entries(locale.commands).map(([path, { title, sentences }]) => ({
    path,
    known: new Set(
      [title, ...sentences.flatMap((sentence) => leadsOf(sentence, locale.rules))]
        .map(firstWord)
        .filter(({ length }) => length >= minLength),
    ),
  }))
  return {
    pathsOf: (words) => verbs.filter(({ known }) => words.some((word) => isOneOf(known, word))).map(({ path }) => path),
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

function isOneOf(known: ReadonlySet<string>, word: string): boolean {
  return word.length >= minLength && [...known].some((verb) => isAlike(verb, word))
}
