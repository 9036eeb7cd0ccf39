import { IntlMessageFormat } from 'intl-messageformat'

/** What an ICU text asks to be filled in, or why it is none. */
export type Placeholders =
  | { readonly kind: 'names'; readonly names: ReadonlySet<string> }
  | { readonly kind: 'broken'; readonly reason: string }

/** The part of an ICU syntax tree that matters here: literals and `#` have no name that is filled in. */
type Element = {
  readonly type: number
  readonly value?: unknown
  readonly options?: Readonly<Record<string, { readonly value: readonly Element[] }>>
}

const literal = 0
const pound = 7

/** Parses an ICU MessageFormat text as it will be when it is said: `<` and `>` are themselves. */
export function messagePlaceholders(text: string): Placeholders {
  // Most texts are plain, and parsing them is a good part of a start.
  if (!/[{}']/u.test(text)) return { kind: 'names', names: new Set() }
  try {
    const names = new Set<string>()
    collectNames(new IntlMessageFormat(text, 'en', undefined, { ignoreTag: true }).getAst(), names)
    return { kind: 'names', names }
  } catch (error) {
    const code = error instanceof Error ? error.message : String(error)
    return { kind: 'broken', reason: code.toLowerCase().replaceAll('_', ' ') }
  }
}

function collectNames(elements: readonly Element[], names: Set<string>): void {
  for (const { type, value, options } of elements) {
    if (type === literal || type === pound) continue
    if (typeof value === 'string') names.add(value)
    for (const option of Object.values(options ?? {})) collectNames(option.value, names)
  }
}
