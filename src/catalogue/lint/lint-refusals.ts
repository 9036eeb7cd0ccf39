import type { Actions } from '../../execution/action.ts'
import type { Catalogue } from '../catalogue.ts'
import type { ReadCommand } from '../commands/check-commands.ts'
import type { ReadLocale } from '../locales/check-locale.ts'
import type { Report } from '../source/problem.ts'

/**
 * Reports commands that may be refused by what only an action knows, and that have no words for it: what the action says goes into
 * the record, and people read `unmet`. The main language is asked for it; that the others have it too is asked elsewhere.
 */
export function lintRefusals(
  {
    commands,
    locales,
    catalogue,
  }: {
    readonly commands: readonly ReadCommand[]
    readonly locales: readonly ReadLocale[]
    readonly catalogue: Pick<Catalogue, 'language'>
  },
  actions: Actions,
  report: Report,
): void {
  const main = locales.find(({ language }) => language === catalogue.language)
  if (main === undefined) return
  const { source, file } = main.texts
  for (const { command } of commands) {
    const refusing = command.chain.find((step) => actions.find(step.actionDomain, step.actionType)?.mayRefuse === true)
    if (refusing === undefined || command.safety === 'read' || file.commands[command.path]?.unmet !== undefined)
      continue
    const message = `"unmet" is missing: ${refusing.actionDomain}/${refusing.actionType} may refuse, and people then read this text`
    report(source.problemAt(['commands', command.path], message, 'key'))
  }
}
