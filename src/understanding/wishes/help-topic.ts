import { type Folded, originalBetween } from '../text/fold-text.ts'
import type { Language } from '../words/language.ts'
import { afterWord, isMadeOf, skipLeading } from '../text/phrases.ts'
import type { CommandReader } from './read-commands.ts'
import type { Reading } from '../reading.ts'
import type { SentenceReading } from '../sentences/sentence-reading.ts'
import type { When } from '../values/when.ts'

/** More words, or a longer text, are a wish that was not understood rather than the name of something. */
const maxWords = 4
/** The same where somebody asks how something is done. */
const maxWordsOfHowTo = 8
const maxLength = 60

/**
 * What help is asked about: "orders" of "help orders", "ajuda CANCEL_ORDER", "cancel an order" of "how do I cancel an order?";
 * `null` when the text asks for none.
 */
export function readHelpTopic(folded: Folded, language: Language): string | null {
  const from = skipLeading(folded.text, language.skipped)
  const { help, how_to: howTo, no } = language.words
  const end = help.endsAt(folded.text, from).find((each) => !folded.text.slice(from, each).includes(' '))
  if (end !== undefined) return topicAfter(folded, end, maxWords)
  const [asked] = howTo.endsAt(folded.text, from)
  // "Cómo no" is no question.
  const isNoTopic =
    asked !== undefined && isMadeOf(folded.text.slice(afterWord(folded.text, asked)), no, language.skipped)
  return asked === undefined || isNoTopic ? null : topicAfter(folded, asked, maxWordsOfHowTo)
}

/** The same with the commands that it asks for: nothing is called "somebody", but adding somebody is a command. */
export function readHelp(
  folded: Folded,
  commands: Pick<CommandReader, 'read'>,
  language: Language,
  when: When,
): Reading | null {
  const helpAbout = readHelpTopic(folded, language)
  if (helpAbout === null) return null
  const asked = commands.read(helpAbout, when)
  const near = asked?.kind === 'wishes' ? asked.wishes.map(({ command }) => command) : []
  return { kind: 'unknown', helpAbout, ...(near.length > 0 && { near }) }
}

/** "help orders", where a sentence begins with whose they are: nobody is called "help". */
export function takesHelpForName({ slots: [first] }: SentenceReading, folded: Folded, language: Language): boolean {
  const from = skipLeading(folded.text, language.skipped)
  if (first?.wildcard !== true || first.from > from || first.to <= from) return false
  return readHelpTopic(folded, language) !== null
}

function topicAfter(folded: Folded, end: number, most: number): string | null {
  const { text } = folded
  const at = afterWord(text, end)
  const topic = originalBetween(folded, at, text.length).replace(/[\s.,!?;:…]+$/u, '')
  return topic === '' || topic.length > maxLength || text.slice(at).split(' ').length > most ? null : topic
}
