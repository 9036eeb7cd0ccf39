/**
 * The same wish in another spelling of its text, where that says it better. Four things are better: more values; other days of the same
 * month; what is shortened is no end of a name; a time is that of the day which a name had taken.
 */
import type { Catalogue, Parameter } from '../../catalogue/catalogue.ts'
import type { Reading } from '../reading.ts'
import { foldText } from '../text/fold-text.ts'
import { phrasesIn } from '../text/phrases.ts'
import type { SpellOut } from '../text/spell-out.ts'
import type { Wish } from '../wish.ts'
import type { Language } from '../words/language.ts'
import { holdsOrdinalDay } from '../words/shared-month.ts'
import { soleWish } from './sole-wish.ts'

/**
 * "Book room 3 for Tom from 4 to 6 January", "anotá 10 mil de pocho x transfe": the same wish with more of its values, or with less of one,
 * where a name or another free text took what is shortened for its own; `null` when there is none.
 * @param inDays the text with what its days share said of each of them
 */
export function readFuller(
  { text, wish, inDays }: { readonly text: string; readonly wish: Wish; readonly inDays: readonly string[] },
  read: (words: string) => Reading,
  {
    catalogue,
    language,
    spellOut,
  }: { readonly catalogue: Catalogue; readonly language: Language; readonly spellOut: SpellOut },
): Reading | null {
  const days = inDays.flatMap(readSame)
  const found =
    days.find(({ same }) => saysMore(same, wish)) ??
    (holdsOrdinalDay(text) ? days.find(({ same }) => saysOtherDays(same, wish)) : undefined) ??
    spellOut(text)
      .flatMap(readSame)
      .find(({ words, same }) => isFreed(same, wish, catalogue, holdsReason(words)))
  return found?.reading ?? null

  /** What the words say, where that is the same command alone. */
  function readSame(words: string) {
    const reading = read(words)
    const same = soleWish(reading, { despiteDenied: true })
    return same?.command === wish.command ? [{ words, reading, same }] : []
  }

  /** "Cuz it broke": what stands behind a reason's own word is no end of a name. */
  function holdsReason(words: string): boolean {
    return reasonsIn(words, language) > reasonsIn(text, language)
  }
}

function reasonsIn(text: string, { becauseOf }: Language): number {
  return phrasesIn(foldText(text).text, becauseOf).length
}

/** Whether a value is the beginning or the end of another, in whole words. */
function isPart(value: string | undefined, whole: string): boolean {
  return value !== undefined && (` ${whole}`.endsWith(` ${value}`) || `${whole} `.startsWith(`${value} `))
}

/**
 * Whether it has less of the values of the wish, and none besides that any words could be: "x mayor" may be the end of a name.
 * @param isReasoned a word for a reason has been spelled out: what it leads to may be any words
 */
function isFreed(same: Wish, wish: Wish, { commands }: Catalogue, isReasoned: boolean): boolean {
  const { command, args } = wish
  const kept = Object.entries(args).filter(([name]) => !isFreedDay(name, wish, same))
  const found = Object.keys(same.args).filter((name) => args[name] === undefined)
  const { parameters = [] } = commands.get(command) ?? {}
  const isShortened = ({ name }: Parameter) => kept.some(([each]) => each === name) && args[name] !== same.args[name]
  const isFree = ({ name, type, entity, required }: Parameter) =>
    found.includes(name) && (entity !== null || (type === 'text' && (required || !isReasoned)))
  return (
    kept.every(([name, value]) => isPart(same.args[name], value)) &&
    parameters.some(isShortened) &&
    parameters.filter(isShortened).every(({ entity }) => entity !== null) &&
    !parameters.some(isFree)
  )
}

/** "Hj às 10h": whether a time has become that of the day which a name had taken. */
function isFreedDay(name: string, { args, said }: Wish, same: Wish): boolean {
  const words = said?.[name]
  return (
    words !== undefined &&
    isDay(args[name]) &&
    isDay(same.args[name]) &&
    same.said?.[name]?.endsWith(` ${words}`) === true
  )
}

/** Whether it is this wish but for its days. */
function saysOtherDays(same: Wish, { args }: Wish): boolean {
  const names = Object.keys(args)
  if (Object.keys(same.args).length !== names.length) return false
  return names.every((name) => same.args[name] === args[name] || (isDay(same.args[name]) && isDay(args[name])))
}

/** Whether it is a day, or a moment. */
function isDay(value: string | undefined): boolean {
  return /^\d{4}-\d\d-\d\d/u.test(value ?? '')
}

/** Whether it has all of the values of the wish, and others besides. */
function saysMore(same: Wish, { args }: Wish): boolean {
  const names = Object.keys(args)
  return names.every((name) => same.args[name] !== undefined) && Object.keys(same.args).length > names.length
}
