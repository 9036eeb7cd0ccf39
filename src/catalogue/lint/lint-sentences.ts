import { assertNever } from '../../errors.ts'
import { refusalOfArgument } from '../../envelope/refusal-of-argument.ts'
import type { Understanding } from '../../understanding/create-understanding.ts'
import { foldText } from '../../understanding/text/fold-text.ts'
import { compileLanguage, type Language } from '../../understanding/words/language.ts'
import { isDigits } from '../../understanding/text/is-digits.ts'
import { holdsPhrase } from '../../understanding/text/phrases.ts'
import type { Reading } from '../../understanding/reading.ts'
import { createSentenceTable, type SentenceTable } from '../../understanding/sentences/sentence-table.ts'
import { isTimeAlone } from '../../understanding/values/clock-values.ts'
import { isDayAlone } from '../../understanding/values/day-alone.ts'
import { phoneIn } from '../../access/phone.ts'
import type { Catalogue, Command, Locale, Parameter } from '../catalogue.ts'
import type { ReadLocale } from '../locales/check-locale.ts'
import { anyNumber, sampleSentences } from './lint-samples.ts'
import { isToldByName } from '../name-in.ts'
import { isKnownById } from '../known-by-id.ts'
import type { CatalogueReading } from '../load-catalogue.ts'
import type { Problem, Report } from '../source/problem.ts'

/** Texts that are read per language, so that a catalogue that grows stays quick to lint. */
const maxTextsPerLanguage = 3_000
const maxTextsPerSentence = 40
const minTextsPerSentence = 4
/** Which command a sentence asks for is the same at any time. */
const anyTime = { now: new Date(0), timeZone: 'UTC' }

/**
 * Reports sentences that say the same as a sentence of another command (but by the name of another kind of thing), or as a control word, and examples that are not read
 * as their command, or give a value that its parameter refuses. What a text means is asked of the reader that people talk to.
 * @param added the one command that is new: what others are asked for with is read only where it may be taken for that one
 */
export function lintSentences(
  { catalogue, locales }: Pick<CatalogueReading, 'catalogue' | 'locales'>,
  understanding: Understanding,
  report: Report,
  added?: string,
): void {
  for (const files of locales) {
    const locale = catalogue.locales.get(files.language)
    if (locale === undefined) continue
    const language = compileLanguage(locale, catalogue.locales.values())
    const commands = [...catalogue.commands.values()]
    const wanted: Wanted = {
      catalogue,
      files,
      locale,
      read: (text) => understanding.readIn(text, { kind: 'nothing' }, locale.language, anyTime),
      table: tableOf(commands, locale, language),
    }
    const mayBe = (which: (command: Command) => boolean) => readerOf(commands.filter(which), locale, language)
    const mayBeAdded = added === undefined ? () => true : mayBe(({ token }) => token === added)
    // Those that come with Sayso are known not to clash among themselves.
    const mayBeOwn = commands.some(({ isInherited }) => isInherited) ? mayBe((each) => !each.isInherited) : () => true
    for (const command of commands) {
      const isAsked = (text: string): boolean =>
        command.token === added || (mayBeAdded(text) && (!command.isInherited || mayBeOwn(text)))
      checkExamples(wanted, command, isAsked, report)
      checkSentences(wanted, command, isAsked, report)
    }
  }
}

type Wanted = {
  readonly catalogue: Catalogue
  readonly files: ReadLocale
  readonly locale: Locale
  readonly read: (text: string) => Reading
  /** The sentences themselves, compiled when they are first asked for. */
  readonly table: () => SentenceTable
}

function tableOf(commands: readonly Command[], locale: Locale, language: Language): () => SentenceTable {
  let made: SentenceTable | null = null
  return () => (made ??= createSentenceTable(commands, locale, language))
}

/** Whether a text may be taken for one of these commands: a sentence of it fits, or the text may be several wishes. */
function readerOf(these: readonly Command[], locale: Locale, language: Language): (text: string) => boolean {
  const table = createSentenceTable(these, locale, language)
  return (text) => {
    const folded = foldText(text)
    return table.rank(folded).length > 0 || holdsPhrase(folded.text, language.words.and)
  }
}

function checkExamples(
  { files, locale, read, catalogue: { entities } }: Wanted,
  command: Command,
  isAsked: (text: string) => boolean,
  report: Report,
): void {
  for (const [index, example] of (locale.commands[command.path]?.examples ?? []).entries()) {
    if (!isAsked(example)) continue
    const reading = read(example)
    const said = meaningOf(reading)
    const path = ['commands', command.path, 'examples', index]
    const problem = (message: string): void => report(files.texts.source.problemAt(path, message))
    if (said !== command.token) problem(`"${example}" should ask for ${command.token}, but ${heard(said)}`)
    else for (const why of refusedIn(reading, command, { entities, locale })) problem(`"${example}" ${why}`)
  }
}

/** What an example gives that its parameter does not take, or that nothing is known by. */
function refusedIn(
  reading: Reading,
  { parameters }: Command,
  { entities, locale }: Pick<Catalogue, 'entities'> & { readonly locale: Locale },
): readonly string[] {
  const [wish] = reading.kind === 'wishes' ? reading.wishes : []
  return parameters.flatMap((parameter) => {
    const raw = wish?.args[parameter.name]
    // Where only the day was said the time is asked for, and where only the time was said it may be of a day that is known later.
    if (raw === undefined || (parameter.type === 'datetime' && (isDayAlone(raw) || isTimeAlone(raw)))) return []
    const refused = refusalOfArgument(entities, parameter, inFull(parameter, raw, locale))
    const title = parameter.type === 'id' ? nameOnly(locale, parameter.entity) : null
    if (title !== null && isDigits(raw))
      return [
        `gives ${parameter.name} the number ${raw}, and nothing is known by one; write a name, or "${title} ${raw}"`,
      ]
    if (refused === null) return []
    const { kind, limit } = refused
    const why = kind === 'format' ? 'not of its form' : `${kind.replaceAll('_', ' ')}${limit && ` (${limit})`}`
    return [`gives ${parameter.name} the value "${raw}", which it refuses: ${why}`]
  })
}

/** A phone number as people of the region write it to each other is completed in the chat, too. */
function inFull({ type, entity }: Parameter, raw: string, { region }: Locale): string {
  const country = type === 'phone' && entity === null ? new Intl.Locale(region).region : undefined
  return (country === undefined ? null : phoneIn(country, raw)) ?? raw
}

/** The title of what is called by its name alone. */
function nameOnly({ entities }: Locale, entity: string | null): string | null {
  const texts = entity === null ? undefined : entities[entity]
  return texts === undefined || isKnownById(texts) ? null : texts.title
}

function checkSentences(wanted: Wanted, command: Command, isAsked: (text: string) => boolean, report: Report): void {
  const { locale, read } = wanted
  const count = Object.values(locale.commands).reduce((sum, { sentences }) => sum + sentences.length, 0)
  const share = Math.floor(maxTextsPerLanguage / Math.max(count, 1))
  const most = Math.min(maxTextsPerSentence, Math.max(minTextsPerSentence, share))
  for (const [index, { sentence, texts }] of sampleSentences(command, locale, most).entries()) {
    const told = new Set<string>()
    for (const text of texts.filter(isAsked)) {
      const reading = read(text)
      const said = meaningOf(reading)
      if (said === command.token || told.has(said) || isToldByName(wanted.catalogue, reading, command.token)) continue
      told.add(said)
      if (isFarFetched(wanted, command, said, { sentence, text })) continue
      const at = placeOf(wanted, command, index)
      const rival = isCommand(said, wanted) ? rivalOf(wanted, command, text) : null
      const should = `"${text}" should ask for ${command.token}, but ${heard(said)}`
      // Nobody mends what comes with Sayso: there it is one's own that is in the way.
      if (command.isInherited === true && rival !== null && !rival.isInherited)
        report({ ...rival.at, message: `${should} because of this sentence; ${command.token} has it at ${called(at)}` })
      else
        report({
          ...at,
          message: rival === null ? should : `${should}, which has this sentence at ${called(rival.at)}`,
        })
    }
  }
}

/** What comes with Sayso is told by a number, a reference or a phone; that something of one's own is called by one is hardly meant. */
function isFarFetched(
  { catalogue }: Wanted,
  { isInherited }: Command,
  said: string,
  { sentence, text }: { readonly sentence: string; readonly text: string },
): boolean {
  const other = catalogue.commands.get(said)
  return isInherited !== true && other?.isInherited === true && sentence.includes(':name}') && text.includes(anyNumber)
}

/** The one command that a reading asks for, by its token; else what it is in words. */
function meaningOf(reading: Reading): string {
  switch (reading.kind) {
    case 'wishes':
      return reading.wishes.map(({ command }) => command).join(' and ')
    case 'ambiguous':
      return reading.wishes.map(({ command }) => command).join(' or ')
    case 'negated':
      return `not ${reading.wish.command}`
    case 'conditional':
      return 'something on a condition'
    case 'later':
      return 'something at another time'
    case 'too-many':
      return 'too many things at once'
    case 'pick':
      return 'a number from a menu'
    case 'unknown':
      return 'nothing'
    case 'yes':
    case 'no':
    case 'drop':
    case 'again':
    case 'help':
    case 'menu':
    case 'greeting':
    case 'thanks':
    case 'farewell':
    case 'introduction':
    case 'human':
    case 'trust':
    case 'erasure':
    case 'renumbering':
    case 'wait':
    case 'worked':
    case 'reversible':
    case 'both':
    case 'back':
      return `the word for "${reading.kind}"`
    case 'token':
    case 'phrase':
    case 'undo':
    case 'retry':
    case 'cancel-ref':
    case 'value':
    case 'correction':
    case 'free-correction':
    case 'difference':
    case 'agreed':
    case 'what-about':
    case 'leave-out':
    case 'of-several':
    case 'invalid-token':
      return `an answer (${reading.kind})`
    default:
      return assertNever(reading)
  }
}

/** Whether that is one command, or several of which one is meant. */
function isCommand(said: string, { catalogue }: Wanted): boolean {
  return said.split(' or ').every((token) => catalogue.commands.has(token))
}

function heard(said: string): string {
  return said === 'nothing' ? 'is not understood' : `is read as ${said}`
}

/** The sentence of another command that says the same; `null` where none is written so. */
function rivalOf(
  wanted: Wanted,
  command: Command,
  text: string,
): { readonly at: Problem; readonly isInherited: boolean } | null {
  const rival = wanted
    .table()
    .rank(foldText(text))
    .find((found) => found.command.token !== command.token)
  if (rival === undefined) return null
  const index = wanted.locale.commands[rival.command.path]?.sentences.indexOf(rival.template) ?? -1
  if (index < 0) return null
  return { at: placeOf(wanted, rival.command, index), isInherited: rival.command.isInherited === true }
}

function placeOf({ files }: Wanted, { path }: Command, index: number): Problem {
  return files.texts.source.problemAt(['commands', path, 'sentences', index], '')
}

function called({ file, line, column }: Problem): string {
  return `${file}:${line}:${column}`
}
