import { recall } from '../../recall.ts'

/**
 * Text as it is compared: lower case, without accents, emoji, invisible characters and the punctuation around words, digits of
 * every script as 0 to 9, words parted by one blank. Every folded character remembers where it came from, so that what a person wrote can be
 * handed on verbatim however it was compared.
 */
export type Folded = {
  readonly original: string
  readonly text: string
  /** Per character of `text`, where its source begins in `original`; a blank stands for the gap between two words. */
  readonly starts: readonly number[]
  /** Per character of `text`, where its source ends in `original`. */
  readonly ends: readonly number[]
}

/** The same while it is made; no `char` holds more than one character. */
type Units = { readonly chars: string[]; readonly starts: number[]; readonly ends: number[] }

const blank = ' '
const spaceLike = /[\s\p{Z}\p{Extended_Pictographic}\p{RI}\p{Emoji_Modifier}]/u
const invisible = /[\p{M}\p{Cf}\p{Cc}\p{Cs}]/u
const fullWidth = /[\uFF01-\uFF5E]/u
const digit = /\p{Nd}/u
/** "٢٠٤" and "२०४" are 204. */
const otherDigit = /[^\P{Nd}0-9]/u
const sameAs: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Array.from('‘’‚‛ʼ`´', (char) => [char, "'"])),
  ...Object.fromEntries(Array.from('“”„«»', (char) => [char, '"'])),
  ...Object.fromEntries(Array.from('‐‑‒–—―−', (char) => [char, '-'])),
}
/** Part words, but for the marks inside "1,200" and "12:30". */
const parting = /[,;:!?¿¡…"()[\]。，？！]/u
/** Dropped where a word begins or ends; inside it ("notes.txt", "don't", "order_status") they belong to it. */
const edge = /[.'*_~#-]/u
/** By code: most of what is written, which need not be looked at each time. */
const latin: readonly string[] = Array.from({ length: 0x180 }, (_, code) => foldCharacter(String.fromCharCode(code)))

/** Longer texts are folded each time, in characters: nothing that was written is held on to for long, nor much of it. */
const longestKept = 200

/** Folds one text. Never throws, whatever the text holds; linear in its length. */
export function foldText(original: string): Folded {
  return original.length > longestKept ? foldAnew(original) : foldKept(original)
}

// Whoever makes out one message folds the same parts of it many times.
const foldKept = recall(foldAnew, 100)

function foldAnew(original: string): Folded {
  return isPlain.test(original) ? foldPlain(original) : joinWords(original, partWords(foldCharacters(original)))
}

/** Case, accents and typographic variants only; for the literals of templates. */
export function foldLiteral(text: string): string {
  return foldCharacters(text).chars.join('')
}

/**
 * What a person wrote between two places of the folded text, without the separators around it ("204: call" gives
 * "call"), and without quotes that enclose all of it.
 */
export function originalBetween(folded: Folded, from: number, to: number): string {
  const lower = from === 0 ? 0 : gapEdge(folded, from - 1, folded.starts, folded.ends)
  const last = to >= folded.text.length
  const upper = last ? folded.original.length : gapEdge(folded, to, folded.ends, folded.starts)
  const inner = folded.original
    .slice(lower, upper)
    .trim()
    .replace(/^(?:[\s:;,]+|[.–—-]+\s)+/u, '')
  return unquote(last ? inner : inner.replace(/[\s:;,–—-]+$/u, ''))
}

/** Whether what stands between two words parts them: a mark or a new line, not only blanks, and no hyphen ("twenty-five"). */
export function isPause(gap: string): boolean {
  return !/^[-‐‑]$/u.test(gap) && /[^\s\p{L}\p{N}]|\n/u.test(gap)
}

/** The blanks of folded text in the place of more than a blank. */
export function pausesIn({ text, original, starts, ends }: Folded): readonly number[] {
  const blanks = [...text.matchAll(/ /g)].map(({ index }) => index)
  return blanks.filter((at) => isPause(original.slice(ends[at - 1], starts[at + 1])))
}

/** Whether the word between two places is one letter with an accent: it is another word then, "é" is not "e". */
export function isAccentedLetter({ original, starts, ends }: Folded, from: number, to: number): boolean {
  return to - from === 1 && /\p{M}/u.test(original.slice(starts[from], ends[from]).normalize('NFD'))
}

function gapEdge(folded: Folded, at: number, ofBlank: readonly number[], ofChar: readonly number[]): number {
  return (folded.text[at] === blank ? ofBlank[at] : ofChar[at]) ?? 0
}

function unquote(text: string): string {
  const quoted = /^(?:"([^"]+)"|“([^“”]+)”|«([^«»]+)»|'([^']+)'|‘([^‘’]+)’)$/su.exec(text)
  return quoted?.slice(1).find((inner) => inner !== undefined) ?? text
}

/** Most of what is written, where every character stands for itself. */
const isPlain = /^[A-Za-z\d]+(?: [A-Za-z\d]+)*$/u

function foldPlain(original: string): Folded {
  const starts: number[] = []
  const ends: number[] = []
  for (let at = 0; at < original.length; at++) {
    starts.push(at)
    ends.push(at + 1)
  }
  return { original, text: original.toLowerCase(), starts, ends }
}

function foldCharacters(original: string): Units {
  const units: Units = { chars: [], starts: [], ends: [] }
  let start = 0
  for (const char of original) {
    const end = start + char.length
    const folded = latin[char.codePointAt(0) ?? 0] ?? foldCharacter(char)
    for (const part of folded) push(units, part, start, end)
    if (folded === '' && units.ends.length > 0) units.ends[units.ends.length - 1] = end
    start = end
  }
  return units
}

function push({ chars, starts, ends }: Units, char: string, start: number, end: number): void {
  chars.push(char)
  starts.push(start)
  ends.push(end)
}

/** A blank for what parts words, and nothing for what nobody sees. */
function foldCharacter(char: string): string {
  if (spaceLike.test(char)) return blank
  if (invisible.test(char)) return ''
  const known = sameAs[char]
  if (known !== undefined) return known
  if (otherDigit.test(char)) return digitOf(char)
  const plain = fullWidth.test(char) ? char.normalize('NFKC') : char
  return plain.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
}

/** Unicode keeps the ten digits of a script together, the zero first, and starts none in the middle of another's. */
function digitOf(char: string): string {
  const place = char.codePointAt(0) ?? 0
  let before = 0
  while (digit.test(String.fromCodePoint(place - before - 1))) before++
  return String(before % 10)
}

function partWords({ chars, starts, ends }: Units): Units {
  const parted = chars.map((char, at) =>
    isParting(char, chars[at - 1] ?? blank, chars[at + 1] ?? blank) ? blank : char,
  )
  return { chars: parted, starts, ends }
}

function isParting(char: string, before: string, after: string): boolean {
  if (char === '-') return /\p{L}/u.test(before) && /\p{L}/u.test(after)
  return parting.test(char) && !(/\d/.test(before) && /\d/.test(after))
}

/** The words without their edges, with one blank between them. */
function joinWords(original: string, units: Units): Folded {
  const joined: Units = { chars: [], starts: [], ends: [] }
  for (let from = 0; from < units.chars.length;) {
    const blankAt = units.chars.indexOf(blank, from)
    const end = blankAt < 0 ? units.chars.length : blankAt
    joinWord(joined, units, from, end)
    from = end + 1
  }
  const { chars, starts, ends } = joined
  return { original, text: chars.join(''), starts, ends }
}

function joinWord(joined: Units, { chars, starts, ends }: Units, start: number, end: number): void {
  let from = start
  let to = end
  while (from < to && edge.test(chars[from] ?? '') && !isSign(chars, from)) from++
  for (let drop = atEnd(chars, from, to); drop > 0; drop = atEnd(chars, from, to)) to -= drop
  if (from >= to) return
  if (joined.chars.length > 0) push(joined, blank, joined.ends.at(-1) ?? 0, starts[from] ?? 0)
  const first = isNearly(chars, from, end) ? from - 1 : from
  for (let at = from; at < to; at++) push(joined, chars[at] ?? '', starts[at === from ? first : at] ?? 0, ends[at] ?? 0)
}

/** "~20" says how the number is meant: the tilde goes with it wherever it is handed on as it was written. "~20~" is struck through. */
function isNearly(chars: readonly string[], at: number, end: number): boolean {
  return chars[at - 1] === '~' && /\d/u.test(chars[at] ?? '') && !chars.slice(at, end).includes('~')
}

/** How many characters at the end of a word do not count: an edge, or "/-" and "/=", which close a sum. */
function atEnd(chars: readonly string[], from: number, to: number): number {
  if (to <= from) return 0
  if (/[-=]/u.test(chars[to - 1] ?? '') && to - 2 >= from && chars[to - 2] === '/') return 2
  return edge.test(chars[to - 1] ?? '') ? 1 : 0
}

/** "-5", ".5" and "-R$5" keep what stands before the digit: without it they would be other numbers. */
function isSign(chars: readonly string[], at: number): boolean {
  if (/[.-]/.test(chars[at] ?? '') && /[\d.]/.test(chars[at + 1] ?? '')) return true
  return chars[at] === '-' && /^[a-z]{0,2}\p{Sc}/u.test(chars.slice(at + 1, at + 4).join(''))
}
