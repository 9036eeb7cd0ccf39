import { forLanguage } from '../text/for-language.ts'
import { englishOrdinals, type OrdinalTable, portugueseOrdinals, spanishOrdinals } from './ordinal-words.ts'

const tables: Readonly<Record<string, OrdinalTable>> = {
  en: englishOrdinals,
  pt: portugueseOrdinals,
  es: spanishOrdinals,
}

/** The position that folded words say, in words or figures ("first", "21st", "vigésimo primeiro"), up to 99. */
export function parseOrdinalWords(words: readonly string[], language: string): number | null {
  const table = forLanguage(tables, language)
  const said = words.length > 1 && table?.nouns.includes(words.at(-1) ?? '') === true ? words.slice(0, -1) : words
  const [word = '', unit] = said
  if (said.length > 2) return null
  const written = said.length === 1 ? parseWritten(word, table) : null
  if (written !== null || table === null) return written
  const single = unit === undefined ? table.single.get(word) : undefined
  if (single !== undefined) return single
  const tens = table.tens.get(word)
  if (tens === undefined || unit === undefined) return null
  const units = table.single.get(unit)
  return units === undefined || units > 9 ? null : tens + units
}

/** "1º", "2ª" and "1°" everywhere, for keyboards write them so; letters as the language has them ("2nd", "1er"). */
function parseWritten(word: string, table: OrdinalTable | null): number | null {
  const [, figures, suffix = ''] = /^([1-9]\d{0,2})(\D{1,3})$/u.exec(word) ?? []
  if (figures === undefined) return null
  const known = /^\.?[ºª°]$/u.test(suffix) || table?.isSuffix(Number(figures), suffix) === true
  return known ? Number(figures) : null
}
