import type { Catalogue, Locale } from '../../catalogue/catalogue.ts'
import { isWrittenAsToken, readExplicitToken } from './explicit-token.ts'
import { settleFirstDays } from './first-days.ts'
import { type Folded, foldText } from '../text/fold-text.ts'
import { takesHelpForName } from './help-topic.ts'
import type { Language } from '../words/language.ts'
import { ofSameDay } from './of-same-day.ts'
import { partChoice } from './part-choice.ts'
import { createDayParter } from './part-days.ts'
import { isMadeOf, skipLeading, trimPhrases } from '../text/phrases.ts'
import { readBySubject } from './read-by-subject.ts'
import { readList, readRow } from './read-list.ts'
import { readOneMore } from './read-one-more.ts'
import { readOnesOf } from './read-ones-of.ts'
import { readDayPairs, readPairs } from './read-pairs.ts'
import { readVerbless } from './read-verbless.ts'
import { rewordAmounts } from '../words/reword-amounts.ts'
import { createNegationReader, type Told } from './read-negated.ts'
import type { Reading } from '../reading.ts'
import type { Wish } from '../wish.ts'
import { joinedNames } from './joined-names.ts'
import { endsInReason, lastText, saidBehindNames } from './sentence-ends.ts'
import type { SentenceReading } from '../sentences/sentence-reading.ts'
import { createSentenceTable } from '../sentences/sentence-table.ts'
import { isSameWish } from './same-wish.ts'
import { maxWishes, type Part, splitWishes } from './split-wishes.ts'
import { asId } from '../../envelope/as-id.ts'
import { isDigits } from '../text/is-digits.ts'
import { isTooLong, maxSentenceLength } from '../text/too-long.ts'
import { readTypedValue } from './typed-value.ts'
import { mustReadBack } from '../values/must-read-back.ts'
import { isStatedQuestion } from './stated-question.ts'
import { settleValue } from '../values/read-values.ts'
import { wantedOf } from '../values/wanted-value.ts'
import type { When } from '../values/when.ts'

/** What a text asks for, or asks not to do; `null` when it asks for nothing. */
export type CommandReading = Extract<
  Reading,
  { kind: 'wishes' | 'ambiguous' | 'negated' | 'conditional' | 'too-many' | 'invalid-token' }
>

/** A longer message holds one explicit token at most, in characters. */
const maxSplitLength = 4_000

/** Reads commands in one language: explicit tokens, sentences, several of them, negated ones. */
export type CommandReader = {
  readonly read: (text: string, when: When) => CommandReading | null
  /** The same where the text begins with an explicit token; anything else is `null`. */
  readonly readTokens: (text: string, when: When) => CommandReading | null
}

/**
 * Compiles the sentences of a locale.
 * @throws UserError `catalogue_invalid` when a sentence is broken.
 */
export function createCommandReader(catalogue: Catalogue, locale: Locale, language: Language): CommandReader {
  const sentences = createSentenceTable(catalogue.commands.values(), locale, language)
  const joins = { and: language.words.and, however: language.however, also: language.also }
  const partDays = createDayParter(locale, language)
  const readNegated = createNegationReader(catalogue, language, { readWishes, readOnly, toldAfter, onesOf, saidUpTo })
  return {
    read: (text, when) => readNegated(text, when) ?? readWishes(text, when),
    readTokens: (text, when) => {
      const token = readToken(text, when)
      if (token === null) return null
      const hasArgs = 'source' in token && Object.keys(token.args).length > 0
      const isMeant = 'source' in token ? !hasArgs || isWrittenAsToken(withoutLead(text)) : token.command !== null
      return isMeant ? readWishes(text, when) : null
    },
  }

  function readWishes(text: string, when: When): CommandReading | null {
    const readIt = (part: string) => readOnly(part, when)?.value ?? null
    const listed = readList(text, readIt, { catalogue, language })
    const asList = (wishes = listed) => {
      if (wishes === null) return null
      return wishes.length > maxWishes
        ? ({ kind: 'too-many', most: maxWishes } as const)
        : ({ kind: 'wishes', wishes: ofSameDay(wishes, { catalogue, language }, when) } as const)
    }
    const asPairs = ([one, ...others]: readonly Wish[]) =>
      one === undefined || others.length > 0 ? null : asList(readPairs(text, one, readIt, { catalogue, language }))
    const parts = text.length > maxSplitLength ? null : splitWishes<Told>(text, joins, toldAfter(when))
    if (parts !== null) {
      const told = parts.map(({ wish }) => wish)
      // "cancel order 204 and order 205" is two of the first rather than a look at the second.
      return asList() ?? asPairs(told) ?? asList(parts.flatMap((part) => onesOf(part, when)))
    }
    const alone = readPart(text, when)?.value ?? []
    const isSwallowed = alone.every(({ args }) => Object.values(args).some((value) => /\d,#?\d/u.test(value)))
    const several = isSwallowed ? asList() : null
    if (several !== null) return several
    const pairs = asPairs(alone)
    if (pairs !== null) return pairs
    const [only, ...rivals] = alone
    if (rivals.length > 0) return { kind: 'ambiguous', wishes: alone }
    if (only !== undefined) return asList(onesOf({ text, wish: only }, when))
    const row = asList(readRow(text, readIt, { catalogue, language }))
    if (row !== null) return row
    const token = readToken(text, when)
    return token !== null && 'kind' in token ? token : null
  }

  /** A wish, or the same for the ones of several people, or for several on a day each, where one name has swallowed them. */
  function onesOf({ text, wish }: Pick<Told, 'text' | 'wish'>, when: When): readonly Wish[] {
    const readIt = (part: string) => readOnly(part, when)?.value ?? null
    const reader = { catalogue, language }
    return readOnesOf(text, wish, readIt, reader) ?? readDayPairs(text, wish, readIt, reader) ?? [wish]
  }

  /** The one wish that a part of a text is. */
  function readOnly(part: string, when: When): Part<Wish> | null {
    const found = readPart(part, when)
    const [wish, ...rivals] = found?.value ?? []
    return found === null || wish === undefined || rivals.length > 0 ? null : { ...found, value: wish }
  }

  /** Reads one wish of several, whose verb may have been said with the one before. */
  function toldAfter(when: When) {
    return (text: string, before: Part<Told> | null, gap: string): Part<Told> | null => {
      const own = readOnly(text, when)
      const verbless = before === null ? null : readAlike({ text, gap }, before.value, own?.value ?? null, when)
      const part = verbless ?? (own === null ? bySubject({ text, gap }, before, when) : { ...own, text })
      if (part === null) return null
      const isRead = catalogue.commands.get(part.value.command)?.safety === 'read'
      return {
        value: { wish: part.value, text: part.text, verbless: verbless !== null },
        closed: part.closed,
        clear: part.clear === true || !isRead,
        reasoned: part.reasoned === true,
        worded: part.worded === true,
        whole: verbless === null && !isRead && isWhole(part.value),
      }
    }
  }

  /** The same wish for another thing than the one before, by its verb or with all that is said behind it. */
  function readAlike(
    said: { readonly text: string; readonly gap: string },
    before: Told,
    own: Wish | null,
    when: When,
  ) {
    const read = (part: string) => readOnly(part, when)
    const verbless = readVerbless(said.text, before, own, { read, sentences, language, commands: catalogue.commands })
    if (verbless !== null) return verbless
    const more = readOneMore(said, before.wish, { read: (part) => read(part)?.value ?? null, catalogue, language })
    const part: Part<Wish> | null = more === null ? null : { value: more, closed: true, clear: true }
    return part === null ? null : { ...part, text: said.text }
  }

  function bySubject(said: { readonly text: string; readonly gap: string }, before: Part<Told> | null, when: When) {
    const read = (part: string) => readOnly(part, when)
    const reader = { read, sentences, commands: catalogue.commands, language }
    return before === null ? null : readBySubject(said, before.value, reader)
  }

  /** The wishes that one part of a text may be: several where nobody can tell which one is meant. */
  function readPart(text: string, when: When): Part<readonly Wish[]> | null {
    const token = readToken(text, when)
    if (token === null) return readSentence(text, when)
    if (!('source' in token)) return null
    const typed = { value: [token], closed: true, clear: true }
    // "forget somebody" names nobody, as the sentence knows; what both read alike is the token.
    const spoken = isWrittenAsToken(withoutLead(text)) ? null : readSentence(text, when)
    return spoken === null || spoken.value.some((wish) => isSameWish(wish, token)) ? typed : spoken
  }

  function readSentence(text: string, when: When): Part<readonly Wish[]> | null {
    const written = foldText(isTooLong(text) ? '' : text)
    const own = sentences.read(written)
    const { folded, found: all } = rewordAmounts(written, own, sentences.read, language) ?? {
      folded: written,
      found: own,
    }
    const found = all.filter(
      (one) => !isStatedQuestion(one, folded, language) && !takesHelpForName(one, folded, language),
    )
    if (found.length === 0) return null
    const value = found.map((one) => {
      const args = partChoice(one.command, one.args, language)
      const behind = saidBehindNames(one, folded, language)
      const joined = joinedNames(one, folded, language)
      const asked = {
        command: one.command.token,
        args,
        ...(behind !== null && { behind }),
        ...(joined !== null && { joined }),
        source: 'sentence',
      } as const
      const wish = withValues(asked, one, when)
      return partDays(one.command, wish, { text, when })
    })
    return {
      value,
      closed: found.every(({ closed }) => closed),
      clear: found.every(({ clear }) => clear),
      reasoned: found.every(endsInReason),
      worded: found.every((one) => lastText(one) !== null),
    }
  }

  /** Whether it names a thing, and lacks nothing. */
  function isWhole({ command, args }: Wish): boolean {
    const { parameters = [] } = catalogue.commands.get(command) ?? {}
    const isNamed = parameters.some(({ name, entity }) => entity !== null && args[name] !== undefined)
    return isNamed && parameters.every(({ name, required }) => !required || args[name] !== undefined)
  }

  function saidUpTo(folded: Folded, end: number): readonly string[] {
    const own = sentences.read(folded).filter(({ slots }) => slots.every(({ from }) => from >= end))
    return own.map(({ command }) => command.token)
  }

  /** Days and times become what they are only now, and the words for them and for a currency are kept. */
  function withValues(wish: Wish, { command, args, said }: SentenceReading, when: When): Wish {
    const readBack = command.parameters.filter(
      (parameter) =>
        args[parameter.name] !== undefined && mustReadBack(wantedOf(parameter), said[parameter.name] ?? '', language),
    )
    if (readBack.length === 0) return wish
    const settled = readBack.map((parameter): [name: string, value: string] => [
      parameter.name,
      settleValue(wantedOf(parameter), args[parameter.name] ?? '', language, when),
    ])
    const words = settled.map(([name, value]): [name: string, words: string] => [name, said[name] ?? value])
    const values = { ...wish.args, ...Object.fromEntries(settled) }
    const inOrder = settleFirstDays(readBack, { said: args, settled: values }, language, when)
    return { ...wish, args: { ...values, ...inOrder }, said: Object.fromEntries(words) }
  }

  function readToken(text: string, when: When) {
    const token = readExplicitToken(withoutLead(text), catalogue.commands, isIgnorable)
    if (token === null || !('source' in token)) return token
    // "forget it", "forget everyone": such a word is a value only where its name or quotes say so.
    const isBare = !/[="“”«»]/u.test(text) && Object.values(token.args).some(isNobody)
    return isBare ? null : inOneSpelling(token, when)
  }

  function inOneSpelling(wish: Wish, when: When): Wish {
    const parameters = catalogue.commands.get(wish.command)?.parameters ?? []
    const args: Record<string, string> = {}
    const said: Record<string, string> = {}
    for (const [name, typed] of Object.entries(wish.args)) {
      const parameter = parameters.find((each) => each.name === name)
      const value = parameter === undefined ? typed : readTypedValue(parameter, typed, language, when)
      args[name] = value
      if (parameter !== undefined && value !== typed && mustReadBack(wantedOf(parameter), typed, language))
        said[name] = typed
    }
    // Whoever writes a token knows what a number in it stands for.
    for (const { name, type, entity } of parameters) {
      const number = args[name] ?? ''
      if (type === 'id' && language.unnumbered.has(entity ?? '') && isDigits(number)) args[name] = asId(number)
    }
    return { ...wish, args, ...(Object.keys(said).length > 0 && { said }) }
  }

  /** "please CANCEL_ORDER id=204": a token may be asked for politely. */
  function withoutLead(text: string): string {
    if (text.length > maxSplitLength) return text
    const folded = foldText(text.slice(0, maxSentenceLength))
    const from = skipLeading(folded.text, language.skipped)
    return from === 0 ? text : text.slice(folded.starts[from] ?? text.length)
  }

  function isNobody(value: string): boolean {
    const { everything, that_thing: thing, that_person: person } = language.words
    return [everything, thing, person].some((words) => isMadeOf(foldText(value).text, words, language.skipped))
  }

  function isIgnorable(rest: string): boolean {
    return !isTooLong(rest) && trimPhrases(foldText(rest).text, language.skipped) === null
  }
}
