import { isObject } from '../../json.ts'

/** A map as YAML gives it. */
export type YamlMap = Readonly<Record<string, unknown>>

/** What a map says under a name; a name such as "constructor" must not find what every object has. */
export function memberOf(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

/** The entries of a map that are wanted; of anything else none. */
export function entriesOf(
  value: unknown,
  isWanted: (name: string, value: unknown) => boolean = () => true,
): Readonly<Record<string, unknown>> {
  if (!isObject(value)) return {}
  return Object.fromEntries(Object.entries(value).filter(([name, each]) => isWanted(name, each)))
}

/** A text that a map holds under a name; '' where it holds none. */
export function textOf(value: unknown, name: string): string {
  const text = memberOf(value, name)
  return typeof text === 'string' ? text : ''
}
