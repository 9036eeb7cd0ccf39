import type { CommandRecord } from '../lookup.ts'
import type { Context } from '../scene.ts'
import { summarise } from './describe-command.ts'

/** The one line that names a stored command; its token where there is no such command any more. */
export function summaryOf(
  { catalogue, locale }: Pick<Context, 'catalogue' | 'locale'>,
  { name, args, facts }: Pick<CommandRecord, 'name' | 'args' | 'facts'>,
): string {
  const command = catalogue.commands.get(name)
  return command === undefined ? name : summarise(locale, command, args, facts)
}
