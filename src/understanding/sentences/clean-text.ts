import { isAscii } from './fold-codes.ts'
import { replaceInView, sliceView, trimView, type View, viewOf } from './view.ts'

/** What ends sentences and parts words. It stays inside a word ("20.5", "12:30"), where it belongs to the word. */
const marks = '。,，?¿？؟!¡！;；:：’'
const any = `[.${marks}]+`
const word = '[\\p{L}\\p{N}_]'
const other = '[^\\p{L}\\p{N}_]'

const atStart = new RegExp(`^${any}`, 'u')
const atEnd = new RegExp(`${any}$`, 'u')
const initialism = new RegExp(`^(?:${word}\\.){2,}$`, 'u')
const inside: readonly RegExp[] = [
  new RegExp(`(?<=${other})${any}(?=${word})`, 'gu'),
  new RegExp(`(?<=${word})[${marks}]+(?=${other})`, 'gu'),
  new RegExp(`(?<!${word}\\.${word})\\.(?=${other})`, 'gu'),
  new RegExp(`(?<=${other})${any}(?=${other})`, 'gu'),
]
const composed = /[^\p{M}]?\p{M}+|[\u1100-\u11FF]+/gu
/** Letters, digits, single blanks and signs that are no punctuation, then at most some of it at the end. */
const plain = /^[^\s.,?!;:]+(?: [^\s.,?!;:]+)*([.,?!;:]*)$/

/** A text without its outer punctuation, words parted by one blank, in one form of Unicode. */
export function cleanText(original: string): View {
  const found = isAscii(original) ? plain.exec(original) : null
  if (found !== null) {
    return sliceView(viewOf(original), 0, original.length - (found[1] ?? '').length)
  }
  const unpunctuated = withoutPunctuation(viewOf(original))
  const blanks = replaceInView(unpunctuated, /\s+/gu, () => ' ')
  const single = replaceInView(blanks, composed, (cluster) => cluster.normalize('NFC'))
  const whole = single.text.normalize('NFC') === single.text ? single : replaceInView(single, /./gsu, nfc)
  return trimView(replaceInView(whole, /’/g, () => "'"))
}

function nfc(char: string): string {
  return char.normalize('NFC')
}

function withoutPunctuation(view: View): View {
  const leading = atStart.exec(view.text)?.[0].length ?? 0
  const started = sliceView(view, leading, view.text.length)
  // "a.c." keeps its last full stop.
  const trailing = initialism.test(started.text) ? 0 : (atEnd.exec(started.text)?.[0].length ?? 0)
  const ended = sliceView(started, 0, started.text.length - trailing)
  return inside.reduce((cleaned, pattern) => replaceInView(cleaned, pattern, () => ''), ended)
}

/** Whether nothing but punctuation and blanks is left from `from` on. */
export function isUsedUp(text: string, from: number): boolean {
  for (let at = from; at < text.length; at++) {
    const char = text.charAt(at)
    if (char !== ' ' && char !== '.' && !marks.includes(char)) return false
  }
  return true
}

/** What is left out when texts are compared roughly: blanks, punctuation, apostrophes, and what may stand for a blank. */
export const looseCharacters = ` -_.'${marks}`
