import { didYouMean } from '../did-you-mean.ts'
import type { Report } from '../source/problem.ts'
import { expressionsIn, namesBehind, textsIn } from './template-texts.ts'
import type { YamlPath, YamlSource } from '../source/yaml-source.ts'

/** What the templates of steps know of whoever asked. */
export const actorOfSteps = ['id', 'language', 'region', 'time_zone', 'name', 'phone'] as const
/** A lookup is no command: of whoever asks it knows only who they are. */
export const actorOfLookups = ['id'] as const

/** Reports every `args.<name>` and `actor.<name>` in a {{ }} template that stands for nothing: it would silently be nothing. */
export function checkTemplateNames(
  input: {
    readonly source: YamlSource
    readonly path: YamlPath
    readonly value: unknown
    readonly names: readonly string[]
    readonly actor: readonly string[]
  },
  report: Report,
): void {
  const { source, names, actor } = input
  for (const { path, text } of textsIn(input.value, input.path)) {
    for (const name of namesBehind('args', expressionsIn(text))) {
      if (!names.includes(name))
        report(
          source.problemAt(
            path,
            `there is no argument "${name}"${didYouMean(name, names)}; known here: ${names.join(', ')}`,
          ),
        )
    }
    for (const name of namesBehind('actor', expressionsIn(text))) {
      if (!actor.includes(name))
        report(source.problemAt(path, `there is no "actor.${name}"; known: ${actor.join(', ')}`))
    }
  }
}
