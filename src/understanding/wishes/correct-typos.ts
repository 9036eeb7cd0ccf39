/**
 * Typos, only in a text that means nothing as it stands: a word of five letters or more that the language does not know is
 * read as the one that it almost is. Never a word with a digit, in quotes, in an address or a path, and never one that would
 * become part of an argument: what was understood may be mended, what it is about may not.
 */
import type { Catalogue } from '../../catalogue/catalogue.ts'
import { foldText } from '../text/fold-text.ts'
import type { Language } from '../words/language.ts'
import { wishesOf } from './named-wishes.ts'
import { isOtherForm } from '../text/one-edit.ts'
import { quotedRanges } from '../text/quotes.ts'
import type { Correction, Wish } from '../wish.ts'
import type { Reading } from '../reading.ts'
import type { Vocabulary } from '../words/vocabulary.ts'

/** A longer text is not one wish with a slip in it. */
const maxWords = 30
/** More slips than this in one text are no slips. */
const maxTypos = 3
/** So many readings are tried, and so many of texts with a reference, which take longer. */
const maxTries = 24
const maxReferring = 3

/** What runs nothing, confirms nothing and refuses nothing: "either" is no "neither". */
const harmless: ReadonlySet<Reading['kind']> = new Set(['drop', 'help', 'menu', 'back'])

type Slip = { readonly from: number; readonly to: number; readonly word: string; readonly options: readonly string[] }
type Mended = { readonly text: string; readonly corrections: readonly Correction[] }

/** What corrected texts are read with. */
export type Corrector = {
  readonly catalogue: Catalogue
  readonly language: Language
  readonly vocabulary: Vocabulary
  readonly read: (text: string) => Reading
  /** The same, taking no word for a reference. */
  readonly readNamed: (text: string) => Reading
  readonly holdsReference: (text: string) => boolean
}

/**
 * What a text means once its typos are mended, marked with them; the fewest corrections win. Corrections that lead to different
 * wishes leave it to the person which one is meant. `null` when it means nothing even so. Nothing is ever confirmed by a correction.
 */
export function correctTypos(text: string, corrector: Corrector): Reading | null {
  const slips = slipsIn(text, corrector.vocabulary)
  if (slips.length > maxTypos) return null
  let tries = maxTries
  let referring = maxReferring
  for (let count = 1; count <= slips.length; count++) {
    const found = new Map<string, { readonly reading: Reading; readonly mended: Mended }>()
    for (const mended of mendings(text, slips, count)) {
      if (tries-- <= 0) return null
      const refers = corrector.holdsReference(mended.text) && referring-- > 0
      const reading = refers ? corrector.read(mended.text) : corrector.readNamed(mended.text)
      const key = JSON.stringify(reading)
      if (isTaken(reading, text, mended, corrector) && !found.has(key)) found.set(key, { reading, mended })
    }
    const [only, ...others] = found.values().map(({ reading, mended }) => marked(reading, mended.corrections))
    if (only !== undefined) return others.length === 0 ? only : oneOf([only, ...others])
  }
  return null
}

function slipsIn(text: string, vocabulary: Vocabulary): readonly Slip[] {
  const quoted = quotedRanges(text)
  const words = [...text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].map((found) => ({ word: found[0], from: found.index }))
  if (words.length > maxWords) return []
  return words.flatMap(({ word, from }) => {
    const to = from + word.length
    if (/\p{N}/u.test(word) || isPartOfCode(text, from, to)) return []
    if (quoted.some((range) => from >= range.from && to <= range.to)) return []
    const folded = foldText(word).text
    const parted = vocabulary.parted(folded)
    const options = parted === null ? vocabulary.near(folded) : [parted]
    return options.length === 0 ? [] : [{ from, to, word, options }]
  })
}

/** An address, a path, a file name, a token: "ana@exmaple.com", "notse.txt", "CANCLE_ORDER". */
function isPartOfCode(text: string, from: number, to: number): boolean {
  return (
    /[\p{L}\p{N}][.@_/\\=#]$|[@_/\\=#]$/u.test(text.slice(0, from)) ||
    /^[@_/\\=#]|^\.[\p{L}\p{N}]/u.test(text.slice(to))
  )
}

/** Every text in which `count` of the slips are mended. */
function* mendings(text: string, slips: readonly Slip[], count: number, from = 0): Generator<Mended> {
  if (count === 0) {
    yield { text, corrections: [] }
    return
  }
  for (const [at, slip] of slips.entries()) {
    if (at < from) continue
    for (const { text: rest, corrections } of mendings(text, slips, count - 1, at + 1)) {
      // What comes later in the text is mended already, so the places before it still hold.
      for (const to of slip.options) {
        const mended = `${rest.slice(0, slip.from)}${to}${rest.slice(slip.to)}`
        yield { text: mended, corrections: [{ from: slip.word, to }, ...corrections] }
      }
    }
  }
}

/** A form of a word that nobody asks with is no slip where something would be done for it: "retomei tudo" tells that it is done. */
function isTaken(reading: Reading, original: string, { corrections }: Mended, corrector: Corrector): boolean {
  const isRefusal = reading.kind === 'negated'
  if (!isRefusal && corrections.some(({ from, to }) => isOtherForm(foldText(from).text, to))) return false
  const isMended = (wish: Wish) => !isArgument(wish, { original, corrections }, corrector)
  const wishes = wishesOf(reading)
  return wishes.length === 0 ? harmless.has(reading.kind) : wishes.every(isMended)
}

/** Whether a corrected word has become an argument, or a part of one, that the text did not hold as it was written. */
function isArgument(
  { command, args, said = {}, or = [] }: Wish,
  change: { readonly original: string; readonly corrections: readonly Correction[] },
  corrector: Pick<Corrector, 'catalogue' | 'language'>,
): boolean {
  const words = change.corrections.flatMap(({ to }) => to.split(' '))
  const written = ` ${foldText(change.original).text} `
  const holds = (value: string) => {
    const folded = ` ${foldText(value).text} `
    return !written.includes(folded) && words.some((word) => folded.includes(` ${word} `))
  }
  const isChoice = (value: string | undefined) =>
    value !== undefined && words.some((word) => corrector.language.choice(value).endsAt(word, 0).includes(word.length))
  const choices = (corrector.catalogue.commands.get(command)?.parameters ?? []).filter(({ type }) => type === 'choice')
  return (
    [...Object.values(args), ...Object.values(said)].some(holds) ||
    choices.some(({ name }) => isChoice(args[name])) ||
    or.some((other) => isArgument(other, change, corrector))
  )
}

/** One command or the other; nothing where they are more than single wishes, or the same command about different things. */
function oneOf(readings: readonly Reading[]): Reading | null {
  const wishes = readings.map((reading) =>
    reading.kind === 'ambiguous' || (reading.kind === 'wishes' && reading.wishes.length === 1) ? reading.wishes : null,
  )
  const known = wishes.filter((each) => each !== null)
  const all = known.flat()
  const isChoice = known.length === wishes.length && new Set(all.map(({ command }) => command)).size === all.length
  return isChoice ? { kind: 'ambiguous', wishes: all } : null
}

function marked(reading: Reading, corrected: readonly Correction[]): Reading {
  return reading.kind === 'wishes' || reading.kind === 'ambiguous'
    ? { ...reading, wishes: reading.wishes.map((wish) => ({ ...wish, corrected })) }
    : reading
}
