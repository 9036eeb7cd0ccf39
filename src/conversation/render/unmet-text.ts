import type { Command } from '../../catalogue/catalogue.ts'
import { factPlaceholder } from '../../catalogue/fact-placeholder.ts'
import { type Prospect, wouldSucceed } from '../../catalogue/commands/succeeds-if.ts'
import { isJsonObject, jsonText } from '../../json.ts'
import type { Context } from '../scene.ts'
import { calledArguments, selects, textsOf } from './describe-command.ts'
import { shownColumns } from './show-columns.ts'
import { format } from './say.ts'

/**
 * Why the world lets it not succeed, in the command's own words; `null` when it has none. They see what was found, by entity and column
 * (`{order_refundable}`), where that is what it would fail for; what failed for something else found another world than was shown.
 */
export function unmetText(context: Context, command: Command, prospect: Prospect): string | null {
  const { locale } = context
  const { unmet } = textsOf(locale, command)
  if (unmet === undefined) return null
  const found = wouldSucceed(command, prospect) ? {} : foundColumns(context, unmet, prospect)
  return format(locale, unmet, { ...found, ...calledArguments(locale, command, prospect.args, prospect.facts, unmet) })
}

/** The columns of what was found, as people read them; what a text selects over, and has words for, as it is. */
function foundColumns(context: Context, text: string, { facts }: Prospect): Record<string, string> {
  const columns = Object.entries(facts).flatMap(([entity, row]) => {
    if (!isJsonObject(row)) return []
    return Object.entries(shownColumns(context, entity, row)).map(([column, shown]) => {
      const name = factPlaceholder(entity, column)
      const value = jsonText(row[column] ?? null)
      return [name, selects(text, name, value) ? value : shown] as const
    })
  })
  return Object.fromEntries(columns)
}
