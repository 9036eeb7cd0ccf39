import type { ReadCommand } from '../commands/check-commands.ts'
import type { ReadLocale } from '../locales/check-locale.ts'
import { isInherited } from '../source/layered-source.ts'
import type { Report } from '../source/problem.ts'

const texts = ['summary', 'effect', 'done', 'unmet', 'instead'] as const

/** Reports percent signs behind percentages, which are shown with theirs: "10% %". */
export function lintPercents(
  { commands, locales }: { readonly commands: readonly ReadCommand[]; readonly locales: readonly ReadLocale[] },
  report: Report,
): void {
  for (const { command } of commands) {
    const percents = command.parameters.filter(({ type }) => type === 'percent')
    for (const { texts: said } of percents.length === 0 ? [] : locales) {
      for (const key of texts) {
        const path = ['commands', command.path, key]
        const text = said.file.commands[command.path]?.[key] ?? ''
        if (isInherited(said.source, path)) continue
        for (const { name } of percents) {
          if (!new RegExp(`\\{\\s*${name}\\s*\\}\\s*%`, 'u').test(text)) continue
          report(said.source.problemAt(path, `{${name}} is shown as “10%”; leave out the "%" behind it`))
        }
      }
    }
  }
}
