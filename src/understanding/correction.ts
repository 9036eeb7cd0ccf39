import { readAnswer } from './answers.ts'
import { readExactValue, stripFiller } from './bare-value.ts'
import { readControlWord } from './control-words.ts'
import { type Folded, foldText, isPause } from './fold-text.ts'
import type { Language } from './language.ts'
import { afterWord, isMadeOf, skipLeading, trimPhrases } from './phrases.ts'
import type { CommandReader } from './read-commands.ts'
import type { Reading } from './reading.ts'
import type { WantedValue } from './values/wanted-value.ts'
import type { When } from './values/when.ts'

const maxCorrectionLength = 80

/** What a correction may be when nothing is known of what it corrects. */
const numbers: readonly WantedValue[] = [{ type: 'id' }, { type: 'decimal' }]

/**
 * "no, 205", "no 205", "no, I meant order 205": what the person says instead. After a pause or "I meant" anything short
 * is a correction, else only a number or a value of one of the `wanted` kinds is ("no way" is not understood). A command
 * after "no," is that command; without the pause it is a command that is not wanted, the safer reading of "no cancel order
 * 204".
 */
export function readCorrection(
  folded: Folded,
  commands: CommandReader,
  language: Language,
  wanted: readonly WantedValue[],
  when: When,
): Reading | null {
  const at = skipLeading(folded.text, language.skipped)
  for (const end of language.words.no.endsAt(folded.text, at)) {
    const from = afterWord(folded.text, end)
    if (from >= folded.text.length) continue
    const gap = folded.original.slice(folded.ends[end - 1], folded.starts[from])
    const found = readRest(foldText(folded.original.slice(folded.starts[from])), isPause(gap))
    if (found !== null) return found
  }
  return null

  function readRest(rest: Folded, paused: boolean): Reading | null {
    const control = readControlWord(rest, language)
    if (control === 'no' || control === 'drop') return { kind: 'no', correction: null }
    if (isMadeOf(rest.text, language.words.negation, language.skipped)) return { kind: 'no', correction: null }
    if (control !== null || readAnswer(rest, { kind: 'nothing' }, language) !== null) return null
    const led = (trimPhrases(rest.text, language.filler)?.from ?? 0) > skipLeading(rest.text, language.skipped)
    const asked = commands.read(rest.original, when)
    // What it is that is not wanted cannot be told of several.
    if (asked?.kind === 'ambiguous' && !paused && !led) return null
    if (asked !== null) return asked.kind === 'wishes' && !paused && !led ? negated(asked) : asked
    for (const each of [...wanted, ...numbers]) {
      const found = readExactValue(rest, each, language, when)
      if (found === null) continue
      const { value: correction, ...said } = found
      return { kind: 'no', correction, ...said }
    }
    const correction = stripFiller(rest, language)
    return (paused || led) && correction.length <= maxCorrectionLength ? { kind: 'no', correction } : null
  }
}

function negated(asked: Extract<Reading, { kind: 'wishes' }>): Reading | null {
  const [wish] = asked.wishes
  return wish === undefined ? null : { kind: 'negated', wish }
}
