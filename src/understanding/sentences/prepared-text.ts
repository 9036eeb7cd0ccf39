import type { Folded } from '../text/fold-text.ts'
import { cleanText } from './clean-text.ts'
import { foldUnits, isAscii, lowerText } from './fold-codes.ts'
import type { SkipWords } from './skip-words.ts'
import { replaceInView, type View, viewOf } from './view.ts'

/** A text ready to be matched, with a blank at its end so that a word and the blank after it fit the last word too. */
export type MatchText = {
  readonly view: View
  /** As written. */
  readonly text: string
  /** The text that `text` was folded from, place by place; `null` where it is as written. */
  readonly source: Folded | null
  /** Small letters with their accents. */
  readonly accented: string
  /** Small letters without accents. */
  readonly folded: string
  readonly hasAccents: boolean
  /** Whether it holds "-" or "_", which may stand for blanks. */
  readonly hasJoiners: boolean
  readonly hasApostrophe: boolean
}

export const noText: MatchText = {
  view: { text: '', starts: null, ends: null, shift: 0 },
  text: '',
  source: null,
  accented: '',
  folded: '',
  hasAccents: false,
  hasJoiners: false,
  hasApostrophe: false,
}

/** One text with and without its skip words; the same object where that makes no difference. */
export type PreparedText = {
  readonly whole: MatchText
  readonly bare: MatchText
  readonly withoutFirst: () => MatchText
  readonly withoutLast: () => MatchText
}

export function prepareText(original: string, skipWords: SkipWords, ignoreWhitespace: boolean): PreparedText {
  const clean = cleanText(original)
  const whole = matchText(clean, ignoreWhitespace)
  return {
    whole,
    bare: variant(skipWords.everywhere(clean)),
    withoutFirst: () => variant(skipWords.atStart(clean)),
    withoutLast: () => variant(skipWords.atEnd(clean)),
  }

  function variant(view: View): MatchText {
    return view === clean ? whole : matchText(view, ignoreWhitespace)
  }
}

function matchText(clean: View, ignoreWhitespace: boolean): MatchText {
  const view = ignoreWhitespace ? replaceInView(clean, /\s+/gu, () => '') : clean
  const text = ignoreWhitespace ? view.text : `${view.text} `
  const folded = foldUnits(text)
  const accented = isAscii(text) ? folded : lowerText(text)
  return {
    view,
    text,
    source: null,
    accented,
    folded,
    hasAccents: accented !== folded,
    hasJoiners: text.includes('-') || text.includes('_'),
    hasApostrophe: text.includes("'"),
  }
}

/** A text that is folded already: its accents are gone, and its skip words are still in it. */
export function foldedMatchText(source: Folded): MatchText {
  const text = `${source.text} `
  return {
    view: viewOf(source.text),
    text,
    source,
    accented: text,
    folded: text,
    hasAccents: false,
    hasJoiners: false,
    hasApostrophe: text.includes("'"),
  }
}
