/** What of a voice note is read back (CCP X.B): the words, the command they were taken for, and each number digit by digit. */
import type { Command, Locale, Parameter } from '../../catalogue/catalogue.ts'
import { rawOf } from '../../envelope/file-reference.ts'
import type { Json, JsonObject } from '../../json.ts'
import type { Draft } from '../session.ts'
import { showArgument } from './describe-command.ts'
import { numberFormat } from './formats.ts'
import { say } from './say.ts'
import { showValue } from './show-value.ts'

/** Parameters of these types are numbers that sound alike. */
const spelled: ReadonlySet<Parameter['type']> = new Set([
  'id',
  'phone',
  'date',
  'month',
  'time',
  'datetime',
  'integer',
  'decimal',
  'ordinal',
  'percent',
  'money',
])

/** The transcripts that a draft comes from; '' for one that was typed. */
export function heardIn({ origin }: Pick<Draft, 'origin'>): string {
  return (origin.heard ?? []).map(({ transcript }) => transcript).join(' / ')
}

/** The lines that a preview of a spoken command has besides; none for one that was typed. */
export function renderHeard(locale: Locale, command: Command, draft: Draft): string[] {
  const transcript = heardIn(draft)
  if (transcript === '') return []
  return [
    say(locale, 'preview_heard', { transcript: showValue(transcript) }),
    say(locale, 'preview_canonical', { command: canonical(command, draft.args) }),
    ...command.parameters.flatMap((parameter) => {
      const value = spelled.has(parameter.type) ? showArgument(locale, parameter, draft.args[parameter.name]) : ''
      const digits = spellDigits(locale, value)
      return digits === '' ? [] : [`${value}: ${digits}`]
    }),
  ]
}

/** "two, zero, four"; a mark inside a number is a word, everything else between digits a pause. '' when there is none. */
export function spellDigits(locale: Locale, shown: string): string {
  const words = say(locale, 'digit_words').split(' ')
  const groups = shown.match(/\d(?:[\d.,\u00A0\u202F]*\d)?/gu) ?? []
  const mark = numberFormat(locale.region)
    .formatToParts(1.5)
    .find(({ type }) => type === 'decimal')?.value
  return groups
    .map((group) =>
      Array.from(group)
        .flatMap((char) => (char === mark ? [say(locale, 'digit_mark')] : (words[Number.parseInt(char, 10)] ?? [])))
        .join(', '),
    )
    .join(' – ')
}

/** The command as it would be typed, without its secrets. */
function canonical(command: Command, args: JsonObject): string {
  const values = command.parameters.flatMap(({ name, kind }) =>
    args[name] === undefined || kind === 'secret' ? [] : [`${name}=${typed(args[name])}`],
  )
  return [command.token, ...values].join(' ')
}

function typed(value: Json): string {
  const text = showValue(rawOf(value))
  return /[\s="]/u.test(text) ? `"${text.replaceAll('"', "'")}"` : text
}
