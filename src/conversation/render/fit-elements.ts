/**
 * What of an ICU text can be said with the values that there are. What the data do not hold is shown as nothing: what was done
 * was done, whatever a text about it asks for, and a reply that broke over its words would be taken for a command that did not
 * run.
 */
export type Params = Readonly<Record<string, string | number>>

/** The part of an ICU syntax tree that matters here: literals and `#` have no name that is filled in. */
export type Element = {
  readonly type: number
  readonly value?: string
  readonly options?: Readonly<Record<string, { readonly value: readonly Element[] }>>
}

const literal = 0
const argument = 1
const number = 2
const date = 3
const time = 4
const select = 5
const plural = 6

/**
 * The same elements where every value is there and does; else those that can be said.
 * @param blank what stands where a value is not there that a text would show; what it only chooses or counts by leaves nothing
 */
export function fitElements(elements: readonly Element[], params: Params, blank = ''): readonly Element[] {
  const fitted = fitAll(elements, params, blank)
  return isSame(fitted, elements) ? elements : fitted
}

/** The names that would be filled in with these values, and are not among them. */
export function unfilledNames(elements: readonly Element[], params: Params): readonly string[] {
  return [...new Set(elements.flatMap((element) => unfilled(element, params)))]
}

/** The element as it can be said: itself, without what is not there, or as plain text where it is no number. */
function fit(element: Element, params: Params, blank: string): readonly Element[] {
  const { type, value: name = '', options } = element
  if (type < argument || type > plural) return [element]
  const value = valueOf(params, name)
  if (type === select && options !== undefined && (isAbsent(value) || value === absent))
    return fitAll(optionOf(options, value)?.value ?? [], params, blank)
  if (value === undefined && type < select && blank !== '') return [{ type: literal, value: blank }]
  if (value === undefined || (value === '' && type > argument)) return []
  if (!isUsable(type, value)) return [{ type: argument, value: name }]
  return options === undefined ? [element] : [withOptions(element, options, params, blank)]
}

function fitAll(elements: readonly Element[], params: Params, blank: string): readonly Element[] {
  return elements.flatMap((element) => fit(element, params, blank))
}

function withOptions(
  element: Element,
  options: NonNullable<Element['options']>,
  params: Params,
  blank: string,
): Element {
  const fitted = Object.entries(options).map(([key, option]) => {
    const value = fitAll(option.value, params, blank)
    return [key, isSame(value, option.value) ? option : { value }] as const
  })
  return fitted.every(([key, option]) => option === options[key])
    ? element
    : { ...element, options: Object.fromEntries(fitted) }
}

/** The key under which a select has words for what is not there. */
const absent = 'null'

function isAbsent(value: string | number | undefined): boolean {
  return value === undefined || value === ''
}

/** What a select says: of what is not there what it has for that, else the rest; which it says of somebody's word `null`, too. */
function optionOf(options: NonNullable<Element['options']>, value: string | number | undefined) {
  const key = isAbsent(value) ? absent : value === absent ? 'other' : String(value)
  return Object.hasOwn(options, key) ? options[key] : options['other']
}

function isSame(fitted: readonly Element[], written: readonly Element[]): boolean {
  return fitted.length === written.length && fitted.every((element, index) => element === written[index])
}

function isUsable(type: number, value: string | number): boolean {
  if (type === number || type === plural) return Number.isFinite(Number(value))
  return (type !== date && type !== time) || !Number.isNaN(new Date(Number(value)).getTime())
}

function unfilled(element: Element, params: Params): readonly string[] {
  const { type, value: name = '' } = element
  if (type < argument || type > plural) return []
  const own = valueOf(params, name) === undefined ? [name] : []
  return [...own, ...sayable(element, params).flatMap((each) => unfilled(each, params))]
}

/** What of the options of an element may be said with these values. */
function sayable({ type, value: name = '', options = {} }: Element, params: Params): readonly Element[] {
  const value = valueOf(params, name)
  if (value === undefined && type === plural) return []
  const exact = `=${value}`
  const chosen = type === select ? optionOf(options, value) : Object.hasOwn(options, exact) ? options[exact] : undefined
  return (chosen === undefined ? Object.values(options) : [chosen]).flatMap((option) => option.value)
}

function valueOf(params: Params, name: string): string | number | undefined {
  return Object.hasOwn(params, name) ? params[name] : undefined
}
