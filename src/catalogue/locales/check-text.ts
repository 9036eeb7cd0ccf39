import { didYouMean, nearestName } from '../did-you-mean.ts'
import { ownerOf } from '../source/layered-source.ts'
import type { Report } from '../source/problem.ts'
import type { YamlPath, YamlSource } from '../source/yaml-source.ts'
import { messagePlaceholders } from './message-placeholders.ts'

/** Of a text that takes whatever a row has. */
export function anyName(): boolean {
  return true
}

/** Reports a text that is no ICU message, or has placeholders that nobody fills in. */
export function checkText(
  {
    source,
    path,
    text,
    known,
    hint = () => '',
  }: {
    source: YamlSource
    path: YamlPath
    text: string
    known: (name: string) => boolean
    hint?: (name: string) => string
  },
  report: Report,
): void {
  const placeholders = messagePlaceholders(text)
  if (placeholders.kind === 'broken') {
    report(source.problemAt(path, `is not an ICU message: ${placeholders.reason}`))
    return
  }
  for (const name of placeholders.names) {
    if (!known(name))
      report(source.problemAt(path, `there is no value for the placeholder {${name}} here${hint(name)}`))
  }
}

/** Reports keys that are missing, and such as mean nothing. */
export function checkKeys(
  keys: {
    readonly source: YamlSource
    readonly path: YamlPath
    readonly has: readonly string[]
    readonly wants: readonly string[]
    readonly what: string
    /** What to write for a name that is missing. */
    readonly needs?: (name: string) => string
  },
  report: Report,
): void {
  const { source, path, has, wants, what, needs = () => '' } = keys
  const absent = wants.filter((name) => !has.includes(name))
  const unknown = has.filter((name) => !wants.includes(name))
  const meant = unknown.map((name) => nearestName(name, absent))
  for (const name of absent) {
    if (meant.includes(name)) continue
    report(ownerOf(source).problemAt(path, `texts for "${name}" are missing${needs(name)}`, 'key'))
  }
  for (const name of unknown)
    report(source.problemAt([...path, name], `there is no ${what} "${name}"${didYouMean(name, absent)}`, 'key'))
}
