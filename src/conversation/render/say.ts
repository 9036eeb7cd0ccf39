import { IntlMessageFormat } from 'intl-messageformat'
import type { Locale } from '../../catalogue/catalogue.ts'
import { type Element, fitElements, type Params, unfilledNames } from './fit-elements.ts'

/** A message of the locale by its key. A key or a value that is not there is a defect: texts and values are Sayso's own. */
export function say(locale: Locale, key: string, params: Params = {}): string {
  const text = locale.messages[key]
  if (text === undefined) throw new TypeError(`No message "${key}" in locale ${locale.language}`)
  return stoppedOnce(String(parse(locale, text).format({ ...params })))
}

/**
 * A text of the catalogue in the locale, with its placeholders filled in: values are put in as they are, never parsed, and
 * `blank` where there is none. Throws over no value.
 */
export function format(locale: Locale, text: string, params: Params, blank = ''): string {
  const message = parse(locale, text)
  const elements = elementsOf(message)
  const fitted = fitElements(elements, params, blank)
  if (fitted === elements) return stoppedOnce(formatted(message, params))
  const pieces = fitted.map((element) => formatted(new IntlMessageFormat([element] as Tree, locale.region), params))
  return stoppedOnce(pieces.join(''))
}

/** The placeholders that such a text leaves empty with these values. */
export function unfilledIn(locale: Locale, text: string, params: Params): readonly string[] {
  return unfilledNames(elementsOf(parse(locale, text)), params)
}

/** A sentence that ends with "8:00 p. m." has its stop. */
function stoppedOnce(text: string): string {
  return text.replaceAll(/\b([ap]\.\s?m\.)\.(?!\.)/giu, '$1')
}

type Tree = ReturnType<IntlMessageFormat['getAst']>

const parsed = new Map<string, IntlMessageFormat>()

function parse({ region }: Locale, text: string): IntlMessageFormat {
  const key = `${region}\n${text}`
  const message = parsed.get(key) ?? new IntlMessageFormat(text, region, undefined, { ignoreTag: true })
  parsed.set(key, message)
  return message
}

function elementsOf(message: IntlMessageFormat): readonly Element[] {
  return message.getAst()
}

/** A style that Intl does not take comes to light only with a value. */
function formatted(message: IntlMessageFormat, params: Params): string {
  try {
    return String(message.format({ ...params }))
  } catch {
    return ''
  }
}
