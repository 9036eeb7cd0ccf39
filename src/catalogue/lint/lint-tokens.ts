import type { ReadCommand } from '../commands/check-commands.ts'
import type { Report } from '../source/problem.ts'

/** Reports tokens that differ from an earlier one in one letter only: typed by hand, one is soon the other. */
export function lintTokens(commands: readonly ReadCommand[], report: Report): void {
  for (const [index, { source, command }] of commands.entries()) {
    const near = commands.slice(0, index).find((other) => isNear(other.command.token, command.token))
    if (near === undefined) continue
    // What comes with Sayso keeps its name.
    const [mended, other] = command.isInherited === true ? [near, { source, command }] : [{ source, command }, near]
    const { file, line, column } = other.source.problemAt(['token'], '')
    const message = `${mended.command.token} differs from ${other.command.token} (${file}:${line}:${column}) in one letter only; choose a name that cannot be mistyped for it`
    report(mended.source.problemAt(['token'], message))
  }
}

/** One letter more, less or another one, or two neighbours that changed places. */
function isNear(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (long.length - short.length > 1) return false
  const from = Array.from(short).findIndex((letter, at) => letter !== long[at])
  if (from < 0) return true
  if (short.length < long.length) return short.slice(from) === long.slice(from + 1)
  const swapped = short[from] === long[from + 1] && short[from + 1] === long[from]
  return short.slice(from + 1) === long.slice(from + 1) || (swapped && short.slice(from + 2) === long.slice(from + 2))
}
