/**
 * "cancela o 217, a cliente desistiu": why something is asked for, said behind a pause and without a "because". It is read as if that
 * stood there, so that it becomes the value of a command that takes a reason, and of none other.
 */
import { isDeepStrictEqual } from 'node:util'
import { foldText, type Folded, pausesIn } from '../text/fold-text.ts'
import type { Language } from '../words/language.ts'
import { afterWord, skipLeading } from '../text/phrases.ts'
import type { Reading } from '../reading.ts'
import type { Wish } from '../wish.ts'
import type { WrittenReader } from '../read-message.ts'
import type { AnswerReader } from './references.ts'
import { wordsAround } from '../sentences/words-around.ts'
import type { When } from '../values/when.ts'
import { soleWish } from './sole-wish.ts'

type Wishes = Extract<Reading, { kind: 'wishes' }>

/** What begins with one of these is said to the bot, or goes on with what was said before. */
const notReasons = [
  'and',
  'but',
  'or',
  'yes',
  'no',
  'negation',
  'drop',
  'correcting',
  'condition',
  'wait',
  'thanks',
  'greeting',
  'farewell',
] as const
/** Behind more pauses nobody gives a reason. */
const maxPauses = 3

/** `null` when the text is no wish with a reason behind a pause. */
export function readReason(folded: Folded, reader: WrittenReader, when: When): Wishes | null {
  const { commands, language } = reader
  if (language.because === '') return null
  const { original, starts, ends } = folded
  for (const at of pausesIn(folded).slice(0, maxPauses)) {
    const wanted = original.slice(0, ends[at - 1])
    const reason = original.slice(starts[at + 1]).replace(/[)\]\s]+$/u, '')
    const reading = commands.read(wanted, when)
    const wish = soleWish(reading, { source: 'sentence' })
    const isReason = mayTellWhy(reason, language) && commands.read(reason, when) === null
    if (reading?.kind !== 'wishes' || wish === null || !isReason) continue
    // What is still to be asked for is in no sentence with a reason.
    const isOpen = Object.keys(wish.args).length === 0 && wish.refers === undefined
    const reasoned = isOpen
      ? withReason(reading, reason, wish, reader)
      : reasonedWish(wanted, reason, wish, reader, when)
    if (reasoned !== null) return reasoned
  }
  return null
}

/** What is asked for with a reason, which was said elsewhere; `null` where the command takes none. */
function reasonedWish(
  wanted: string,
  reason: string,
  wish: Wish,
  { commands, language }: { readonly commands: AnswerReader; readonly language: Language },
  when: When,
): Wishes | null {
  if (language.because === '') return null
  const reading = commands.read(`${wanted} ${language.because} ${reason}`, when)
  const reasoned = soleWish(reading, { source: 'sentence' })
  return reading?.kind === 'wishes' && reasoned !== null && isReasoned(reasoned, wish, reason) ? reading : null
}

/** What is asked for, with a reason that no sentence says with it: "cancel an order, she gave up". `null` where the command takes none, or has one. */
export function withReason(reading: Wishes, reason: string, wish: Wish, reader: WrittenReader): Wishes | null {
  const [name, ...others] = reasonsOf(wish.command, reader).filter((each) => wish.args[each] === undefined)
  if (name === undefined || others.length > 0) return null
  return { ...reading, wishes: [{ ...wish, args: { ...wish.args, [name]: reason } }] }
}

/** The parameters of a command that take what stands behind a "because" in its sentences. */
export function reasonsOf(token: string | undefined, { catalogue, language }: WrittenReader): readonly string[] {
  const command = catalogue.commands.get(token ?? '')
  const locale = catalogue.locales.get(language.code)
  if (command === undefined || locale === undefined) return []
  const around = wordsAround(locale.commands[command.path]?.sentences ?? [], locale.rules)
  const because = foldText(language.because).text
  return command.parameters
    .filter(({ name, type }) => type === 'text' && around.get(name)?.before.has(because) === true)
    .map(({ name }) => name)
}

export function withoutBecause(reason: string, language: Language): string {
  const { text, original, starts } = foldText(reason)
  const [end] = language.becauseOf.endsAt(text, 0)
  return end === undefined || end >= text.length ? reason : original.slice(starts[afterWord(text, end)])
}

/** Words that are not said to the bot, go on with nothing that was said before, and ask nothing. */
export function mayTellWhy(words: string, language: Language): boolean {
  const { text } = foldText(words)
  const from = skipLeading(text, language.skipped)
  return (
    /^[^\d?]+\s[^\d?]+$/u.test(words) &&
    !notReasons.some((key) => [0, from].some((at) => language.words[key].endsAt(text, at).length > 0))
  )
}

/** The same wish, to which the reason has come, and nothing else. */
function isReasoned(reasoned: Wish, { command, args }: Wish, reason: string): boolean {
  const come = Object.entries(reasoned.args).filter(([name]) => args[name] === undefined)
  const isSame = isDeepStrictEqual({ ...reasoned.args, ...args }, reasoned.args)
  return reasoned.command === command && isSame && come.length === 1 && isAlike(come[0]?.[1] ?? '', reason)
}

function isAlike(one: string, other: string): boolean {
  return foldText(one).text === foldText(other).text
}
