import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Language } from './language.ts'
import { readListed } from './listed-numbers.ts'
import type { Wish } from './reading.ts'
import { isSameWish } from './same-wish.ts'
import { maxWishes } from './split-wishes.ts'
import { isTooLong } from './too-long.ts'

/**
 * The same wish for each of the things that are listed by their numbers: "cancel orders 204 and 205"; `null` when it is no such list.
 * No more of them are read than tell that they are too many, and none behind one that is no such wish: a text of numbers costs no more
 * than a few readings.
 */
export function readList(
  text: string,
  read: (part: string) => Wish | null,
  { catalogue, language }: { readonly catalogue: Catalogue; readonly language: Language },
): readonly Wish[] | null {
  const [one, ...others] = isTooLong(text) ? [] : readListed(text, language)
  const first = one === undefined ? null : read(one.text)
  if (one === undefined || first === null) return null
  const { parameters = [] } = catalogue.commands.get(first.command) ?? {}
  const varied = parameters.find(({ name, entity }) => entity !== null && first.args[name] === one.value)
  if (varied === undefined) return null
  const wishes = [first]
  for (const { text: part, value } of others.slice(0, maxWishes)) {
    const wish = read(part)
    if (wish === null || !isSameWish(wish, { ...first, args: { ...first.args, [varied.name]: value } })) return null
    wishes.push(wish)
  }
  return wishes
}
