/**
 * "João collected the order and paid 390": of whom the second is said stands in the first alone, which begins with it. Read as one, the name
 * would go on up to the last verb, and what was asked for first be lost.
 */
import type { Catalogue } from '../../catalogue/catalogue.ts'
import { foldText, isPause } from '../text/fold-text.ts'
import type { Language } from '../words/language.ts'
import { holdsPhrase, trimPhrases } from '../text/phrases.ts'
import type { Told } from './read-negated.ts'
import type { SentenceReading } from '../sentences/sentence-reading.ts'
import type { SentenceTable } from '../sentences/sentence-table.ts'
import type { Part } from './split-wishes.ts'
import type { Wish } from '../wish.ts'

type Reader = {
  /** The one wish that a text is. */
  readonly read: (text: string) => Part<Wish> | null
  readonly sentences: SentenceTable
  readonly commands: Catalogue['commands']
  readonly language: Language
}

/** `null` where the wish before does not begin with a thing, or the text is nothing that is said of it. */
export function readBySubject(
  { text, gap }: { readonly text: string; readonly gap: string },
  before: Pick<Told, 'wish' | 'text'>,
  { read, sentences, commands, language }: Reader,
): (Part<Wish> & Pick<Told, 'text'>) | null {
  if (!isPause(gap) && !holdsPhrase(foldText(gap).text, language.words.and)) return null
  const folded = foldText(before.text)
  const [first] = sentences.read(folded)
  const subject = first === undefined ? null : subjectOf(first, folded.text, language)
  if (subject === null) return null
  const inFull = `${folded.original.slice(0, folded.ends[subject.to - 1])} ${text}`
  const found = read(inFull)
  const { parameters = [] } = commands.get(found?.value.command ?? '') ?? {}
  const isOfIt = parameters.some(
    ({ name, entity }) => entity === subject.entity && found?.value.args[name] === before.wish.args[subject.name],
  )
  return found === null || !isOfIt ? null : { ...found, text: inFull }
}

/** The thing that a sentence begins with; `null` where it begins with anything else. */
export function subjectOf({ command, slots: [slot] }: SentenceReading, text: string, { article }: Language) {
  const parameter = command.parameters.find(({ name }) => name === slot?.name)
  if (slot === undefined || parameter === undefined || parameter.entity === null) return null
  const lead = text.slice(0, slot.from).trim()
  return lead === '' || trimPhrases(lead, article) === null ? { ...slot, entity: parameter.entity } : null
}
