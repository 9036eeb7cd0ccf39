import type { Command, Locale } from '../../catalogue/catalogue.ts'
import type { JsonObject } from '../../json.ts'
import type { Draft } from '../session.ts'
import { callArgument } from './describe-command.ts'
import { say } from './say.ts'
import { showValue } from './show-value.ts'

/** What was said beside what it was taken for, things as their entity says: whoever meant something else sees it here. */
export function readBack(
  locale: Locale,
  command: Command,
  { said = {}, args }: Draft,
  found: JsonObject,
): readonly string[] {
  return command.parameters.flatMap((parameter) => {
    const words = said[parameter.name]
    const value = callArgument(locale, command, parameter, { args, found })
    return words === undefined || value === ''
      ? []
      : [say(locale, 'preview_said', { said: showValue(words), value: withoutStop(value) })]
  })
}

/** Values may end as sentences do: "10:00 a. m." */
export function withoutStop(text: string): string {
  return text.replace(/\.$/u, '')
}
