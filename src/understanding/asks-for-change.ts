import type { WrittenReader } from './read-message.ts'
import type { Reading } from './reading.ts'

/** Whether a reading asks for a command that does more than look. */
export function asksForChange(reading: Reading | null, { catalogue }: Pick<WrittenReader, 'catalogue'>): boolean {
  if (reading?.kind !== 'wishes') return false
  return reading.wishes.some(({ command }) => catalogue.commands.get(command)?.safety !== 'read')
}
