import type { Report } from './problem.ts'
import type { YamlPath, YamlSource } from './yaml-source.ts'

/** What templates know of whoever asked. */
const actorNames = ['id', 'language', 'time_zone']

/** Reports every `args.<name>` and `actor.<name>` in a {{ }} template that stands for nothing: it would silently be nothing. */
export function checkTemplateNames(
  input: {
    readonly source: YamlSource
    readonly path: YamlPath
    readonly value: unknown
    readonly names: readonly string[]
  },
  report: Report,
): void {
  const { source, path, value, names } = input
  if (typeof value === 'string') {
    for (const name of namesBehind('args', value)) {
      if (!names.includes(name))
        report(source.problemAt(path, `there is no argument "${name}"; known here: ${names.join(', ')}`))
    }
    for (const name of namesBehind('actor', value)) {
      if (!actorNames.includes(name))
        report(source.problemAt(path, `there is no "actor.${name}"; known: ${actorNames.join(', ')}`))
    }
    return
  }
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    const step = Array.isArray(value) ? Number(key) : key
    checkTemplateNames({ source, path: [...path, step], value: inner, names }, report)
  }
}

function namesBehind(root: 'args' | 'actor', text: string): readonly string[] {
  const names = new Set<string>()
  for (const [, expression = ''] of text.matchAll(/\{\{([\s\S]*?)\}\}/gu)) {
    for (const [, name = ''] of expression.matchAll(new RegExp(`\\b${root}\\.([A-Za-z_]\\w*)`, 'gu'))) names.add(name)
  }
  return [...names]
}
