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

type Unit = { char: string; start: number; end: number }

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

/** Folds one text. Never throws, whatever the text holds; linear in its length. */
export function foldText(original: string): Folded {
  const units = partWords(foldCharacters(original))
  const chars: string[] = []
  const starts: number[] = []
  const ends: number[] = []
  for (const word of wordsOf(units)) {
    const first = word[0]
    if (first === undefined) continue
    if (chars.length > 0) push({ char: blank, start: ends.at(-1) ?? 0, end: first.start })
    word.forEach(push)
  }
  return { original, text: chars.join(''), starts, ends }

  function push(unit: Unit): void {
    chars.push(unit.char)
    starts.push(unit.start)
    ends.push(unit.end)
  }
}

/** Case, accents and typographic variants only; for the literals of templates. */
export function foldLiteral(text: string): string {
  return foldCharacters(text)
    .map((unit) => unit.char)
    .join('')
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

/** Whether what stands between two words parts them: a mark or a new line, not only blanks. */
export function isPause(gap: string): boolean {
  return /[^\s\p{L}\p{N}]|\n/u.test(gap)
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

function foldCharacters(original: string): Unit[] {
  const units: Unit[] = []
  let start = 0
  for (const char of original) {
    const end = start + char.length
    const folded = latin[char.codePointAt(0) ?? 0] ?? foldCharacter(char)
    const before = units.at(-1)
    for (const part of folded) units.push({ char: part, start, end })
    if (folded === '' && before !== undefined) before.end = end
    start = end
  }
  return units
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

function partWords(units: readonly Unit[]): Unit[] {
  return units.map((unit, at) => {
    const before = units[at - 1]?.char ?? blank
    const after = units[at + 1]?.char ?? blank
    const parts = parting.test(unit.char) && !(/\d/.test(before) && /\d/.test(after))
    const hyphen = unit.char === '-' && /\p{L}/u.test(before) && /\p{L}/u.test(after)
    return parts || hyphen ? { ...unit, char: blank } : unit
  })
}

function* wordsOf(units: readonly Unit[]): Generator<readonly Unit[]> {
  let from = 0
  for (let at = 0; at <= units.length; at++) {
    if (at < units.length && units[at]?.char !== blank) continue
    yield withoutEdges(units.slice(from, at))
    from = at + 1
  }
}

function withoutEdges(word: readonly Unit[]): readonly Unit[] {
  let from = 0
  let to = word.length
  while (from < to && edge.test(word[from]?.char ?? '') && !isSign(word, from)) from++
  while (to > from && edge.test(word[to - 1]?.char ?? '')) to--
  return word.slice(from, to)
}

/** "-5" and ".5" keep what stands before the digit: without it they would be other numbers. */
function isSign(word: readonly Unit[], at: number): boolean {
  return /[.-]/.test(word[at]?.char ?? '') && /[\d.]/.test(word[at + 1]?.char ?? '')
}
