import { foldPhrase, withoutAccents } from './text/fold-phrase.ts'
import { type Folded, foldText } from './text/fold-text.ts'
import type { Language } from './words/language.ts'
import { afterWord, isMadeOf, type Phrases, skipLeading, trimPhrases } from './text/phrases.ts'
import type { Expectation } from './expectation.ts'
import type { Reading } from './reading.ts'
import { isDigits } from './text/is-digits.ts'

/** Confirmation tokens and references are made of these: no 0 O 1 I L U (SPECS: CCP VIII.B). */
const tokenShape = /^[2-9A-HJKMNP-TV-Z]{4,8}$/
const codeShape = /^[0-9A-Z]{4,8}$/
/** One character after the other, as a code is dictated to a keyboard: "c 9 f 2". */
const spelledShape = /^[0-9a-z](?:[ -][0-9a-z]){3,7}$/

/**
 * Answers that are the same whatever else is going on: "CONFIRM C9F2", "UNDO #K7Q2M", "CANCEL #K7Q2M"; and, while they
 * are awaited, the bare token and the phrase.
 */
export function readAnswer(folded: Folded, expectation: Expectation, language: Language): Reading | null {
  // Codes are made of our digits alone: those of another script stand for a number.
  if (/[^\P{Nd}0-9]/u.test(folded.original.normalize('NFKC'))) return readPhrase(folded.original, expectation)
  return (
    readPhrase(folded.original, expectation) ??
    readToken(folded, expectation, language) ??
    readReference(folded, language)
  )
}

/**
 * Case, punctuation and spacing are folded, and accents may be missing as they often are on a phone; nothing else: a
 * phrase stands for a token and must be as hard to say by chance.
 */
function readPhrase(text: string, expectation: Expectation): Reading | null {
  if (expectation.kind !== 'confirmation' || expectation.phrase === null || expectation.method !== 'phrase') return null
  const wanted = Array.from(foldPhrase(expectation.phrase))
  const said = Array.from(foldPhrase(text))
  const same =
    said.length === wanted.length && wanted.every((char, at) => said[at] === char || said[at] === withoutAccents(char))
  return same && wanted.length > 0 ? { kind: 'phrase' } : null
}

/**
 * After "confirm" even a code that no token can be is one that was tried ("CONFIRM AAAA", "confirm c9f0"), and counts as
 * such, and so does any number while a token is awaited ("CONFIRM 1111"); but "confirm that" is only English. After a yes it must
 * look like one. A yes or politeness may stand before all of it, while one is awaited.
 */
function readToken(folded: Folded, expectation: Expectation, language: Language): Reading | null {
  // Whoever asks ("CONFIRM C9F2?") has not decided.
  if (/\?[^\p{L}\p{N}]*$/u.test(folded.original)) return null
  const awaited = expectation.kind === 'confirmation' && expectation.method === 'token'
  const text = awaited ? folded.text.slice(skipLeading(folded.text, language.beforeConfirm)) : folded.text
  const spelled = awaited ? spelledOut(folded.text, language).find(isToken) : undefined
  if (spelled !== undefined) return { kind: 'token', token: spelled }
  const said =
    codeAfter(folded.text, language.words.confirm, language) ?? codeAfter(text, language.words.confirm, language)
  if (said !== null) {
    const tried = isMixed(said) ? codeShape.test(said) : tokenShape.test(said) && folded.original.includes(said)
    return tried || (awaited && isDigits(said)) ? { kind: 'token', token: said } : null
  }
  const bare = (awaited ? codeAfter(folded.text, language.yes, language) : null) ?? folded.text.toUpperCase()
  return awaited && isToken(bare) ? { kind: 'token', token: bare } : null
}

/** The codes that a text may spell, alone or behind a word that confirms. */
function spelledOut(text: string, { words, yes, skipped }: Language): readonly string[] {
  return [text, ...wordsAfter(text, words.confirm, skipped), ...wordsAfter(text, yes, skipped)]
    .filter((said) => spelledShape.test(said))
    .map((said) => said.replace(/[ -]/gu, '').toUpperCase())
}

/** With "#" any code is a reference; without, it must look like one, for "undo that" is none and "cancel #204" is an order. */
function readReference(folded: Folded, language: Language): Reading | null {
  const marked = /#\s*[0-9A-Za-z]+/u.test(folded.original)
  for (const kind of ['undo', 'retry'] as const) {
    const ref = codeAfter(folded.text, language.words[kind], language)
    const isRef =
      ref !== null && codeShape.test(ref) && /[A-Z]/.test(ref) && (marked || (tokenShape.test(ref) && isMixed(ref)))
    if (isRef) return { kind, ref }
  }
  const cancel = codeAfter(folded.text, language.words.cancel, language)
  return marked && cancel !== null && codeShape.test(cancel) && /[A-Z]/.test(cancel)
    ? { kind: 'cancel-ref', ref: cancel }
    : null
}

/** "undo", "please undo that": without saying what. */
export function asksForUndo(folded: Folded, language: Language): boolean {
  return isMadeOf(folded.text, language.words.undo, language.undoable)
}

/** "actually no, undo that", "I changed my mind, undo it": the undo behind a no, a word of correcting or a regret; `null` for any other text. */
export function readUndoInstead({ text, original, starts }: Folded, language: Language): Reading | null {
  const at = skipLeading(text, language.beforeUndo)
  if (at === 0 || at >= text.length) return null
  return readUndo(foldText(original.slice(starts[at])), language)
}

/** "undo that", "undo the cancellation". */
export function readUndo(folded: Folded, language: Language): Reading | null {
  if (asksForUndo(folded, language)) return { kind: 'undo', ref: null }
  const of = readUndone(folded, language)
  return of === null ? null : { kind: 'undo', ref: null, of }
}

/** "retry", "please try that again": without saying what. */
export function readRetry(folded: Folded, language: Language): Reading | null {
  return isMadeOf(folded.text, language.words.retry, language.undoable) ? { kind: 'retry', ref: null } : null
}

/** A word, or the name of somebody. */
const undoneShape = /^\p{L}{3,}(?: \p{L}{2,}){0,2}$/u

/** What "undo the cancellation", "undo Ana Lima" is to undo, in a few words; `null` for any other text. */
export function readUndone(folded: Folded, language: Language): string | null {
  const { text } = folded
  const [end] = language.words.undo.endsAt(text, skipLeading(text, language.skipped))
  if (end === undefined) return null
  const rest = text.slice(afterWord(text, end))
  const kept = trimPhrases(rest, language.filler)
  const words = kept === null ? '' : rest.slice(kept.from, kept.to)
  return undoneShape.test(words) ? words : null
}

/** The one word that follows one of these verbs, politeness after it aside, in upper case. */
function codeAfter(text: string, verbs: Phrases, { skipped }: Language): string | null {
  const codes = wordsAfter(text, verbs, skipped)
  return codes.find((code) => code !== '' && !code.includes(' '))?.toUpperCase() ?? null
}

/** What follows one of these verbs, politeness after it aside. */
function wordsAfter(text: string, verbs: Phrases, skipped: Phrases): readonly string[] {
  return verbs.endsAt(text, 0).map((end) => {
    const rest = text.slice(afterWord(text, end))
    const kept = trimPhrases(rest, skipped)
    return kept?.from === 0 ? rest.slice(0, kept.to) : rest
  })
}

function isToken(code: string): boolean {
  return tokenShape.test(code) && isMixed(code)
}

function isMixed(code: string): boolean {
  return /\d/.test(code) && /[A-Z]/.test(code)
}
