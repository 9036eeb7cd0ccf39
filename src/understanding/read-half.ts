import { foldText } from './text/fold-text.ts'
import type { Half, Reading } from './reading.ts'
import type { WrittenReader } from './read-message.ts'
import { readToday } from './wishes/read-today.ts'
import { wordBorders } from './wishes/split-wishes.ts'
import { isTooLong } from './text/too-long.ts'
import type { When } from './values/when.ts'

/** More words that may part two wishes are not tried. */
const maxBorders = 4

/**
 * "Cancel 204 and let Maria know": the one of two wishes that can be read. Neither is done: what was not understood may change what the
 * other one means. `null` where nothing can be read by itself.
 */
export function readHalf(text: string, reader: WrittenReader, when: When): Half | null {
  if (isTooLong(text)) return null
  const borders = wordBorders(foldText(text), reader.language.words.and)
  if (borders.length > maxBorders) return null
  const read = (part: string) => reader.commands.read(part, when) ?? readToday(foldText(part), reader, when)
  const halves = borders.flatMap(({ from, to }) => {
    const [before, behind] = [bare(text.slice(0, from)), bare(text.slice(to))]
    if (!isSaid(before) || !isSaid(behind)) return []
    const [first, last] = [read(before), read(behind)]
    if (first === null && last !== null) return [halfOf(last, behind, before)]
    return first !== null && last === null ? [halfOf(first, before, behind)] : []
  })
  // As much as can be understood.
  const [half] = halves
    .filter((each) => each !== null)
    .toSorted((one, other) => other.understood.length - one.understood.length)
  return half ?? null
}

function halfOf(reading: Reading, understood: string, missed: string): Half | null {
  if (reading.kind !== 'wishes' || reading.denied !== undefined) return null
  return { understood, missed, commands: reading.wishes.map(({ command }) => command) }
}

/** Without the marks between the two. */
function bare(part: string): string {
  return part.replaceAll(/^[\s,;.]+|[\s,;.]+$/gu, '')
}

/** A number, or one name, belongs to what is asked for before it. */
function isSaid(part: string): boolean {
  return /\p{L}\S*\s+\S*[\p{L}\p{N}]/u.test(part)
}
