/**
 * What a new command is called, says and understands in each language. What was answered is taken as it is; the rest is made from the
 * answers of the same language, with a few words of ours. Where nothing was answered in a language the texts of the main one
 * stand, and are told to be still untranslated: nothing is made up in it.
 */
import type { Catalogue, Locale } from '../catalogue/catalogue.ts'
import { mainLocale } from '../catalogue/locale-for.ts'
import { messagePlaceholders } from '../catalogue/locales/message-placeholders.ts'
import { literalEntry } from '../catalogue/locales/phrases-of.ts'
import type { Answers } from './answers.ts'
import type { DraftCommand } from './draft-command.ts'
import { draftSentences } from './draft-sentences.ts'
import { sampleSentence, type Said } from './sample-sentence.ts'
import type { DraftParameter } from './value-types.ts'
import { capital, inLanguage, uncapital, wordingOf, type InLanguages, type Wording } from './words.ts'

/** The texts of one language. */
export type DraftTexts = {
  readonly language: string
  readonly title: string
  readonly summary: string
  /** `null` for a read. */
  readonly effect: string | null
  readonly done: string
  readonly row: string | null
  readonly unmet: string | null
  readonly labels: Readonly<Record<string, string>>
  readonly questions: Readonly<Record<string, string>>
  /** What people would say; the tests say it too. */
  readonly said: readonly Said[]
  readonly sentences: readonly string[]
  /** Whether the sentences were made, so that one which says what another command says may be left out. */
  readonly areSentencesMade: boolean
  /** By folder path: the titles of folders that have none yet. */
  readonly menus: Readonly<Record<string, string>>
  /** Entries of `words` for the choices that the language has none for yet, by value; the main one needs none. */
  readonly words: Readonly<Record<string, string>>
  /** What stands there in the main language still, by its key. */
  readonly untranslated: readonly string[]
}

/** The texts of every language of a catalogue, the main one first. */
export function draftTexts(
  draft: DraftCommand,
  answers: Answers,
  catalogue: Pick<Catalogue, 'locales' | 'language'>,
): readonly [DraftTexts, ...DraftTexts[]] {
  const locale = mainLocale(catalogue)
  const work = { draft, answers, mainLanguage: locale.language }
  const main = textsIn({ ...work, locale, main: null })
  const others = [...catalogue.locales.values()].filter((each) => each !== locale)
  return [main, ...others.map((each) => textsIn({ ...work, locale: each, main }))]
}

type Work = {
  readonly draft: DraftCommand
  readonly answers: Answers
  readonly locale: Pick<Locale, 'language' | 'entities' | 'menus' | 'words' | 'rules'>
  readonly mainLanguage: string
  /** What the main language says; `null` while that is made. */
  readonly main: DraftTexts | null
}

/** Takes what is there in the language, else what the main one says, and remembers that. */
type Take = (key: string, own: string | null, main: string | undefined) => string

function textsIn(work: Work): DraftTexts {
  const { draft, answers, main, locale } = work
  const { language } = locale
  const untranslated: string[] = []
  const take: Take = (key, own, other) => {
    if (own === null) untranslated.push(key)
    return own ?? other ?? ''
  }
  const given = answeredIn(work, answers.title)
  const title = take('title', given, main?.title)
  const wording = given === null ? null : (wordingOf(language) ?? null)
  const { target } = draft.intent
  const say = (key: 'summary' | 'effect' | 'done', made: string): string => {
    const other = main?.[key] ?? undefined
    const fits = wording !== null && (other === undefined || saysTheSame(made, other))
    return take(key, answeredIn(work, answers[key]) ?? (fits ? made : null), other)
  }
  const summary = say('summary', target === null ? title : `${title}: {${target}}`)
  const effect = draft.safety === 'read' ? null : say('effect', uncapital(title))
  const done = say('done', doneOf(answers, { title, summary, wording }))
  const row = rowOf(work, take)
  const { unmet: whenUnmet } = answers
  const refused = whenUnmet === undefined ? (wording?.refused ?? null) : answeredIn(work, whenUnmet)
  const unmet = whenUnmet === undefined && !draft.mayRefuse ? null : take('unmet', refused, main?.unmet ?? undefined)
  const labels = parameterTexts(work, (parameter) => labelOf(work, parameter, take))
  const questions = parameterTexts(work, (parameter) =>
    questionOf(work, parameter, { labels, untranslated, wording, take }),
  )
  return {
    language,
    title,
    summary,
    effect,
    done,
    row,
    unmet,
    labels,
    questions,
    ...sentencesOf(work, { title, wording, labels, take }),
    menus: menusOf(work, take),
    words: wordsOf(work, untranslated),
    untranslated,
  }
}

function doneOf(
  { row, columns }: Answers,
  { title, summary, wording }: { title: string; summary: string; wording: Wording | null },
): string {
  if (wording === null) return ''
  if (row === undefined && columns === undefined) return wording.done(summary)
  return `{count, plural, =0 {${wording.nothingFound}} other {${title}:}}`
}

function rowOf(work: Work, take: Take): string | null {
  const { answers, main } = work
  const columns = answers.columns?.map((name) => `{${name}}`).join(' · ') ?? null
  if (answers.row === undefined) return columns
  return take('row', answeredIn(work, answers.row), main?.row ?? undefined)
}

function labelOf(work: Work, { name, entity }: DraftParameter, take: Take): string {
  const { answers, locale, main } = work
  const given = answeredIn(work, answerOf(answers, name)?.label)
  const known = entity === null ? null : (locale.entities[entity]?.title ?? null)
  const made = main === null ? name.replaceAll('_', ' ').toLowerCase() : null
  return take(`labels.${name}`, given ?? known ?? made, main?.labels[name])
}

function questionOf(
  work: Work,
  { name, schema, kind }: DraftParameter,
  {
    labels,
    untranslated,
    wording,
    take,
  }: {
    readonly labels: Readonly<Record<string, string>>
    readonly untranslated: readonly string[]
    readonly wording: Wording | null
    readonly take: Take
  },
): string {
  const { answers, main } = work
  const label = labels[name] ?? name
  const canMake = wording !== null && !untranslated.includes(`labels.${name}`)
  const isOneOf = kind === 'entity-ref' || Array.isArray(schema['enum'])
  const made = canMake ? (isOneOf ? wording.which(label) : wording.what(label)) : null
  const given = answeredIn(work, answerOf(answers, name)?.question)
  return take(`questions.${name}`, given ?? made, main?.questions[name])
}

function sentencesOf(
  work: Work,
  {
    title,
    wording,
    labels,
    take,
  }: {
    readonly title: string
    readonly wording: Wording | null
    readonly labels: Readonly<Record<string, string>>
    readonly take: Take
  },
): Pick<DraftTexts, 'sentences' | 'said' | 'areSentencesMade'> {
  const { draft, answers, locale, main } = work
  const given = answeredIn(work, answers.sentences)
  if (given !== null) {
    const said = given.flatMap((each) => sampleSentence(each, locale.rules, draft.parameters) ?? [])
    return { sentences: given, said: said.slice(0, 1), areSentencesMade: false }
  }
  if (wording === null && main !== null) {
    take('sentences', null, '')
    return { sentences: main.sentences, said: main.said, areSentencesMade: main.areSentencesMade }
  }
  const target = draft.parameters.find(({ name }) => name === draft.intent.target)
  const about = target === undefined ? null : { ...target, label: labels[target.name] ?? target.name }
  const { sentences, example } = draftSentences(title, wording ?? { articles: [], connecting: [] }, about)
  const filled = target === undefined ? [] : [target.name]
  return { sentences, said: [{ text: example, filled, isMadeUp: target?.isMadeUp ?? false }], areSentencesMade: true }
}

function menusOf(work: Work, take: Take): Readonly<Record<string, string>> {
  const { draft, answers, locale, main } = work
  const paths = draft.folders.map((_name, index) => draft.folders.slice(0, index + 1).join('.'))
  const missing = paths.filter((path) => locale.menus[path] === undefined)
  return Object.fromEntries(
    missing.map((path) => {
      // The innermost one is the one that was asked about.
      const given = path === draft.folders.join('.') ? answeredIn(work, answers.menu) : null
      const made = main === null ? capital((path.split('.').at(-1) ?? '').replaceAll('-', ' ')) : null
      return [path, take(`menus.${path}`, given ?? made, main?.menus[path])]
    }),
  )
}

/** A choice that no language but the main one has a word for is written as the catalogue calls it, until somebody says how. */
function wordsOf({ draft, locale, main }: Work, untranslated: string[]): Readonly<Record<string, string>> {
  if (main === null) return {}
  const choices = draft.parameters.flatMap(({ schema }): readonly unknown[] =>
    Array.isArray(schema['enum']) ? schema['enum'] : [],
  )
  const missing = choices.map(String).filter((value) => /\p{L}/u.test(value) && locale.words[value] === undefined)
  untranslated.push(...missing.map((value) => `words.${value}`))
  return Object.fromEntries(
    missing.map((value) => [value, literalEntry(value.toLowerCase().replaceAll(/[_-]/gu, ' '))]),
  )
}

function parameterTexts(
  { draft }: Work,
  textOf: (parameter: DraftParameter) => string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(draft.parameters.map((parameter) => [parameter.name, textOf(parameter)]))
}

function answeredIn<T extends string | readonly string[]>(
  { locale, mainLanguage }: Work,
  value: InLanguages<T> | undefined,
): T | null {
  return inLanguage(value, locale.language, mainLanguage)
}

function answerOf({ parameters = [] }: Answers, name: string) {
  return parameters.find((each) => each.name === name)
}

/** Whether two ICU texts ask for the same to be filled in. */
function saysTheSame(one: string, other: string): boolean {
  const [mine, theirs] = [messagePlaceholders(one), messagePlaceholders(other)]
  if (mine.kind === 'broken' || theirs.kind === 'broken') return false
  return mine.names.size === theirs.names.size && [...mine.names].every((name) => theirs.names.has(name))
}
