/**
 * "cancela o pedido da Maria e do João": a name may hold an "and" ("Souza e Filhos"), and only who looks things up can tell whether it is one
 * name or several. Here is what it would be parted into.
 */
import { type Folded, foldText } from '../text/fold-text.ts'
import type { Language } from '../words/language.ts'
import { afterWord, skipLeading } from '../text/phrases.ts'
import { placeOfName } from '../text/place-of-name.ts'
import type { SentenceReading } from '../sentences/sentence-reading.ts'
import type { Wish } from '../wish.ts'

/** By parameter: the names in its name; `null` where no name of the sentence may be several. What stands in quotes is one. */
export function joinedNames(
  { command, slots }: SentenceReading,
  folded: Folded,
  language: Language,
): NonNullable<Wish['joined']> | null {
  const isEntity = (name: string) =>
    command.parameters.some((parameter) => parameter.name === name && parameter.entity !== null)
  const joined = slots.flatMap(({ name, value, wildcard }): (readonly [string, readonly string[]])[] => {
    const names = wildcard && isEntity(name) && placeOfName(value, folded) !== null ? namesIn(value, language) : []
    return names.length > 1 ? [[name, names]] : []
  })
  return joined.length === 0 ? null : Object.fromEntries(joined)
}

/** "Maria's and João", "Maria, Ana e do João": each name without what says that something is theirs; none where one of them is no name. */
function namesIn(value: string, { words, article }: Language): readonly string[] {
  const { text, original, starts, ends } = foldText(value)
  const names: string[] = []
  let from = 0
  for (let at = 0; at < text.length; at = text.indexOf(' ', at) + 1 || text.length) {
    const [to] = words.and.endsAt(text, at)
    if (to === undefined || at <= from) continue
    names.push(...original.slice(starts[from], ends[at - 2]).split(/[,;]/u))
    from = afterWord(text, to)
  }
  names.push(...original.slice(starts[from]).split(/[,;]/u))
  const bare = names.map((name) => name.trim().replace(/['’]s$/u, ''))
  return bare.every((name) => /^\p{L}/u.test(name)) ? bare.map(withoutWhose) : []

  /** "do João", "of João", "the one of João". */
  function withoutWhose(name: string): string {
    const said = foldText(name)
    const at = skipLeading(said.text, words.whose, skipLeading(said.text, article))
    return at >= said.text.length ? name : said.original.slice(said.starts[at])
  }
}
