import type { Command } from '../../catalogue/catalogue.ts'
import { meantParameter } from './question-text.ts'
import { textsOf } from '../render/describe-command.ts'
import { say } from '../render/say.ts'
import type { Context } from '../scene.ts'
import type { Question } from '../session.ts'

/**
 * What was asked about a command and will not be answered any more; `null` when it is the same command, asked for anew, or when it
 * was still asked which one is meant.
 */
export function leftAside(
  { catalogue, locale }: Context,
  { draft, parameter }: Question,
  next: readonly Command[],
): string | null {
  const command = catalogue.commands.get(draft.command)
  if (command === undefined || parameter === meantParameter || next.includes(command)) return null
  return say(locale, 'left_aside', { title: textsOf(locale, command).title })
}
