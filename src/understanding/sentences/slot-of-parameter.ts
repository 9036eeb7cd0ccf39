import type { Parameter } from '../../catalogue/catalogue.ts'
import { type Folded, foldText, originalBetween } from '../text/fold-text.ts'
import type { Language } from '../words/language.ts'
import { isWordEnd } from '../text/match-literal.ts'
import { holdsPhrase, phrasesIn, trimPhrases } from '../text/phrases.ts'
import { valueReader } from '../values/read-values.ts'
import { wantedOf } from '../values/wanted-value.ts'
import { goesOnBehindFile, goesOnBehindQuote } from './goes-on-behind.ts'
import { isCodeShape } from './is-code-shape.ts'
import { isPathShape } from './is-path-shape.ts'
import type { Capture, Slot } from './slot.ts'
import { isDigits } from '../text/is-digits.ts'

/** A longer one is not what people call a thing. */
const maxNameLength = 80

/** What `{parameter}` takes, by the parameter's type; days and times as they were said (see `settleValue`). */
export function slotOfParameter(parameter: Parameter, language: Language): Slot {
  const code = codeShapeOf(parameter)
  if (code !== null) return { kind: 'value', read: (folded, at) => codesAt(folded, at, code) }
  if (parameter.type === 'text') return textSlot(parameter, language)
  const read = valueReader(wantedOf(parameter), language)
  const pattern = parameter.type === 'id' ? parameter.schema['pattern'] : undefined
  if (typeof pattern !== 'string') return { kind: 'value', read }
  const shape = new RegExp(pattern, 'u')
  const numbers = isPathShape(shape) ? () => [] : read
  return { kind: 'value', read: (folded, at) => [...numbers(folded, at), ...codesAt(folded, at, shape)] }
}

/** The pattern of a text that is the number of a thing, whatever that is. */
function codeShapeOf({ type, schema: { pattern } }: Parameter): RegExp | null {
  if (type !== 'text' || typeof pattern !== 'string') return null
  const shape = new RegExp(pattern, 'u')
  return isCodeShape(shape) ? shape : null
}

/** What `{parameter:name}` takes: what people call the thing, the possessive ending taken off. */
export function nameSlot(language: Language): Slot {
  return {
    kind: 'wildcard',
    greedy: false,
    capture: (folded, from, to) => {
      const text = shortText(folded, from, to, language)
      return text === null ? null : cleanName(text, language)
    },
  }
}

/**
 * Free text and secrets are taken verbatim, but for what goes on behind a quotation mark that closes; a text with a pattern is a value
 * such as a month or a new file name, and leaves politeness out.
 */
function textSlot(parameter: Parameter, language: Language): Slot {
  if (parameter.kind === 'secret') return { kind: 'wildcard', greedy: true, capture: captureText }
  if (parameter.schema['personName'] === true)
    return {
      kind: 'wildcard',
      greedy: true,
      capture: (folded, from, to) => {
        const text = captureText(folded, from, to)
        const goesOn = text !== null && (goesOnBehindFile(text, language) || goesOnBehindQuote(text, language))
        return goesOn ? null : givenName(folded, from, to, language)
      },
    }
  if (typeof parameter.schema['pattern'] !== 'string')
    return {
      kind: 'wildcard',
      greedy: true,
      capture: (folded, from, to) => {
        const text = captureText(folded, from, to)
        return text === null || goesOnBehindQuote(text, language) ? null : text
      },
    }
  return {
    kind: 'wildcard',
    greedy: false,
    capture: (folded, from, to) => {
      const text = shortText(folded, from, to, language)
      const isMore = text !== null && (goesOnBehindQuote(text, language) || goesOnBehindFile(text, language))
      return text === null || (isMore && !isQuoted(folded, from, to)) ? null : text.replace(/[.,!?;:…]+$/u, '')
    },
  }
}

/**
 * What stands between two places, unless it cannot be a name or a value: "notes.txt não" before "pode ser apagado"
 * would turn a refusal into its opposite, a quote that is not closed was cut in the middle, and what a colon introduces is said of
 * the thing before it. In quotes anything goes.
 */
function shortText(folded: Folded, from: number, to: number, language: Language): string | null {
  const text = captureText(folded, from, to)
  if (text === null || /^[^“]*”|^[^«]*»|“[^”]*$|«[^»]*$|^[^"]*"[^"]*$/u.test(text)) return null
  const isMore = /:\s/u.test(text) || holdsPhrase(folded.text.slice(from, to), language.words.negation)
  return isMore && !isQuoted(folded, from, to) ? null : text
}

function isQuoted({ original, starts, ends }: Folded, from: number, to: number): boolean {
  const before = original[(starts[from] ?? 0) - 1] ?? ''
  const after = original[ends[to - 1] ?? 0] ?? ''
  return /["“«]/u.test(before) && /["”“»]/u.test(after)
}

/** What somebody is called in a text such as "Pedro's"; `null` when it is nothing but "the", "my", "an order". */
export function cleanName(text: string, language: Language): string | null {
  const name = text
    .replace(/[.,!?;:…]+$/u, '')
    .replace(/['’]s?$/iu, '')
    .trim()
  return name === '' || name.length > maxNameLength || trimPhrases(foldText(name).text, language.filler) === null
    ? null
    : name
}

/** What somebody is to be called, without the politeness behind it: "Bia Souza, thanks". Written as names are, or in quotes, it is a name. */
export function givenName(folded: Folded, from: number, to: number, language: Language): string | null {
  const text = captureText(folded, from, to)
  // Nobody is called "favor" of "Vic a Víctor por favor".
  const isCut = phrasesIn(folded.text, language.skipped).some((polite) => polite.from < from && polite.to > from)
  if (text === null || isCut) return null
  const said = foldText(text)
  const kept = trimPhrases(said.text, language.skipped)
  if (kept === null || kept.to >= said.text.length) return text
  const polite = text.slice(said.starts[kept.to + 1])
  const isInQuotes = /["”»]/u.test(folded.original[folded.ends[to - 1] ?? 0] ?? '')
  const isName = polite !== polite.toLowerCase() && text !== text.toUpperCase()
  return isInQuotes || isName ? text : text.slice(0, said.ends[kept.to - 1])
}

function captureText(folded: Folded, from: number, to: number): string | null {
  const text = originalBetween(folded, from, to)
  return text === '' ? null : text
}

/**
 * Ids that are not numbers ("AB-12", "America/Lima"): one word that has the parameter's own shape and a digit or a slash. Whoever writes
 * "ab-12" means the one in capitals, where there are no others.
 */
function codesAt(folded: Folded, at: number, shape: RegExp): Capture[] {
  let end = at
  while (!isWordEnd(folded.text, end)) end++
  const word = folded.original.slice(folded.starts[at], folded.ends[end - 1])
  const isNumber = isDigits(word)
  const value = [word, word.toUpperCase(), word.toLowerCase()].find((way) => shape.test(way))
  return isNumber || value === undefined || !/[\d/]/.test(word) ? [] : [{ end, value }]
}
