import type { Command } from '../../catalogue/catalogue.ts'
import { isKnownById } from '../../catalogue/known-by-id.ts'
import { jsonText } from '../../json.ts'
import { keepsSaid } from './keeps-said.ts'
import { meantParameter } from '../questions/question-text.ts'
import { textsOf } from '../render/describe-command.ts'
import { say } from '../render/say.ts'
import { wishNames } from './wish-names.ts'
import type { Context } from '../scene.ts'
import type { Draft, Question } from '../session.ts'
import type { Because } from '../things/resolve-one.ts'

/**
 * What was asked about a command and will not be answered any more; `null` when what is asked for now may only go on with it, or when it
 * was still asked which one is meant.
 */
export function leftAside(
  context: Context,
  question: Question,
  next: readonly Draft[],
  because: Because | null = null,
): string | null {
  const { catalogue, locale } = context
  const { draft, parameter } = question
  const command = catalogue.commands.get(draft.command)
  if (command === undefined || parameter === meantParameter) return null
  const same = next.filter((each) => each.command === draft.command)
  if (same.some((each) => keepsSaid(command, question, each, because))) return null
  const shown = question.kind === 'choice' ? question.replaces : undefined
  // Beside the same command only its values tell which one is meant.
  const title = shown ?? (same.length === 0 ? textsOf(locale, command).title : draftName(context, command, question))
  return say(locale, 'left_aside', { title })
}

/** The command with its values, as far as they are in the words of the person, or known by their ids. */
function draftName(context: Context, command: Command, { draft, about }: Question): string {
  const { args, raw, said, chosen } = draft
  const { target } = command.intent
  const hidden = command.parameters.filter(
    ({ entity }) => entity !== null && !isKnownById(context.locale.entities[entity]),
  )
  const ids = Object.fromEntries(Object.entries(args).map(([name, value]) => [name, jsonText(value)]))
  const named = hidden.flatMap(({ name }) => {
    const words = raw[name] === ids[name] ? undefined : raw[name]
    const listed = name === chosen?.parameter ? chosen.from.find(({ id }) => id === raw[name])?.label : undefined
    const called = listed ?? words ?? (name === target ? about : undefined)
    return called === undefined ? [] : [[name, called] as const]
  })
  const names = Object.fromEntries(named)
  const nameless = hidden.map(({ name }) => name).filter((name) => !Object.hasOwn(names, name))
  const values = Object.fromEntries(Object.entries({ ...ids, ...raw }).filter(([name]) => !nameless.includes(name)))
  const wish = {
    command: command.token,
    args: values,
    names,
    ...(said !== undefined && { said }),
    source: 'sentence' as const,
  }
  return wishNames(context, [{ wish }])
}
