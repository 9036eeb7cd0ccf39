import type { YamlPath } from '../source/yaml-source.ts'

/** A text in a value, and where it stands. */
export type PlacedText = { readonly path: YamlPath; readonly text: string }

/** Every text in a value, however deep. */
export function textsIn(value: unknown, path: YamlPath): readonly PlacedText[] {
  if (typeof value === 'string') return [{ path, text: value }]
  if (typeof value !== 'object' || value === null) return []
  const isList = Array.isArray(value)
  return Object.entries(value).flatMap(([key, each]) => textsIn(each, [...path, isList ? Number(key) : key]))
}

/** What the templates in a value read of whoever asked, `name` of `{{actor.name}}`; rather more than less. */
export function actorUses(value: unknown): ReadonlySet<string> {
  const templates = textsIn(value, []).filter(({ text }) => text.includes('{{'))
  return namesBehind(
    'actor',
    templates.map(({ text }) => text),
  )
}

/** The members of `args` or `actor` that expressions read. */
export function namesBehind(root: 'args' | 'actor', expressions: readonly string[]): ReadonlySet<string> {
  const use = new RegExp(`\\b${root}\\s*\\.\\s*\`?([A-Za-z_]\\w*)`, 'gu')
  return new Set(expressions.flatMap((each) => [...each.matchAll(use)].map(([, name = '']) => name)))
}

/** What stands in the `{{ }}` of a text. */
export function expressionsIn(text: string): readonly string[] {
  return [...text.matchAll(/\{\{([\s\S]*?)\}\}/gu)].map(([, expression = '']) => expression)
}
