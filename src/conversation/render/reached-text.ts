import type { Command, Locale } from '../../catalogue/catalogue.ts'
import type { Reached } from '../../execution/run/outcome.ts'
import type { Said } from '../../execution/run/step-failure.ts'
import type { JsonObject } from '../../json.ts'
import { shownArguments, textsOf } from './describe-command.ts'
import { format, say } from './say.ts'
import { showValue } from './show-value.ts'

/** What a service answered: "platform answered 409: cache is being rebuilt". */
export function saidText(locale: Locale, { service, status, message }: Said): string {
  if (status === null) return say(locale, 'service_silent', { service: showValue(service) })
  const params = { service: showValue(service), status: String(status), message: showValue(message) }
  return say(locale, message === '' ? 'service_answered' : 'service_said', params)
}

/** Which steps of a command were done, of which nobody knows, and which were not; nothing of a command that changes in one step alone. */
export function reachedLines(
  locale: Locale,
  command: Command | undefined,
  args: JsonObject,
  steps: Reached | undefined,
): readonly string[] {
  if (steps === undefined || !isOfSeveral(steps)) return []
  const named = (step: string) => stepName(locale, command, args, step)
  return (['done', 'unclear', 'left'] as const)
    .filter((state) => steps[state].length > 0)
    .map((state) => say(locale, `steps_${state}`, { steps: steps[state].map(named).join(', ') }))
}

/** Whether a command changes something in more than one step. */
export function isOfSeveral({ done, unclear, left }: Reached): boolean {
  return done.length + unclear.length + left.length > 1
}

/** As its progress is told in the person's language, or else as its chain calls it. */
function stepName(locale: Locale, command: Command | undefined, args: JsonObject, step: string): string {
  const text = command === undefined ? undefined : textsOf(locale, command).steps?.[step]
  if (command === undefined || text === undefined) return showValue(step)
  return format(locale, text, shownArguments(locale, command, args, text)).replace(/[\s.…]+$/u, '')
}
