import { type Folded, foldText } from '../text/fold-text.ts'
import type { Language } from './language.ts'
import { isMadeOf, type Phrases, skipLeading } from '../text/phrases.ts'
import type { Reading } from '../reading.ts'

/** The most cautious first, should a locale give one word two meanings. */
const wholeTextWords = ['drop', 'no', 'help', 'menu', 'back', 'again', 'yes'] as const

export type ControlWord = (typeof wholeTextWords)[number]

/**
 * The control word that the whole text is, politeness and repetition aside ("Yes please!", "no no"). Inside a longer
 * text there is never one. What is said for politeness alone ("si se puede", with a "sí" in it) is no yes either.
 */
export function readControlWord(folded: Folded, language: Language): ControlWord | null {
  return (
    wholeTextWords.find((word) => {
      const phrases = language.words[word]
      if (phrases.lists(folded.original)) return true
      const isPolite = word === 'yes' && !isWhole(folded, phrases) && isWhole(folded, language.skipped)
      return !isPolite && isMadeOf(folded.text, phrases, word === 'yes' ? language.aroundYes : language.aroundControl)
    }) ?? (dropsAfterAll(folded, language) ? 'drop' : null)
  )
}

/** What a text that is a yes may mean besides. */
export function yesOf(folded: Folded, language: Language): Extract<Reading, { kind: 'yes' }> {
  const { noted, yesByAct, aroundYes, aroundAct } = language
  if (noted.lists(folded.original) || isMadeOf(folded.text, noted, aroundYes)) return { kind: 'yes', doubt: 'notes' }
  const isAct = isMadeOf(folded.text, yesByAct, aroundAct)
  if (!isAct) return { kind: 'yes' }
  return { kind: 'yes', doubt: { act: folded.text.slice(skipLeading(folded.text, aroundAct)) } }
}

/** Whether the text may be a yes, and as well say the contrary, or ask for something else; "okay done" is a yes as it stands. */
export function isPerhapsYes(folded: Folded, { words, perhapsYes, aroundPerhapsYes }: Language): boolean {
  return !isWhole(folded, words.yes) && isMadeOf(folded.text, perhapsYes, aroundPerhapsYes)
}

/** A no and what belongs to it, in so many words before the yes: "no wahala", "no manches". */
const maxNoWords = 3

/** "No wahala, go ahead", "no pos sí": a no and a yes in one message are neither. */
export function isNoAndYes({ original, text }: Folded, { words, aroundYes }: Language): boolean {
  const isYes = (said: string) => isMadeOf(said, words.yes, aroundYes)
  const behindNo = words.no.endsAt(text, 0).map((end) => text.slice(end).trimStart())
  if (behindNo.some((rest) => rest !== '' && isYes(rest))) return true
  const [first = '', ...others] = original.split(/[,;.!:–—]+/u).map((part) => foldText(part).text)
  const isNo = words.no.endsAt(first, 0).length > 0 && !/\d/u.test(first) && first.split(' ').length <= maxNoWords
  const rest = others.filter((part) => part !== '')
  return isNo && rest.length > 0 && rest.every(isYes)
}

/** "Actually never mind", "well, forget it": one word behind more than a word of correcting may be a verb ("could we cancel"). */
function dropsAfterAll({ text }: Folded, { words, beforeDrop, aroundDrop, skipped }: Language): boolean {
  const drops = (from: number) => from > 0 && from < text.length && isMadeOf(text.slice(from), words.drop, skipped)
  const from = skipLeading(text, aroundDrop)
  return drops(skipLeading(text, beforeDrop)) || (text.includes(' ', from) && drops(from))
}

function isWhole({ text }: Folded, phrases: Phrases): boolean {
  return phrases.endsAt(text, 0).includes(text.length)
}
