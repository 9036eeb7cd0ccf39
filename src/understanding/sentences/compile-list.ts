import type { Grammar, ListValue, RangeSource } from './grammar.ts'
import { foldUnits, lowerText } from './fold-codes.ts'
import { roughText } from './literal.ts'
import { isInRange } from './number-range.ts'
import type { CompiledList, CompiledValue, TextList } from './program.ts'
import { createTrie } from './trie.ts'

/** A value with every text that says it. */
export type SpelledValue = { readonly value: CompiledValue; readonly texts: readonly string[] }

export function compileTextList(id: number, spelled: readonly SpelledValue[], ignoreWhitespace: boolean): TextList {
  const spellings = spelled.flatMap(({ texts }, value) =>
    texts.map((text) => {
      const accented = lowerText(ignoreWhitespace ? text.replaceAll(/\s+/gu, '') : text)
      const folded = foldUnits(accented)
      return { value, accented, folded, hasAccents: folded !== accented }
    }),
  )
  return {
    kind: 'values',
    id,
    values: spelled.map(({ value }) => value),
    texts: createTrie(spellings.map(({ folded }, entry) => ({ text: folded, entry }))),
    roughTexts: createTrie(spellings.map(({ folded }, entry) => ({ text: roughText(folded), entry }))),
    spellings: spellings.map(({ value, accented, hasAccents }) => ({ value, accented, hasAccents })),
  }
}

export function compileRange(range: RangeSource, { number_words = {}, settings }: Grammar): CompiledList {
  const numbers: number[] = []
  const texts: { text: string; entry: number }[] = []
  for (const [number, spellings] of Object.entries(range.words === false ? {} : number_words)) {
    if (!isInRange(range, Number(number))) continue
    const entry = numbers.push(Number(number)) - 1
    for (const spelling of spellings) {
      const text = foldUnits(spelling.normalize('NFC'))
      texts.push({ text: settings?.ignore_whitespace === true ? text.replaceAll(/\s+/gu, '') : text, entry })
    }
  }
  return {
    kind: 'range',
    range,
    words: createTrie(texts.map(({ text, entry }) => ({ text: text.replaceAll(/[-_]/g, ' '), entry }))),
    roughWords: createTrie(texts.map(({ text, entry }) => ({ text: roughText(text), entry }))),
    numbers,
  }
}

/** A value without brackets is no template: what stands in it is what is said. */
export function isTemplate(text: string): boolean {
  return /[(){}<>[\]|@]/.test(text)
}

/** A value as an object; a template that names no `out` gives the text that it matched. */
export function listValue(value: string | ListValue): ListValue {
  if (typeof value !== 'string') return value
  return isTemplate(value) ? { in: value } : { in: value, out: value }
}
