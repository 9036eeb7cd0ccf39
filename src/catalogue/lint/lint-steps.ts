import type { Actions } from '../../execution/action.ts'
import type { ReadCommand } from '../commands/check-commands.ts'
import type { ReadLocale } from '../locales/check-locale.ts'
import { messagePlaceholders } from '../locales/message-placeholders.ts'
import type { Report } from '../source/problem.ts'

/**
 * Reports steps that their actions can do and hardly mean, and texts that tell a column of a last step which may be done without giving
 * a row: people would read a hole in what they take for done.
 */
export function lintSteps(
  { commands, locales }: { readonly commands: readonly ReadCommand[]; readonly locales: readonly ReadLocale[] },
  actions: Actions,
  report: Report,
): void {
  for (const { source, command } of commands) {
    for (const [index, { actionDomain, actionType, actionMeta }] of command.chain.entries()) {
      const advised = actions.find(actionDomain, actionType)?.advise?.(actionMeta) ?? []
      for (const { path, place, message } of advised)
        report(source.problemAt(['steps', index, 'actionMeta', ...path], message, place))
    }
    const last = command.chain.at(-1)
    if (last === undefined || !actions.find(last.actionDomain, last.actionType)?.mayGiveNoRow?.(last.actionMeta))
      continue
    for (const { texts } of locales) {
      const column = columnWithoutCount(texts.file.commands[command.path]?.done ?? '')
      if (column === null) continue
      const message = `{${column}} is empty when the last step of ${command.token} gives no row, which its expectRows allows; say expectRows: 1 there, or {count, plural, =0 {…} other {… {${column}} …}} here`
      report(texts.source.problemAt(['commands', command.path, 'done'], message))
    }
  }
}

/** A column that a text tells without asking how many rows there are. */
function columnWithoutCount(text: string): string | null {
  const placeholders = messagePlaceholders(text)
  if (placeholders.kind === 'broken' || placeholders.names.has('count')) return null
  return [...placeholders.names].find((name) => name.startsWith('out_') && name !== 'out_more') ?? null
}
