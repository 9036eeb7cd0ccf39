/**
 * "move order 204 to Friday and order 205 too": the same wish for one more thing, where what else is said stands behind the first, so that no
 * verb before the second makes a sentence of it. Alone it would be a look at that one, and the change of it be lost.
 */
import type { Catalogue, Parameter } from '../../catalogue/catalogue.ts'
import { type Folded, foldText } from '../text/fold-text.ts'
import { isQuestion } from '../text/is-question.ts'
import type { Language } from '../words/language.ts'
import { endsIn, holdsPhrase, type Phrases, trimPhrases } from '../text/phrases.ts'
import { isAddedText } from './read-verbless.ts'
import type { Wish } from '../wish.ts'

type Said = {
  readonly text: string
  /** What stands between it and the wish before. */
  readonly gap: string
}
type Reader = {
  /** The one wish that a text is. */
  readonly read: (text: string) => Wish | null
  readonly catalogue: Catalogue
  readonly language: Language
}

/** `null` where the wish before is for no such thing, or more is said of the other one than which it is. */
export function readOneMore({ text, gap }: Said, before: Wish, { read, catalogue, language }: Reader): Wish | null {
  const about = thingOf(before, catalogue)
  const joins = foldText(gap).text
  const folded = foldText(text)
  const isMore = endsIn(folded.text, language.also) || holdsPhrase(joins, language.also)
  if (about === null || before.args[about.name] === undefined || isQuestion(text)) return null
  if (!isMore && !holdsPhrase(joins, language.words.and)) return null
  const said = without(folded, language.aroundAlso)
  const looked = lookedAt(read(without(folded, language.also)), about, catalogue)
  if (looked !== null) return isSame(looked, said) ? withThing(before, about, looked, catalogue) : null
  const isNumber = isMore && about.type === 'id' && /^\d+$/u.test(said)
  return isNumber ? withThing(before, about, said, catalogue) : null
}

/** Whether nothing but the thing is said: "show order 205" has a verb of its own. */
function isSame(value: string, said: string): boolean {
  return foldText(value).text === foldText(said).text
}

/** The thing that a change is of, whichever one it is. */
function thingOf({ command: token }: Wish, { commands }: Catalogue): Parameter | null {
  const command = commands.get(token)
  if (command === undefined || command.safety === 'read') return null
  return command.parameters.find(({ name, entity }) => name === command.intent.target && entity !== null) ?? null
}

/** Which one is looked at, where it is of that kind and nothing else is said. */
function lookedAt(wish: Wish | null, { entity }: Parameter, { commands }: Catalogue): string | null {
  const command = commands.get(wish?.command ?? '')
  const [[name, value] = [], ...others] = Object.entries(wish?.args ?? {})
  if (command?.safety !== 'read' || name === undefined || value === undefined || others.length > 0) return null
  const isOfKind = command.parameters.some((each) => each.name === name && each.entity === entity)
  return isOfKind ? value : null
}

/** The wish for another thing, without the reason, and without what was said of the one before to find it. */
function withThing(wish: Wish, { name }: Parameter, value: string, { commands }: Catalogue): Wish {
  const { command, args, source, said = {} } = wish
  const added = commands.get(command)?.parameters.filter(isAddedText) ?? []
  const isShared = (each: string) => each !== name && added.every((text) => text.name !== each)
  const shared = <Value>(values: Readonly<Record<string, Value>>) =>
    Object.fromEntries(Object.entries(values).filter(([each]) => isShared(each)))
  const words = shared(said)
  return {
    command,
    args: { ...shared(args), [name]: value },
    source,
    ...(Object.keys(words).length > 0 && { said: words }),
  }
}

/** What is left between words of a list, as it was written; '' where nothing is. */
function without({ text, original, starts, ends }: Folded, around: Phrases): string {
  const kept = trimPhrases(text, around)
  return kept === null ? '' : original.slice(starts[kept.from], ends[kept.to - 1])
}
