/** What stands beside a wish: whether it only tells something, and may be passed over where the person sees that it is. */
import { foldText, isAccentedLetter } from '../text/fold-text.ts'
import type { Language } from '../words/language.ts'
import { endsIn, holdsPhrase, isMadeOf, type Phrases, skipLeading } from '../text/phrases.ts'
import { asksForChange } from '../asks-for-change.ts'
import { type MessageReader, readMessage } from '../read-message.ts'
import type { Reading } from '../reading.ts'
import type { When } from '../values/when.ts'
import { soleWish } from '../wishes/sole-wish.ts'

/** Who says who they are says no more words. */
const maxWordsOfName = 3
/** "the old", of which more words tell something. */
const maxWordsOfThing = 2
/** "thank you so much Bob" */
const maxWordsOfThanks = 5

/** What begins with one of these goes on with what was said before, or waits. */
const goesOn = ['and', 'but', 'or', 'yes', 'drop', 'condition', 'wait'] as const
/** Behind a wish these change it; before it they begin what is told ("no stock, …", "it was late, …"). */
const changes = ['no', 'negation', 'correcting'] as const

/** Said to the bot and not of what is asked for: "I need help". */
const polite: ReadonlySet<Reading['kind']> = new Set(['greeting', 'thanks', 'farewell', 'help'])

/** What asks for nothing, holds no condition, no other time and no number that could be meant; nothing at all is fine. */
export function isOnlyTold(aside: string, where: 'before' | 'behind', reader: MessageReader, when: When): boolean {
  const { words, later, lasting, skipped, becauseOf, reasons, doubting } = reader.language
  const folded = foldText(aside)
  const { text } = folded
  if (text === '') return true
  if ([words.condition, later, doubting].some((each) => holdsPhrase(text, each))) return false
  if (isMadeOf(text, reasons, skipped) || isSaidToBot(aside, reader, when)) return true
  if (/[\d?]/u.test(aside) || (where === 'behind' && belongsToWish(aside, reader.language))) return false
  const at = skipLeading(text, skipped)
  // "É duplicado" does not go on with an "e", and "como no llegó" is no "como no", which agrees.
  const beginsAnew = becauseOf.endsAt(text, 0).length > 0 || isAccentedLetter(folded, 0, text.indexOf(' '))
  const leads = [lasting, ...goesOn.map((key) => words[key])]
  const reading = readMessage(aside, { kind: 'nothing' }, reader, when)
  const { kind } = reading
  return (
    (beginsAnew || [0, at].every((from) => !beginsWith(text, from, leads))) &&
    (kind === 'unknown' || (beginsAnew && kind === 'agreed') || tellsWhatTheyDid(text, reading, reader)) &&
    !beginsWithVerb(text, at, reader)
  )
}

/** "A Beatriz pagou" asks whether she did where it stands alone, and tells so beside what is asked for. */
function tellsWhatTheyDid(text: string, reading: Reading, { language, catalogue }: MessageReader): boolean {
  const look = soleWish(reading)
  if (look === null || asksForChange(reading, { catalogue })) return false
  const at = skipLeading(text, language.article)
  const names = Object.values(look.args).map((name) => foldText(name).text)
  return names.some((name) => {
    const isNamed = name !== '' && text.startsWith(`${name} `, at)
    return isNamed && isMadeOf(text.slice(at + name.length + 1), language.did, language.skipped)
  })
}

/** Behind a wish, what may change it: "not cash", "in dollars", "(Maria)", "the old one", "it broke and ring her". */
function belongsToWish(aside: string, language: Language): boolean {
  const { text } = foldText(aside)
  if (beginsWith(text, 0, [language.becauseOf])) return false
  const at = skipLeading(text, language.skipped)
  const leads = changes.map((key) => language.words[key])
  const isShort = text.split(' ').length <= maxWordsOfThing
  // "It was late" tells, and "it was Maria" corrects.
  const tells = beginsWith(text, 0, [language.telling]) && !/\s\p{Lu}\p{Ll}/u.test(aside)
  return (
    (!tells && [0, at].some((from) => beginsWith(text, from, leads))) ||
    beginsWith(text, 0, [language.qualifying]) ||
    holdsPhrase(text, language.words.and) ||
    /^\p{Lu}\p{L}*$/u.test(aside) ||
    (beginsWith(text, 0, [language.ofThing]) && (isShort || endsIn(text, language.standIn)))
  )
}

function beginsWith(text: string, from: number, phrases: readonly Phrases[]): boolean {
  return phrases.some((each) => each.endsAt(text, from).length > 0)
}

/** A greeting, a thanks, whom it addresses and who it is that writes: nobody needs to see that it is passed over. */
export function isSaidToBot(aside: string, reader: MessageReader, when: When): boolean {
  const { text } = foldText(aside)
  const { thanks, greeting, farewell } = reader.language.words
  if (isMadeOf(text, reader.language.address, reader.language.skipped)) return true
  const isShort = text.split(' ').length <= maxWordsOfThanks && !/\d/u.test(text)
  if (isShort && beginsWith(text, 0, [thanks, greeting, farewell])) return true
  return isIntroduction(aside, reader) || polite.has(readMessage(aside, { kind: 'nothing' }, reader, when).kind)
}

/** "this is Ana" */
function isIntroduction(aside: string, { language }: MessageReader): boolean {
  const { text, original, starts } = foldText(aside)
  const at = skipLeading(text, language.skipped)
  return language.introducing.endsAt(text, at).some((end) => {
    const name = original.slice(starts[end + 1]).trim()
    return end < text.length && /^\p{Lu}[\p{L} .'’-]*$/u.test(name) && name.split(/\s+/u).length <= maxWordsOfName
  })
}

/** Whether it may be why something is asked for. */
export function isReason(aside: string, { language }: MessageReader): boolean {
  return !isMadeOf(foldText(aside).text, language.interjection, language.skipped)
}

/** "add something to it" may ask for what is not understood. */
function beginsWithVerb(text: string, from: number, { commands, catalogue, vocabulary }: MessageReader): boolean {
  const [word = ''] = text.slice(from).split(' ')
  const wishes = vocabulary.asks(word) ? commands.readVerb(word) : []
  return asksForChange({ kind: 'wishes', wishes }, { catalogue })
}
