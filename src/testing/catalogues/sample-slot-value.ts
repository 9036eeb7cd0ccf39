import type { Command, Locale } from '../../catalogue/catalogue.ts'
import { isNameSlot, parameterOf } from '../../understanding/sentences/parse-sentence.ts'

/** What a person may say for a slot of a shipped command, so that it is read as nothing else. */
export function sampleSlotValue(slot: string, command: Command, locale: Locale): string {
  const name = parameterOf(slot)
  const parameter = command.parameters.find((each) => each.name === name)
  const choices = parameter?.schema['enum']
  const [choice] = Array.isArray(choices) ? choices.map(String) : []
  if (choice !== undefined) return locale.words[choice]?.[0] ?? choice
  if (parameter?.entity === 'file' || name === 'to' || name === 'path') return isNameSlot(slot) ? 'notes.txt' : 'r2.txt'
  if (isNameSlot(slot)) return 'Maria Souza'
  if (parameter?.entity === 'time-zone') return 'America/Lima'
  if (parameter?.entity?.startsWith('person') === true || parameter?.type === 'phone') return '+5511990000001'
  if (name === 'name') return 'Xyz'
  if (name === 'ref') return 'K7Q2M'
  if (name === 'code') return 'AB-12'
  if (parameter?.type === 'month') return '2026-10'
  if (parameter?.type === 'date') return '2026-11-22'
  if (parameter?.type === 'decimal' || parameter?.type === 'money')
    return new Intl.NumberFormat(locale.region).format(12.5)
  return parameter?.type === 'text' ? 'xyz' : '204'
}
