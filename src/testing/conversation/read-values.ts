import { foldText } from '../../understanding/text/fold-text.ts'
import { isWordStart } from '../../understanding/text/match-literal.ts'
import { settleValue, valueReader } from '../../understanding/values/read-values.ts'
import type { ValueLanguage } from '../../understanding/values/value-language.ts'
import type { WantedValue } from '../../understanding/values/wanted-value.ts'
import type { When } from '../../understanding/values/when.ts'

/** A value and where in the text it was written. */
type FoundValue = { readonly value: string; readonly start: number; readonly end: number }

/** The values that begin at a place of a text as it was written, longest first, each as what it is. */
export function readValues(
  text: string,
  from: number,
  wanted: WantedValue,
  language: ValueLanguage,
  when: When,
): readonly FoundValue[] {
  const folded = foldText(text)
  const at = folded.starts.findIndex((start, index) => start >= from && folded.text[index] !== ' ')
  if (at < 0 || !isWordStart(folded.text, at)) return []
  const found = valueReader(wanted, language)(folded, at).map(({ end, value }) => ({
    value: settleValue(wanted, value, language, when),
    start: folded.starts[at] ?? 0,
    end: folded.ends[end - 1] ?? text.length,
  }))
  return found.toSorted((one, other) => other.end - one.end)
}
