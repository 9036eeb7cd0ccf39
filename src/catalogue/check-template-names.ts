import { didYouMean } from './did-you-mean.ts'
import type { Report } from './problem.ts'
import { expressionsIn, textsIn } from './template-texts.ts'
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
  const { source, names } = input
  for (const { path, text } of textsIn(input.value, input.path)) {
    for (const name of namesBehind('args', text)) {
      if (!names.includes(name))
        report(
          source.problemAt(
            path,
            `there is no argument "${name}"${didYouMean(name, names)}; known here: ${names.join(', ')}`,
          ),
        )
    }
    for (const name of namesBehind('actor', text)) {
      if (!actorNames.includes(name))
        report(source.problemAt(path, `there is no "actor.${name}"; known: ${actorNames.join(', ')}`))
    }
  }
}

function namesBehind(root: 'args' | 'actor', text: string): ReadonlySet<string> {
  const use = new RegExp(`\\b${root}\\.([A-Za-z_]\\w*)`, 'gu')
  return new Set(expressionsIn(text).flatMap((each) => [...each.matchAll(use)].map(([, name = '']) => name)))
}
