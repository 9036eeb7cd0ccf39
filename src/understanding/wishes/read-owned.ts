/**
 * "cancel order 204 of Maria Souza", "cancel order 204 (Maria)": a thing by its id and by whose it is. What is read is the id; the name is kept beside it, for the
 * conversation to see that it fits.
 */
import type { Catalogue } from '../../catalogue/catalogue.ts'
import { type Folded, foldText } from '../text/fold-text.ts'
import type { Language } from '../words/language.ts'
import { afterWord } from '../text/phrases.ts'
import type { Reading } from '../reading.ts'
import type { Wish } from '../wish.ts'
import type { CommandReader } from './read-commands.ts'
import { parseAmountWords } from '../values/number-words.ts'
import type { When } from '../values/when.ts'

type Wishes = Extract<Reading, { kind: 'wishes' }>

/** Longer ones are no name. */
const maxNameWords = 4
/** So many numbers with a name behind them are tried: each costs a whole reading. */
const maxTries = 3

/** `null` when it is not one wish for a thing by its number, and behind the number whose it is. */
export function readOwned(
  folded: Folded,
  {
    commands,
    catalogue,
    language,
  }: { readonly commands: CommandReader; readonly catalogue: Catalogue; readonly language: Language },
  when: When,
): Wishes | null {
  const { text, original, starts, ends } = folded
  let tries = 0
  for (const { 0: number, index } of text.matchAll(/(?<![^ ])\d+(?= )/gu)) {
    const behind = index + number.length
    const isNoted = /^\s*\(/u.test(original.slice(ends[behind - 1], starts[behind + 1]))
    const end = isNoted ? behind : language.words.whose.endsAt(text, behind + 1)[0]
    if (end === undefined || end >= text.length) continue
    const from = afterWord(text, end)
    const to = endOfName(text, from, language)
    if (isNoted && !/^\s*\)\P{L}*$/u.test(original.slice(ends[to - 1]))) continue
    const name = text.slice(from, to)
    // "From the list" is nobody's name.
    const isName =
      name.split(' ').length <= maxNameWords &&
      !/\d/u.test(name) &&
      name.split(' ').every((word) => parseAmountWords([word], language.code) === null) &&
      language.article.endsAt(text, from).length === 0
    if (!isName) continue
    if (++tries > maxTries) return null
    const rest = isNoted ? '' : original.slice(ends[to - 1])
    const reading = commands.read(`${original.slice(0, ends[behind - 1])}${rest}`, when)
    if (reading?.kind !== 'wishes' || reading.denied !== undefined) continue
    const [wish, ...others] = reading.wishes
    const parameter = wish === undefined ? undefined : parameterOf(catalogue, wish, number)
    if (wish === undefined || parameter === undefined || others.length > 0) continue
    const whose = { [parameter]: original.slice(starts[from], ends[to - 1]) }
    return { ...reading, wishes: [{ ...wish, whose }] }
  }
  return null
}

/** "of Maria because she gave up": a reason is no part of a name. */
function endOfName(text: string, from: number, { because }: Language): number {
  const at = because === '' ? -1 : text.indexOf(` ${foldText(because).text} `, from)
  return at === -1 ? text.length : at
}

/** The parameter whose thing has this number. */
function parameterOf({ commands }: Catalogue, { command, args }: Wish, number: string): string | undefined {
  const parameters = commands.get(command)?.parameters ?? []
  return parameters.find(({ name, entity }) => entity !== null && args[name] === number)?.name
}
