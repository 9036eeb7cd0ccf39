import { covers } from '../access/may.ts'
import type { Command } from './catalogue.ts'
import type { Report } from './problem.ts'
import type { YamlSource } from './yaml-source.ts'

/** Reports patterns that grant nothing: nearly always a scope that was misspelt. */
export function checkRoles(
  roles: { readonly source: YamlSource; readonly file: Readonly<Record<string, readonly string[]>> },
  commands: readonly Command[],
  report: Report,
): void {
  for (const [role, patterns] of Object.entries(roles.file)) {
    for (const [index, pattern] of patterns.entries()) {
      if (commands.some(({ scope }) => covers(pattern, scope))) continue
      report(roles.source.problemAt([role, index], `"${pattern}" grants nothing: no command has such a scope`))
    }
  }
}
