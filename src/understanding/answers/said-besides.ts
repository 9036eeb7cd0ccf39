/**
 * "also cancel 205", "cancela también el 208", "208 too": what is wanted beside what is open or was done last, and not in its place.
 */
import type { Catalogue } from '../../catalogue/catalogue.ts'
import { type Folded, foldText } from '../text/fold-text.ts'
import { isDigits } from '../text/is-digits.ts'
import { isQuestion } from '../text/is-question.ts'
import type { Language } from '../words/language.ts'
import { afterWord, holdsPhrase, phrasesIn, skipLeading, trimPhrases } from '../text/phrases.ts'
import { quotedRanges } from '../text/quotes.ts'
import type { CommandReader } from '../wishes/read-commands.ts'
import type { Reading } from '../reading.ts'
import type { Wish } from '../wish.ts'
import { idOfKinds } from './what-about.ts'
import type { When } from '../values/when.ts'

type Reader = {
  readonly commands: CommandReader
  readonly catalogue: Pick<Catalogue, 'commands'>
  readonly language: Language
}

/** `null` when nothing says that it is wanted besides, or when that belongs to a text that is asked for. */
export function readBesides(folded: Folded, reader: Reader, when: When): Reading | null {
  return readNumberBesides(folded, reader.language) ?? readWishBesides(folded, reader, when)
}

/** "208 too", "also 208", "y el 208 también"; with a question mark it only asks about that one. */
function readNumberBesides(folded: Folded, language: Language): Reading | null {
  const { text, original } = folded
  const { also, aroundAlso } = language
  const kept = trimPhrases(text, aroundAlso)
  if (kept === null) return null
  const value = text.slice(kept.from, kept.to)
  const isBesides = [text.slice(0, kept.from), text.slice(kept.to)].some((part) => holdsPhrase(part, also))
  if (!isBesides || !isDigits(value)) return null
  const asked = { kind: 'what-about', value, ...idOfKinds(folded, language) } as const
  return isQuestion(original) ? asked : { ...asked, same: true, more: true }
}

function readWishBesides(folded: Folded, { commands, catalogue, language }: Reader, when: When): Reading | null {
  const { text, original, starts } = folded
  const quoted = quotedRanges(original)
  for (const { from, to } of phrasesIn(text, language.also)) {
    const [start, end] = [starts[from] ?? 0, starts[afterWord(text, to)] ?? original.length]
    if (quoted.some((range) => start >= range.from && start < range.to)) continue
    const [before, behind] = [original.slice(0, start), original.slice(end)]
    const isFirst = skipLeading(text, language.corrective) === from
    if (!isFirst && foldText(behind).text !== '' && namesSomething(before)) continue
    // "Bota" of "bota também 2 velas" may correct something, too.
    const found = (isFirst ? commands.read(behind, when) : null) ?? commands.read(before + behind, when)
    if (found?.kind === 'negated') return found
    // What a note says besides is part of the note.
    if (found?.kind !== 'wishes' || (!isFirst && found.wishes.some((wish) => mayBeText(wish, before, behind)))) continue
    return found.denied === undefined ? { ...found, besides: true } : found
  }
  return null

  function namesSomething(before: string): boolean {
    const found = commands.read(before, when)
    return found !== null && !('wishes' in found && found.wishes.every(({ args }) => Object.keys(args).length === 0))
  }

  /** Whether it stands in a text, or beside one: "add also 2 candles to 204" has a number between. */
  function mayBeText({ command, args }: Wish, before: string, behind: string): boolean {
    const { parameters = [] } = catalogue.commands.get(command) ?? {}
    return parameters.some(({ name, type, entity }) => {
      const value = args[name]
      if (type !== 'text' || entity !== null || value === undefined) return false
      const isApart =
        (before.includes(value) && !before.trimEnd().endsWith(value)) ||
        (behind.includes(value) && !behind.trimStart().startsWith(value))
      return !isApart
    })
  }
}
