import { isDeepStrictEqual } from 'node:util'
import type { Catalogue, Locale } from '../catalogue/catalogue.ts'
import { localeFor, mainLocale } from '../catalogue/locale-for.ts'
import { foldText } from './text/fold-text.ts'
import { createMessageReader } from './create-message-reader.ts'
import { endsIn, phrasesIn } from './text/phrases.ts'
import { withLeftOut } from './corrections/named-left-out.ts'
import { readAside } from './told/read-aside.ts'
import { readForgotten } from './corrections/leave-out.ts'
import { readHalf } from './read-half.ts'
import { readForeign, readForeignAnswer } from './read-foreign.ts'
import { type MessageReader, readMessage, readMistyped } from './read-message.ts'
import type { Expectation } from './expectation.ts'
import type { Reading } from './reading.ts'
import type { Wish } from './wish.ts'
import { readToldValue } from './told/read-told-value.ts'
import { readValueAndBeside, withOtherwise } from './answers/read-value-and-beside.ts'
import { readValueAndName } from './answers/read-value-and-name.ts'
import { withRegret } from './corrections/regret.ts'
import { isShortenedTo } from './wishes/same-wish.ts'
import { speaksAgainst } from './answers/speaks-against.ts'
import { isTooLong } from './text/too-long.ts'
import { homeCurrencyOf } from './values/currencies.ts'
import { groupMarkOf } from './values/decimal.ts'
import { regionFor } from './values/region-for.ts'
import { countriesOf } from './values/speaker-country.ts'
import type { When } from './values/when.ts'
import { soleWish } from './wishes/sole-wish.ts'

/** Reads what people write: pure, no clock, no I/O, and never throws, whatever the text holds. */
export type Understanding = {
  /**
   * What a message means to the bot, given what it waits for. A language without a locale is read as its nearest
   * relative ("pt" as "pt-BR"), else as the main one: as the bot answers in it. `when` is when and where it was said, for "tomorrow
   * at 8". The reading is what was said, not whether it counts: whether a transcript or a forwarded message may confirm anything
   * is for the conversation to decide. What means nothing in that language is read in the others, and only then with its typos
   * mended.
   */
  readonly read: Read
  /** The same in that language alone. */
  readonly readIn: Read
}

type Read = (text: string, expectation: Expectation, language: string, when: When) => Reading

/**
 * Compiles the main language at once and every other language when it is first spoken, and once more where it is first spoken by somebody whose
 * country writes numbers or sums otherwise: a start must not wait for what nobody may say, and
 * loading the catalogue has found what is broken in any of them.
 * @throws UserError `catalogue_invalid` when a sentence of it is broken.
 */
export function createUnderstanding({ catalogue }: { readonly catalogue: Catalogue }): Understanding {
  const readers = new Map<string, MessageReader>()
  readerOf(mainLocale(catalogue), catalogue.language, undefined)
  return {
    readIn: (text, expectation, language, said) => {
      const locale = localeFor(catalogue, language)
      const when = ofSpeaker(locale, language, said)
      const reader = readerOf(locale, language, when.country)
      const reading = readWhole(text, expectation, reader, when)
      if (reading.kind !== 'unknown') return reading
      return (
        readMistyped(text, expectation, reader, when) ??
        asideOf(text, expectation, reader, when) ??
        withHints(text, reading, reader, when)
      )
    },
    read: (text, expectation, language, said) => {
      const locale = localeFor(catalogue, language)
      const when = ofSpeaker(locale, language, said)
      const own = readerOf(locale, language, when.country)
      const reading = readWhole(text, expectation, own, when)
      const languages = {
        own,
        others: () =>
          [...catalogue.locales.values()]
            .filter((other) => other !== locale)
            .map((other) => readerOf(other, other.language, when.country)),
      }
      const isTold = reading.kind === 'free-correction' && reading.told !== undefined
      const answer =
        reading.kind === 'unknown' || isTold
          ? (regretIn(text, expectation, languages.others()) ??
            readForeign(text, expectation, languages, when) ??
            readMistyped(text, expectation, own, when) ??
            asideOf(text, expectation, own, when) ??
            foreignAsideOf(text, expectation, languages.others(), when) ??
            markAgainst(
              text,
              expectation,
              reading.kind === 'unknown' ? withHints(text, reading, own, when) : reading,
              languages,
            ))
          : (readForeignAnswer(text, expectation, reading, languages, when) ?? reading)
      return withLeftOut(text, expectation, answer, own, when)
    },
  }

  function readerOf(locale: Locale, language: string, country: string | undefined): MessageReader {
    const region = regionFor(locale.region, { language, country })
    const own = new Intl.Locale(locale.region)
    const [theirs] = countriesOf(own.language, { language, country })
    // In the United States "$" is theirs, in whatever way Spanish is written, and in Brazil it is that of whoever speaks English at home.
    const home = theirs === undefined ? (homeCurrencyOf(country) ?? homeCurrencyOf(own.region)) : homeCurrencyOf(theirs)
    const key = [locale.language, groupMarkOf(region), home].join(' ')
    const known = readers.get(key)
    if (known !== undefined) return known
    const made = createMessageReader(catalogue, locale, { region, home })
    readers.set(key, made)
    return made
  }
}

/**
 * Whoever names a country with their language ("en-GB") is of it, where their number is of none that speaks it. The name of a locale
 * ("pt-BR") says nothing of them: there is no other to choose.
 */
function ofSpeaker(locale: Locale, language: string, when: When): When {
  if (language === locale.language) return when
  const [country] = countriesOf(new Intl.Locale(locale.region).language, { language, country: when.country })
  return country === undefined ? when : { ...when, country }
}

function readWhole(text: string, expectation: Expectation, reader: MessageReader, when: When): Reading {
  const reading = withoutSwallowed(text, readMessage(text, expectation, reader, when), expectation, reader, when)
  return withRegret(text, reading, expectation, reader.language)
}

/** What somebody regrets in another language. */
function regretIn(text: string, expectation: Expectation, others: readonly MessageReader[]): Reading | null {
  const [reading] = others
    .map(({ language }) => withRegret(text, { kind: 'unknown' }, expectation, language))
    .filter(({ kind }) => kind !== 'unknown')
  return reading ?? null
}

/** "Hj as 20h": both in shortened words; `null` where they are not both even so. */
function readSpelledAndBeside(
  text: string,
  expectation: Extract<Expectation, { kind: 'value' }>,
  reader: MessageReader,
  when: When,
): Reading | null {
  const spelled = isTooLong(text) ? [] : reader.spellOut(text)
  return (
    spelled.map((words) => readValueAndBeside(words, expectation, reader, when)).find((both) => both !== null) ?? null
  )
}

/** "book Ana with Dr. Eva, she has a fever": nobody is called "Dr. Eva, she has a fever", and "20, it was late" is a sum. */
function withoutSwallowed(
  text: string,
  reading: Reading,
  expectation: Expectation,
  reader: MessageReader,
  when: When,
): Reading {
  if (expectation.kind === 'value' && reading.kind === 'value')
    return (
      readValueAndBeside(text, expectation, reader, when) ??
      readToldValue(text, expectation, reader, when) ??
      readValueAndName(text, expectation, reader, when) ??
      (reading.said === undefined ? readSpelledAndBeside(text, expectation, reader, when) : null) ??
      withOtherwise(text, reading, expectation, reader, when)
    )
  const wish = soleWish(reading, { despiteDenied: true })
  if (wish === null) return reading
  const { parameters = [] } = reader.catalogue.commands.get(wish.command) ?? {}
  const names = parameters.filter(({ entity }) => entity !== null).map(({ name }) => name)
  const { reasons, becauseOf } = reader.language
  const holdsReason = (said: string) => phrasesIn(foldText(said).text, becauseOf).some(({ from }) => from > 0)
  // "A Maria ligou, quer cancelar o pedido dela": no pause parts a name from what it does.
  const mayHoldMore = (name: string) =>
    /[,;(]\s/u.test(name) ||
    /^[,;]\s/u.test(behind(name, text)) ||
    endsIn(foldText(name).text, reasons) ||
    holdsReason(name)
  const said = names.map((name) => wish.args[name] ?? '')
  // "… de Maria xq llegó roto"
  const whole = said.some(mayHoldMore) ? text : reader.spellOut(text).find(holdsReason)
  if (whole === undefined || said.every((name) => name === '')) return reading
  const parted = asideOf(whole, expectation, reader, when)
  const isTold =
    parted?.kind === 'wishes' &&
    tellsMore(parted, wish) &&
    isShortenedTo(parted.wishes, wish, names) &&
    !names.some((name) => beginsInside(wish.args[name] ?? '', parted.aside ?? '', text))
  return isTold ? parted : reading
}

/** "show Maria" of "show Maria, João's orders": what holds the words before a name is a wish for the first of several. */
function beginsInside(name: string, told: string, text: string): boolean {
  const at = text.indexOf(name)
  return at > 0 && at < told.length && text.startsWith(told)
}

/** One word behind a comma is a name as well ("Souza, Maria"), and so is any word with a capital. */
function tellsMore({ wishes: [parted], aside }: Extract<Reading, { kind: 'wishes' }>, { args }: Wish): boolean {
  // What was told has become the reason where the command takes one.
  const reason = Object.entries(parted?.args ?? {}).find(([name]) => args[name] === undefined)?.[1]
  const told = aside ?? reason
  if (told !== undefined) return /\s/u.test(told)
  return Object.entries(args).every(([name, value]) => !/\p{Lu}/u.test(value.replace(parted?.args[name] ?? value, '')))
}

function behind(name: string, text: string): string {
  const at = name === '' ? -1 : text.indexOf(name)
  return at < 0 ? '' : text.slice(at + name.length)
}

/** What is told beside a name that is awaited may be a part of it, and beside options or a text anything. */
function asideOf(text: string, expectation: Expectation, reader: MessageReader, when: When): Reading | null {
  const isFree = isOpenToAll(expectation) || expectation.kind === 'confirmation'
  if (!isFree) return null
  const read = (words: string) => readAside(words, expectation, reader, when)
  return (
    read(text) ??
    (isTooLong(text)
      ? null
      : (reader
          .spellOut(text)
          .map(read)
          .find((reading) => reading !== null) ?? null))
  )
}

/** Nothing is awaited, or only a number of a menu, which whoever asks in words has left. */
function isOpenToAll(expectation: Expectation): boolean {
  if (expectation.kind === 'choice') return expectation.values?.length === 0
  return expectation.kind === 'nothing'
}

/** The same in another language, exactly as it is written; `null` where several make something else of it. */
function foreignAsideOf(
  text: string,
  expectation: Expectation,
  others: readonly MessageReader[],
  when: When,
): Reading | null {
  if (!isOpenToAll(expectation)) return null
  const [first, ...rest] = others
    .map((reader) => readAside(text, expectation, reader, when, { isForeign: true }))
    .filter((reading) => reading !== null)
  return first !== undefined && rest.every((reading) => isDeepStrictEqual(reading, first)) ? first : null
}

/** What is not understood may still say that what is previewed is not what is wanted. */
function markAgainst(
  text: string,
  { kind }: Expectation,
  reading: Reading,
  { own, others }: { readonly own: MessageReader; readonly others: () => readonly MessageReader[] },
): Reading {
  const mayBeAgainst = reading.kind === 'unknown' || (reading.kind === 'free-correction' && reading.told !== undefined)
  // What is sure of that is not said anew by a word of another language.
  const isMarked = reading.kind === 'unknown' && reading.against !== undefined
  if (kind !== 'confirmation' || !mayBeAgainst || isMarked) return reading
  const against = speaksAgainst(
    text,
    own.language,
    others().map(({ language }) => language),
  )
  if (against === null) return reading
  return reading.kind === 'unknown' ? { ...reading, against } : { ...reading, told: against }
}

/** What came to nothing, with what it may be about. */
function withHints(
  text: string,
  reading: Extract<Reading, { kind: 'unknown' }>,
  reader: MessageReader,
  when: When,
): Reading {
  const { addBareNames, readDeniedVerb, readOneMoreOf, catalogue, language } = reader
  const folded = isTooLong(text) ? null : foldText(text)
  const denies = folded === null ? [] : readDeniedVerb(folded)
  if (denies.length > 0) return { ...reading, denies }
  const leavesOut = folded === null ? null : readForgotten(folded, language)
  if (leavesOut === null) {
    const half = readHalf(text, reader, when)
    const oneMoreOf = folded === null ? [] : readOneMoreOf(folded)
    return {
      ...addBareNames(text, reading, when),
      ...(half !== null && { half }),
      ...(oneMoreOf.length > 0 && { oneMoreOf }),
    }
  }
  const hinted = addBareNames(text, reading, when)
  // "Esquece o Rui" drops what is about Rui; nobody is forgotten for good by a word that drops things, unless it names the command.
  if (catalogue.commands.has(/^\p{L}+/u.exec(folded?.text ?? '')?.[0]?.toUpperCase() ?? ''))
    return { ...hinted, leavesOut }
  const { called: _called, ...unnamed } = hinted
  return { ...unnamed, leavesOut }
}
