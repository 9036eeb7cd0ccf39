import type { Command, Locale } from '../../catalogue/catalogue.ts'
import type { JsonObject } from '../../json.ts'
import { isNumber } from '../../understanding/values/is-number.ts'
import { calledArguments, shownArguments, textsOf } from '../render/describe-command.ts'
import { format, unfilledIn } from '../render/say.ts'
import type { Ask, Askable } from '../things/resolve-arguments.ts'
import type { Context } from '../scene.ts'

/**
 * What the command is about, in the words of its entity or as it was said; `null` when it is what is asked for, or when people know it by
 * its id. A number of which nothing says what it is would tell nobody anything: the title of the command stands for it.
 */
export function nameOfTarget(
  { locale }: Context,
  command: Command,
  { draft, facts = {}, parameter: asked }: Ask<Askable>,
): string | null {
  const target = command.parameters.find(({ name }) => name === command.intent.target)
  if (target === undefined) return null
  const { name, entity, type } = target
  const called = calledArguments(locale, command, draft.args, facts, '')[name] ?? null
  if (entity !== null && locale.entities[entity]?.named !== undefined && facts[entity] !== undefined) return called
  if (name === asked.name || draft.args[name] === undefined || (entity !== null && type === 'id')) return null
  const named = calledByArguments(locale, command, draft.args)
  return named ?? (entity === null && (type === 'id' || isNumber(type)) ? textsOf(locale, command).title : called)
}

/** What is not there yet, called as it will be: "Memo (+5511988887777)", who is to be added. */
function calledByArguments(locale: Locale, command: Command, args: JsonObject): string | null {
  const { target } = command.intent
  const given = Object.entries(shownArguments(locale, command, args, '')).filter(([name]) => args[name] !== undefined)
  const names = command.facts.flatMap(({ entity, parameter }) =>
    parameter === target ? (locale.entities[entity]?.named ?? []) : [],
  )
  const named = names.find((text) => unfilledIn(locale, text, Object.fromEntries(given)).length === 0)
  return named === undefined ? null : format(locale, named, Object.fromEntries(given))
}
