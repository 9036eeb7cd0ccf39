/** "Ok, 50 then", "bueno, 200 mil", "tá bom, 200", right after something was refused for being too much: another value of the same. */
import { readExactValue } from '../bare-value.ts'
import type { OpenText } from '../open-text.ts'
import type { ValueCorrection } from '../correction-reading.ts'
import { foldText } from '../text/fold-text.ts'
import { isDigits } from '../text/is-digits.ts'
import { skipLeading } from '../text/phrases.ts'
import { readChanged } from './named-value.ts'

export function readAnotherTry({
  folded,
  expectation,
  reader: { catalogue, language },
  when,
}: OpenText): ValueCorrection | null {
  if (expectation.kind !== 'nothing' || expectation.refused === undefined) return null
  const { command, value: wanted } = expectation.refused
  const { text, original, starts } = folded
  const at = skipLeading(text, language.beforeChange)
  const rest = foldText(at < text.length ? original.slice(starts[at]) : original)
  const exact = readExactValue(rest, wanted, language, when, language.aroundExact)
  if (exact === null) return readChanged(rest, { values: [wanted] }, language, when)
  const { value: correction, said = correction } = exact
  const { parameters = [] } = catalogue.commands.get(command) ?? {}
  // "No, 205" may be another order.
  const isThing =
    isDigits(said) && parameters.some(({ type, entity }) => type === 'id' && !language.unnumbered.has(entity ?? ''))
  return {
    kind: 'correction',
    correction,
    said,
    as: wanted.type,
    ...(isThing && { or: [{ correction: said, as: 'id' as const }] }),
  }
}
