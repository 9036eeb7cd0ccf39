import { isDeepStrictEqual } from 'node:util'
import type { Catalogue, Command, Parameter } from '../../catalogue/catalogue.ts'
import { foldText } from '../text/fold-text.ts'
import { isDigits } from '../text/is-digits.ts'
import { behindArticle } from './behind-article.ts'
import type { Language } from '../words/language.ts'
import type { Told } from './read-negated.ts'
import type { SentenceTable } from '../sentences/sentence-table.ts'
import type { Part } from './split-wishes.ts'
import type { Wish } from '../wish.ts'

/** More words before its first value are no verb that could count for another thing as well. */
const maxLeadWords = 8

type Reader = {
  /** The one wish that a text is. */
  readonly read: (text: string) => Part<Wish> | null
  readonly sentences: SentenceTable
  readonly commands: Catalogue['commands']
  readonly language: Language
}

/**
 * "order 205" after "cancel order 204": the same wish for another thing, though alone it would be a look at it. What
 * else is said there must be of the same kind, and the thing the same as alone, so that no other verb is swallowed: neither into the
 * name of a thing nor into a text ("order 204 was shipped?" after "note on 205: call first").
 * @param own what the text asks for alone
 */
export function readVerbless(
  text: string,
  before: Pick<Told, 'wish' | 'text'>,
  own: Wish | null,
  { read, sentences, commands, language }: Reader,
): (Part<Wish> & Pick<Told, 'text'>) | null {
  const command = commands.get(before.wish.command)
  const about = command?.parameters.find(({ name }) => name === command.intent.target)
  if (command === undefined || command.safety === 'read' || about === undefined) return null
  if (own !== null && commands.get(own.command)?.safety !== 'read') return null
  const bare = behindArticle(text, language)
  const inFulls = leadsOf(before.text, sentences).flatMap((lead) => [text, ...bare].map((said) => `${lead} ${said}`))
  for (const inFull of inFulls) {
    const found = read(inFull)
    const thing = found?.value.args[about.name]
    if (found?.value.command !== before.wish.command || thing === undefined) continue
    const isAlike = isDeepStrictEqual(namesOf(found.value, command), namesOf(before.wish, command))
    const isSame =
      own === null
        ? isWrittenId(about, thing, text)
        : isDeepStrictEqual(Object.values(own.args), [thing]) && !hasText(found.value, command)
    if (isAlike && isSame) return { ...found, text: inFull }
  }
  return null
}

/** Whether a text tells why, or what else nobody has to say: it is not that of another thing. */
export function isAddedText({ type, entity, required }: Parameter): boolean {
  return type === 'text' && entity === null && !required
}

function hasText({ args }: Wish, { parameters }: Command): boolean {
  return parameters.some(
    ({ name, type, entity, required }) => type === 'text' && entity === null && required && args[name] !== undefined,
  )
}

/** What is said of a thing, but for what is not that of another. */
function namesOf({ args }: Wish, { parameters }: Command): readonly string[] {
  const added = parameters.filter(isAddedText)
  return Object.keys(args)
    .filter((name) => added.every((text) => text.name !== name))
    .toSorted()
}

/** The beginnings of a sentence before the first of its values, the longest first: "cancel the order", "cancel the", "cancel". */
function leadsOf(text: string, sentences: SentenceTable): readonly string[] {
  const folded = foldText(text)
  const [first] = sentences.read(folded)[0]?.slots ?? []
  if (first === undefined) return []
  const words = text.slice(0, folded.starts[first.from]).trim().split(/\s+/u)
  return words.length > maxLeadWords ? [] : words.map((_word, at) => words.slice(0, words.length - at).join(' '))
}

/** Whether an id stands in the text in digits: in words, "five" may be the rest of "two hundred and five". */
function isWrittenId({ type }: Parameter, id: string, text: string): boolean {
  return type === 'id' && isDigits(id) && text.includes(id)
}
