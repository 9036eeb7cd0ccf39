import { IntlMessageFormat } from 'intl-messageformat'
import type { Locale } from '../../catalogue/catalogue.ts'

type Params = Readonly<Record<string, string | number>>

/** A message of the locale by its key. A key that is not there is a defect: the catalogue was checked when it was loaded. */
export function say(locale: Locale, key: string, params: Params = {}): string {
  const text = locale.messages[key]
  if (text === undefined) throw new TypeError(`No message "${key}" in locale ${locale.language}`)
  return format(locale, text, params)
}

const parsed = new Map<string, IntlMessageFormat>()

/** An ICU text of the locale with its placeholders filled in; values are put in as they are, never parsed. */
export function format(locale: Locale, text: string, params: Params): string {
  const key = `${locale.region}\n${text}`
  const message = parsed.get(key) ?? new IntlMessageFormat(text, locale.region, undefined, { ignoreTag: true })
  parsed.set(key, message)
  return String(message.format({ ...params }))
}
