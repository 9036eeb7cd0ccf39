/**
 * "cancela o da Maria e o do João", "cancel the order of Maria and the one of João": the same wish for the ones of several people. A single name
 * would take all of it, for one that holds an "and" is none the less a name ("Souza e Filhos"); behind "and the one of" there is another.
 */
import { isDeepStrictEqual } from 'node:util'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import { type Folded, foldText } from '../text/fold-text.ts'
import type { Language } from '../words/language.ts'
import { isWordStart } from '../text/match-literal.ts'
import { afterWord } from '../text/phrases.ts'
import { placeOfName, type Range } from '../text/place-of-name.ts'
import type { Wish } from '../wish.ts'
import { maxWishes } from './split-wishes.ts'

/**
 * The wishes, one more than can wait where they are too many; `null` where the name is one name, or not all of it is such a wish.
 * @param read the one wish that a text is
 */
export function readOnesOf(
  text: string,
  wish: Wish,
  read: (part: string) => Wish | null,
  { catalogue, language }: { readonly catalogue: Catalogue; readonly language: Language },
): readonly Wish[] | null {
  const { parameters = [] } = catalogue.commands.get(wish.command) ?? {}
  const folded = foldText(text)
  for (const { name, entity } of parameters) {
    const named = entity === null ? null : placeOfName(wish.args[name] ?? '', folded)
    const names = named === null ? [] : namesIn(folded, named, language)
    const wishes = named === null || names.length < 2 ? null : wishesFor(names, { folded, named, wish, name, read })
    if (wishes !== null) return wishes
  }
  return null
}

/** The names that "and the one of", or the same behind a comma, parts from each other, as they were written. */
function namesIn(folded: Folded, named: Range, language: Language): readonly string[] {
  const names: string[] = []
  let { from } = named
  for (let at = from + 1; at < named.to; at++) {
    const next = isWordStart(folded.text, at) ? nextName(folded, at, language) : null
    if (next === null || next >= named.to) continue
    names.push(between(folded, { from, to: at - 1 }))
    from = next
    at = next
  }
  return [...names, between(folded, { from, to: named.to })]
}

/** Where a name begins behind the words at this place that say that it is of another one; `null` where they do not. */
function nextName({ text, original, starts, ends }: Folded, at: number, language: Language): number | null {
  const [joined] = language.words.and.endsAt(text, at)
  if (joined === undefined && !/[,;\n]/u.test(original.slice(ends[at - 2], starts[at]))) return null
  const from = joined === undefined ? at : afterWord(text, joined)
  for (const article of language.article.endsAt(text, from)) {
    const titled = afterWord(text, article)
    const [one] = language.standIn.endsAt(text, titled)
    const [of] = language.words.whose.endsAt(text, one === undefined ? titled : afterWord(text, one))
    if (of !== undefined) return afterWord(text, of)
  }
  return null
}

function between({ original, starts, ends }: Folded, { from, to }: Range): string {
  return original.slice(starts[from], ends[to - 1])
}

/** The wish for each of the names; `null` when one of them is another wish. */
function wishesFor(
  names: readonly string[],
  {
    folded: { original, starts, ends },
    named,
    wish,
    name,
    read,
  }: {
    readonly folded: Folded
    readonly named: Range
    readonly wish: Wish
    readonly name: string
    readonly read: (part: string) => Wish | null
  },
): readonly Wish[] | null {
  const before = original.slice(0, starts[named.from])
  const behind = original.slice(ends[named.to - 1])
  const isOne = (one: Wish | null, each: string): one is Wish => {
    const value = one?.args[name]
    return one?.command === wish.command && value !== undefined && each.includes(value)
  }
  const wishes: Wish[] = []
  for (const each of names.slice(0, maxWishes + 1)) {
    // "that of Maria on Friday and that of João on Monday": each has a day of its own.
    const own = each === names.at(-1) ? null : read(`${before}${each}`)
    if (isOne(own, each) && isDeepStrictEqual(valuesOf(own), valuesOf(wish))) {
      wishes.push(own)
      continue
    }
    const one = read(`${before}${each}${behind}`)
    if (!isOne(one, each) || !isDeepStrictEqual({ ...one.args, [name]: '' }, { ...wish.args, [name]: '' })) return null
    wishes.push(one)
  }
  return wishes
}

/** Which values were said. */
function valuesOf({ args }: Wish): readonly string[] {
  return Object.keys(args).toSorted()
}
