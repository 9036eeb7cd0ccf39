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
  const title = shown ?? (same.length === 0 ? textsOf(locale, command).title : draftName(context, draft))
  return say(locale, 'left_aside', { title })
}

/** The command with its values, as far as they are in the words of the person. */
function draftName(context: Context, { command, args, raw, said }: Draft): string {
  const known = Object.fromEntries(Object.entries(args).map(([name, value]) => [name, jsonText(value)]))
  const wish = { command, args: { ...known, ...raw }, ...(said !== undefined && { said }), source: 'sentence' as const }
  return wishNames(context, [{ wish }])
}
