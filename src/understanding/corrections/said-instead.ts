/** "cancel Maria's order, sorry, João's": what follows a slip, read as if it had been said in the place of what it corrects. */
import { type Folded, foldText } from '../text/fold-text.ts'
import type { Language } from '../words/language.ts'
import { isMadeOf, phrasesIn } from '../text/phrases.ts'
import { soleWish } from '../wishes/sole-wish.ts'
import type { AnswerReader } from '../wishes/references.ts'
import type { When } from '../values/when.ts'
import type { Wish } from '../wish.ts'

/** Nobody corrects the end of a longer beginning, in words. */
const maxBeginning = 12
/** What may follow what is corrected, in words. */
const maxEnding = 2
/** A name that others follow is no longer, in words. */
const maxName = 2
/** More words tell something. */
const maxInstead = 6

/**
 * The wish with what is said behind as much of its beginning as keeps most of it; `null` where that is not the same command, or what was
 * said is no value of it.
 * @param head the wish as it was said
 * @param rest what was said instead
 */
export function saidInstead(
  head: Folded,
  wish: Wish,
  rest: string,
  { commands, language }: { readonly commands: AnswerReader; readonly language: Language },
  when: When,
): Wish | null {
  const instead = foldText(rest)
  const isTold =
    isMadeOf(instead.text, language.reasons, language.skipped) ||
    isMadeOf(instead.text, language.trouble, language.filler) ||
    holdsReason(instead, language)
  const words = head.text.split(' ').length
  if (isTold || instead.text.split(' ').length > maxInstead || words > maxBeginning) return null
  const blanks = [...head.text.matchAll(/ /gu)].map(({ index }) => index)
  const best = (attempts: readonly string[], least = 0) =>
    attempts
      .flatMap((said) => {
        const other = soleWish(commands.read(said, when), { source: 'sentence' })
        return other?.command === wish.command && other.refers === undefined
          ? (changed(wish, other, instead.text) ?? [])
          : []
      })
      .filter(({ kept }) => kept >= least)
      .toSorted((one, other) => other.fresh - one.fresh || other.kept - one.kept || one.length - other.length)[0]
      ?.wish ?? null
  const beginnings = blanks.map((at) => ({ at, said: `${head.original.slice(0, head.ends[at - 1])} ${rest}` }))
  const meant = best(beginnings.map(({ said }) => said))
  // "João's" of "cancel Maria's order, sorry, João's" has its order behind it, and "Tom" of "give Ravi 200, sorry, Tom" the 200.
  const isWhose = /['’]s?$/u.test(rest.trim())
  if (meant !== null || !(isWhose || instead.text.split(' ').length <= maxName)) return meant
  const endings = blanks.slice(-maxEnding).map((at) => ({ at, said: head.original.slice(head.starts[at + 1]) }))
  return best(
    beginnings.flatMap(({ at, said }) => endings.flatMap((end) => (end.at > at ? [`${said} ${end.said}`] : []))),
    isWhose ? 0 : 1,
  )
}

function holdsReason({ text }: Folded, { becauseOf }: Language): boolean {
  return phrasesIn(text, becauseOf).length > 0
}

type Changed = {
  readonly wish: Wish
  /** How many of its values are others. */
  readonly fresh: number
  /** How many are the same. */
  readonly kept: number
  /** Of the others, in characters: "joão" is said by less than "the one of joão". */
  readonly length: number
}

/** The values of the second in the place of those of the first; `null` where none is new, or not from what was said. */
function changed(wish: Wish, other: Wish, instead: string): Changed | null {
  const values = Object.entries(other.args)
  const isSame = ([name, value]: [string, string]) => wish.args[name] === value
  const isSaid = ([name, value]: [string, string]) =>
    instead.includes(foldText(other.said?.[name] ?? value).text) && !isSame([name, value])
  const fresh = values.filter(isSaid)
  const isCorrection = fresh.some(([name]) => wish.args[name] !== undefined)
  if (!isCorrection || !values.every((each) => isSame(each) || isSaid(each))) return null
  const said = { ...wish.said, ...other.said }
  const stale = new Set(fresh.map(([name]) => name).filter((name) => other.said?.[name] === undefined))
  const words = Object.fromEntries(Object.entries(said).filter(([name]) => !stale.has(name)))
  const { said: _said, ...kept } = wish
  return {
    wish: {
      ...kept,
      args: { ...wish.args, ...other.args },
      ...(Object.keys(words).length > 0 && { said: words }),
    },
    fresh: fresh.length,
    kept: values.length - fresh.length,
    length: fresh.reduce((sum, [, value]) => sum + value.length, 0),
  }
}
