import type { Phrases } from '../text/phrases.ts'
import type { DateReaders } from './dates/date-readers.ts'

/** What the readers of values need to know of a language. */
export type ValueLanguage = {
  readonly code: string
  /** BCP 47: whose dates are the usual ones. */
  readonly region: string
  /** The character that parts thousands. */
  readonly groupMark: string
  /** The currency (ISO 4217) that is meant by "$" or "pesos" alone, where anything is. */
  readonly home: string | undefined
  readonly currency: Phrases
  readonly dates: DateReaders
  readonly yes: Phrases
  readonly no: Phrases
  /** What people call a value of a choice: the value itself, and `words.<value>` of the locale. */
  readonly choice: (value: string) => Phrases
}
