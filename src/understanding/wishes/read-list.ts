import type { Catalogue } from '../../catalogue/catalogue.ts'
import { asId } from '../../envelope/as-id.ts'
import type { Language } from '../words/language.ts'
import { type ListedNumber, readListed, readNumberRow } from './listed-numbers.ts'
import type { Wish } from '../wish.ts'
import { isSameWish } from './same-wish.ts'
import { maxWishes } from './split-wishes.ts'
import { isTooLong } from '../text/too-long.ts'

type ReadWish = (part: string) => Wish | null
type Reader = { readonly catalogue: Catalogue; readonly language: Language }

/**
 * The same wish for each of the things that are listed by their numbers: "cancel orders 204 and 205"; `null` when it is no such list.
 * No more of them are read than tell that they are too many, and none behind one that is no such wish: a text of numbers costs no more
 * than a few readings.
 */
export function readList(text: string, read: ReadWish, reader: Reader): readonly Wish[] | null {
  return wishesFor(isTooLong(text) ? [] : readListed(text, reader.language), read, reader.catalogue)
}

/**
 * The same where a blank alone parts some of them, "cancel 204 205 and 207", for a text that means nothing else. Two that ask for something
 * side by side are no list: "refund 204 50".
 */
export function readRow(text: string, read: ReadWish, { catalogue, language }: Reader): readonly Wish[] | null {
  const row = isTooLong(text) ? null : readNumberRow(text, language)
  const wishes = row === null ? null : wishesFor(row.numbers, read, catalogue, 'id')
  return wishes === null || row === null || read(row.pair) !== null ? null : wishes
}

/** @param type what the number has to be, where not every kind of it will do */
function wishesFor(
  [one, ...others]: readonly ListedNumber[],
  read: ReadWish,
  catalogue: Catalogue,
  type?: 'id',
): readonly Wish[] | null {
  const first = one === undefined ? null : read(one.text)
  if (one === undefined || first === null) return null
  const { parameters = [] } = catalogue.commands.get(first.command) ?? {}
  const isListed = (said: string | undefined) => said === one.value || said === asId(one.value)
  const varied = parameters.find(({ name, entity }) => entity !== null && isListed(first.args[name]))
  if (varied === undefined || (type !== undefined && varied.type !== type)) return null
  const isMarked = first.args[varied.name] !== one.value
  const wishes = [first]
  for (const { text: part, value } of others.slice(0, maxWishes)) {
    const wish = read(part)
    const args = { ...first.args, [varied.name]: isMarked ? asId(value) : value }
    if (wish === null || !isSameWish(wish, { ...first, args })) return null
    wishes.push(wish)
  }
  return wishes
}
