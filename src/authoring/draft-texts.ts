/**
 * What a new command is called, says and understands in each language. What was answered is taken as it is; the rest is made from the
 * answers of the same language, with a few words of ours. Where nothing was answered in a language the English texts stand,
 * and are told to be still untranslated: nothing is made up in it.
 */
import type { Catalogue, Locale } from '../catalogue/catalogue.ts'
import { messagePlaceholders } from '../catalogue/locales/message-placeholders.ts'
import { literalEntry } from '../catalogue/locales/phrases-of.ts'
import type { Answers } from './answers.ts'
import type { DraftCommand } from './draft-command.ts'
import { draftSentences } from './draft-sentences.ts'
import { sampleSentence, type Said } from './sample-sentence.ts'
import type { DraftParameter } from './value-types.ts'
import { capital, inLanguage, uncapital, wordingOf, type Wording } from './words.ts'

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
  /** Entries of `words` for the choices that the language has none for yet, by value; of English none are needed. */
  readonly words: Readonly<Record<string, string>>
  /** What stands there in English still, by its key. */
  readonly untranslated: readonly string[]
}

/** The texts of every language of a catalogue, English first. */
export function draftTexts(
  draft: DraftCommand,
  answers: Answers,
  { locales }: Pick<Catalogue, 'locales'>,
): readonly DraftTexts[] {
  const languages = [...locales.values()]
  const english = languages.filter(({ language }) => language === 'en')
  const [first] = english.map((locale) => textsIn({ draft, answers, locale, english: null }))
  const others = languages.filter(({ language }) => language !== 'en')
  return first === undefined
    ? []
    : [first, ...others.map((locale) => textsIn({ draft, answers, locale, english: first }))]
}

type Work = {
  readonly draft: DraftCommand
  readonly answers: Answers
  readonly locale: Pick<Locale, 'language' | 'entities' | 'menus' | 'words' | 'rules'>
  /** What English says; `null` while that is made. */
  readonly english: DraftTexts | null
}

/** Takes what is there in the language, else what English says, and remembers that. */
type Take = (key: string, own: string | null, english: string | undefined) => string

function textsIn(work: Work): DraftTexts {
  const { draft, answers, english, locale } = work
  const { language } = locale
  const untranslated: string[] = []
  const take: Take = (key, own, other) => {
    if (own === null) untranslated.push(key)
    return own ?? other ?? ''
  }
  const given = inLanguage(answers.title, language)
  const title = take('title', given, english?.title)
  const wording = given === null ? null : (wordingOf(language) ?? null)
  const { target } = draft.intent
  const say = (key: 'summary' | 'effect' | 'done', made: string): string => {
    const other = english?.[key] ?? undefined
    const fits = wording !== null && (other === undefined || saysTheSame(made, other))
    return take(key, inLanguage(answers[key], language) ?? (fits ? made : null), other)
  }
  const summary = say('summary', target === null ? title : `${title}: {${target}}`)
  const effect = draft.safety === 'read' ? null : say('effect', uncapital(title))
  const done = say('done', doneOf(answers, { title, summary, wording }))
  const row = rowOf(work, take)
  const { unmet: whenUnmet } = answers
  const refused = whenUnmet === undefined ? (wording?.refused ?? null) : inLanguage(whenUnmet, language)
  const unmet = whenUnmet === undefined && !draft.mayRefuse ? null : take('unmet', refused, english?.unmet ?? undefined)
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

function rowOf({ answers, locale, english }: Work, take: Take): string | null {
  const columns = answers.columns?.map((name) => `{${name}}`).join(' · ') ?? null
  if (answers.row === undefined) return columns
  return take('row', inLanguage(answers.row, locale.language), english?.row ?? undefined)
}

function labelOf({ answers, locale, english }: Work, { name, entity }: DraftParameter, take: Take): string {
  const given = inLanguage(answerOf(answers, name)?.label, locale.language)
  const known = entity === null ? null : (locale.entities[entity]?.title ?? null)
  const made = english === null ? name.replaceAll('_', ' ').toLowerCase() : null
  return take(`labels.${name}`, given ?? known ?? made, english?.labels[name])
}

function questionOf(
  { answers, locale, english }: Work,
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
  const label = labels[name] ?? name
  const canMake = wording !== null && !untranslated.includes(`labels.${name}`)
  const isOneOf = kind === 'entity-ref' || Array.isArray(schema['enum'])
  const made = canMake ? (isOneOf ? wording.which(label) : wording.what(label)) : null
  const given = inLanguage(answerOf(answers, name)?.question, locale.language)
  return take(`questions.${name}`, given ?? made, english?.questions[name])
}

function sentencesOf(
  { draft, answers, locale, english }: Work,
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
  const given = inLanguage(answers.sentences, locale.language)
  if (given !== null) {
    const said = given.flatMap((each) => sampleSentence(each, locale.rules, draft.parameters) ?? [])
    return { sentences: given, said: said.slice(0, 1), areSentencesMade: false }
  }
  if (wording === null && english !== null) {
    take('sentences', null, '')
    return { sentences: english.sentences, said: english.said, areSentencesMade: english.areSentencesMade }
  }
  const target = draft.parameters.find(({ name }) => name === draft.intent.target)
  const about = target === undefined ? null : { ...target, label: labels[target.name] ?? target.name }
  const { sentences, example } = draftSentences(title, wording ?? { articles: [], connecting: [] }, about)
  const filled = target === undefined ? [] : [target.name]
  return { sentences, said: [{ text: example, filled, isMadeUp: target?.isMadeUp ?? false }], areSentencesMade: true }
}

function menusOf({ draft, answers, locale, english }: Work, take: Take): Readonly<Record<string, string>> {
  const paths = draft.folders.map((_name, index) => draft.folders.slice(0, index + 1).join('.'))
  const missing = paths.filter((path) => locale.menus[path] === undefined)
  return Object.fromEntries(
    missing.map((path) => {
      // The innermost one is the one that was asked about.
      const given = path === draft.folders.join('.') ? inLanguage(answers.menu, locale.language) : null
      const made = english === null ? capital((path.split('.').at(-1) ?? '').replaceAll('-', ' ')) : null
      return [path, take(`menus.${path}`, given ?? made, english?.menus[path])]
    }),
  )
}

/** A choice that no language but English has a word for is written as the catalogue calls it, until somebody says how. */
function wordsOf({ draft, locale, english }: Work, untranslated: string[]): Readonly<Record<string, string>> {
  if (english === null) return {}
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

function answerOf({ parameters = [] }: Answers, name: string) {
  return parameters.find((each) => each.name === name)
}

/** Whether two ICU texts ask for the same to be filled in. */
function saysTheSame(one: string, other: string): boolean {
  const [mine, theirs] = [messagePlaceholders(one), messagePlaceholders(other)]
  if (mine.kind === 'broken' || theirs.kind === 'broken') return false
  return mine.names.size === theirs.names.size && [...mine.names].every((name) => theirs.names.has(name))
}
