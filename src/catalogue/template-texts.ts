import type { YamlPath } from './yaml-source.ts'

/** A text in a value, and where it stands. */
export type PlacedText = { readonly path: YamlPath; readonly text: string }

/** Every text in a value, however deep. */
export function textsIn(value: unknown, path: YamlPath): readonly PlacedText[] {
  if (typeof value === 'string') return [{ path, text: value }]
  if (typeof value !== 'object' || value === null) return []
  const isList = Array.isArray(value)
  return Object.entries(value).flatMap(([key, each]) => textsIn(each, [...path, isList ? Number(key) : key]))
}

/** What stands in the `{{ }}` of a text. */
export function expressionsIn(text: string): readonly string[] {
  return [...text.matchAll(/\{\{([\s\S]*?)\}\}/gu)].map(([, expression = '']) => expression)
}
