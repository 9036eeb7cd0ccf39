import { mayAskFor } from '../../../access/may.ts'
import type { Person } from '../../../access/person.ts'
import type { Catalogue } from '../../../catalogue/catalogue.ts'
import { localeOf } from '../../../conversation/render/locale-of.ts'
import { summarise, textsOf } from '../../../conversation/render/describe-command.ts'
import type { JsonObject } from '../../../json.ts'

/** A command as the ledger keeps it. */
export type KeptCommand = {
  /** Its token; '' when it is none. */
  readonly command: string
  readonly args: JsonObject
  readonly facts: JsonObject
  /** The id of what it is about; '' for none. */
  readonly target?: string
}

/**
 * A kept command as this person reads it: "Refund R$10.00 of order 205". Who may not ask for it themselves is told its title and
 * target alone; what the catalogue holds no longer, or was erased, is told as far as it is known.
 */
export function commandInWords(
  catalogue: Pick<Catalogue, 'commands' | 'locales' | 'language' | 'roles'>,
  person: Person,
  { command: token, args, facts, target = '' }: KeptCommand,
): string {
  const command = catalogue.commands.get(token)
  if (command === undefined) return [token, target].filter((part) => part !== '').join(' ')
  const locale = localeOf(catalogue, person)
  const isWhole = command.parameters.every(({ name, required }) => !required || args[name] !== undefined)
  if (isWhole && mayAskFor({ person, scope: command.scope, roles: catalogue.roles }))
    return summarise(locale, command, args, facts)
  const { title } = textsOf(locale, command)
  return target === '' ? title : `${title} (${target})`
}
