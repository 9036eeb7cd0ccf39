/** The words that texts of a new command are made with, in the languages that Sayso speaks. */
import { forLanguage } from '../understanding/text/for-language.ts'

/** What was answered: in the main language of the catalogue, or by language, that one among them. */
export type InLanguages<T> = T | ByLanguage<T>

type ByLanguage<T> = Readonly<{ [language: string]: T }>

/** Of the languages that we write, or of a relative of one. */
export type Wording = {
  /** Words that may be left out of a sentence. */
  readonly articles: readonly string[]
  /** Words that a token leaves out besides: `Print the customer's label` → `PRINT_CUSTOMER_LABEL`. */
  readonly unnamed: readonly string[]
  /** What may stand between the wish and the thing that it is about: "print a label *for order* 204". */
  readonly connecting: readonly string[]
  /** What is said when it was done, of its summary. */
  readonly done: (summary: string) => string
  readonly nothingFound: string
  /** Said when the action refused. */
  readonly refused: string
  /** Asks for a thing that can be named, or for one of several, which the conversation lists. */
  readonly which: (label: string) => string
  /** Asks for a value. */
  readonly what: (label: string) => string
}

const english: Wording = {
  articles: ['a', 'an', 'the'],
  unnamed: ['of', 'to', 'for', 's'],
  connecting: ['for', 'of', 'to', 'on'],
  done: (summary) => `${summary} — done`,
  nothingFound: 'Nothing found.',
  refused: 'This is not possible as things are now.',
  which: (label) => `Which ${label}?`,
  what: (label) => `What is the ${label}?`,
}

const wordings: Readonly<Record<string, Wording>> = {
  en: english,
  pt: {
    articles: ['o', 'a', 'os', 'as', 'um', 'uma'],
    unnamed: ['de', 'do', 'da', 'dos', 'das', 'ao', 'para'],
    connecting: ['do', 'da', 'de', 'no', 'na', 'ao', 'para o', 'pro'],
    done: (summary) => `${summary} — feito`,
    nothingFound: 'Nada encontrado.',
    refused: 'Do jeito que está agora, não dá.',
    which: (label) => `Qual ${label}?`,
    what: (label) => `${capital(label)}?`,
  },
  es: {
    articles: ['el', 'la', 'los', 'las', 'un', 'una'],
    unnamed: ['de', 'del', 'a', 'al', 'para'],
    connecting: ['del', 'de la', 'de', 'al', 'a la', 'para el', 'para la'],
    done: (summary) => `${summary} — hecho`,
    nothingFound: 'No se encontró nada.',
    refused: 'Así como está ahora, no se puede.',
    which: (label) => `¿Qué ${label}?`,
    what: (label) => `¿${capital(label)}?`,
  },
}

/** The wording of a language, or of its nearest relative; `null` for one that we do not write. */
export function wordingOf(language: string): Wording | null {
  return forLanguage(wordings, language)
}

/**
 * What was said in a language; `null` when nothing was.
 * @param main the main language of the catalogue
 */
export function inLanguage<T extends string | readonly string[]>(
  value: InLanguages<T> | undefined,
  language: string,
  main: string,
): T | null {
  if (value === undefined) return null
  if (isByLanguage(value)) return value[language] ?? null
  return language === main ? value : null
}

/** `order` → `Order`. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** `Hold an order` → `hold an order`. */
export function uncapital(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}

function isByLanguage<T extends string | readonly string[]>(value: InLanguages<T>): value is ByLanguage<T> {
  return typeof value === 'object' && !Array.isArray(value)
}
