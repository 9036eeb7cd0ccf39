/**
 * Engines write "order to zero for" where "order 204" was said. Where a word that sounds like a digit stands in a row of
 * digits, or between the name of a thing and such a row, it is read as the digit. That is a guess: whoever uses it says so and asks.
 */
import { forLanguage } from '../text/for-language.ts'
import { isDigits } from '../text/is-digits.ts'

type Sounds = {
  /** Words that sound like a digit, and the digit. */
  readonly alike: Readonly<Record<string, string>>
  /** Words that are a digit. */
  readonly digits: Readonly<Record<string, string>>
  /** After these words an id is expected. */
  readonly before: readonly string[]
}

const sounds: Readonly<Record<string, Sounds>> = {
  en: {
    alike: {
      to: '2',
      too: '2',
      for: '4',
      fore: '4',
      ate: '8',
      won: '1',
      tree: '3',
      oh: '0',
      owe: '0',
      sex: '6',
      nein: '9',
    },
    digits: digitWords('zero one two three four five six seven eight nine'),
    before: ['order', 'orders', 'number', 'invoice', 'report', 'file', 'person'],
  },
  pt: {
    alike: { hum: '1', dói: '2', doi: '2', traz: '3', trás: '3', meia: '6', ceis: '6', cês: '6', oi: '8', novo: '9' },
    digits: { ...digitWords('zero um dois três quatro cinco seis sete oito nove'), uma: '1', duas: '2', tres: '3' },
    before: ['pedido', 'pedidos', 'número', 'numero', 'nota', 'compra'],
  },
  es: {
    alike: {
      sero: '0',
      hum: '1',
      dós: '2',
      vos: '2',
      tras: '3',
      traes: '3',
      ses: '6',
      ciete: '7',
      nuevo: '9',
      nueva: '9',
    },
    digits: { ...digitWords('cero uno dos tres cuatro cinco seis siete ocho nueve'), un: '1', una: '1' },
    before: ['pedido', 'pedidos', 'orden', 'número', 'numero', 'compra'],
  },
}

function digitWords(words: string): Record<string, string> {
  return Object.fromEntries(words.split(' ').map((word, at) => [word, String(at)]))
}

/**
 * The text with such words as digits; `null` when there is nothing to repair.
 * @param options.awaitsNumber a number was asked for, so that the text may begin with one
 */
export function repairHomophones(
  text: string,
  language: string,
  { awaitsNumber = false }: { readonly awaitsNumber?: boolean } = {},
): string | null {
  const known = forLanguage(sounds, language)
  if (known === null) return null
  const tokens = text.split(/(\s+)/u)
  const words = tokens.filter((_, at) => at % 2 === 0)
  const repaired = repairRows(words, known, awaitsNumber)
  return repaired === null ? null : repaired.join(' ')
}

/** Every row of digits and words like digits that follows the name of a thing, as one number. */
function repairRows(words: readonly string[], known: Sounds, awaitsNumber: boolean): string[] | null {
  const result: string[] = []
  let changed = false
  for (let at = 0; at < words.length;) {
    const follows = at === 0 ? awaitsNumber : known.before.includes(bare(words[at - 1] ?? ''))
    const row = follows ? rowFrom(words, at, known) : null
    if (row === null || !row.guessed) {
      result.push(words[at] ?? '')
      at += 1
      continue
    }
    result.push(`${row.digits}${row.mark}`)
    changed = true
    at = row.end
  }
  return changed ? result : null
}

/** A row in the middle of a sentence is one only from so many words on. */
const leastDigits = 3

/** Any word may be heard, `constructor` too. */
function own(table: Readonly<Record<string, string>>, word: string): string | undefined {
  return Object.hasOwn(table, word) ? table[word] : undefined
}

type Row = { readonly digits: string; readonly guessed: boolean; readonly end: number; readonly mark: string }

/** Ends at the first word that is no digit, or after a mark; a word like a digit before anything else is that word. */
function rowFrom(words: readonly string[], from: number, known: Sounds): Row {
  const parts: { readonly digits: string; readonly guessed: boolean; readonly mark: string }[] = []
  for (let at = from; at < words.length; at++) {
    const word = words[at] ?? ''
    const plain = bare(word)
    const exact = isDigits(plain) ? plain : own(known.digits, plain)
    const guess = exact ?? own(known.alike, plain)
    if (guess === undefined) break
    const mark = /[,.;:!?]+$/u.exec(word)?.[0] ?? ''
    parts.push({ digits: guess, guessed: exact === undefined, mark })
    if (mark !== '') break
  }
  const isOver = from + parts.length >= words.length || (parts.at(-1)?.mark ?? '') !== ''
  // "order 204 for Ana", "order for two people": what stands at the edge of the row may belong to what follows.
  if (!isOver) parts.length = parts.findLastIndex(({ guessed }) => !guessed) + 1
  if (!isOver && parts.length < leastDigits) parts.length = 0
  const joins = parts.every(({ digits, guessed }, at) => !guessed || digits.length === 1 || at === 0)
  return {
    digits: parts.map(({ digits }) => digits).join(''),
    guessed: joins && parts.some(({ guessed }) => guessed) && !isTwoNumbers(parts),
    end: from + parts.length,
    mark: parts.at(-1)?.mark ?? '',
  }
}

/** "204 to 50": a whole number on each side of what may be a word after all. */
function isTwoNumbers(parts: readonly { readonly digits: string; readonly guessed: boolean }[]): boolean {
  return parts.some(
    ({ guessed }, at) => guessed && (parts[at - 1]?.digits.length ?? 0) > 2 && (parts[at + 1]?.digits.length ?? 0) > 1,
  )
}

function bare(word: string): string {
  return word.toLowerCase().replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
}
