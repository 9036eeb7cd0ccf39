import type { Command, Locale, Parameter } from '../../catalogue/catalogue.ts'
import { foldText } from '../../understanding/text/fold-text.ts'
import { compilePhrases, holdsPhrase, phrasesIn, trimPhrases } from '../../understanding/text/phrases.ts'
import { isClockType } from '../../understanding/values/clock-values.ts'
import type { Draft } from '../session.ts'

/** "Maria tomorrow": the name, '' when there is none, and the words of time in it; `null` when it holds none. */
export function timeBehindName(
  { words }: Locale,
  said: string,
): { readonly name: string; readonly time: string } | null {
  const { text, original, starts, ends } = foldText(said)
  const [first] = phrasesIn(text, compilePhrases(words['later'] ?? []))
  if (first === undefined) return null
  const between = compilePhrases(['whose', 'lasting'].flatMap((key) => words[key] ?? []))
  const kept = trimPhrases(text.slice(0, first.from).trim(), between)
  const name = kept === null ? '' : original.slice(0, ends[kept.to - 1])
  return { name, time: original.slice(starts[first.from]).trim() }
}

/**
 * The draft with the words of time, "helena next week", where a day or a moment is still missing: those say when, and are asked about
 * if they are none. `null` where the command takes no time, or has it.
 */
export function withTimeOfName(locale: Locale, command: Command, draft: Draft, { name }: Parameter): Draft | null {
  const found = timeBehindName(locale, draft.raw[name] ?? '')
  const [missing, ...others] = command.parameters.filter(
    (each) => each.required && isClockType(each.type) && !Object.hasOwn({ ...draft.raw, ...draft.args }, each.name),
  )
  if (found === null || found.name === '' || missing === undefined || others.length > 0) return null
  // "Helena tomorrow and Pedro": what else is asked for is not to be lost.
  const joins = compilePhrases(['and', 'but', 'or'].flatMap((key) => locale.words[key] ?? []))
  if (holdsPhrase(foldText(found.time).text, joins)) return null
  return { ...draft, raw: { ...draft.raw, [name]: found.name, [missing.name]: found.time } }
}
