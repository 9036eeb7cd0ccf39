/**
 * "cancel the order of Maria Souza until monday": no order is called so, and once that of Maria is chosen, "until monday" has been said
 * for nothing. Of a name that nothing has, what the chosen thing is not called is told to the person, who may have meant it.
 */
import { editDistance } from '../../catalogue/did-you-mean.ts'
import type { Command, EntityRow, Locale, Parameter } from '../../catalogue/catalogue.ts'
import { isJsonObject, type Json } from '../../json.ts'
import { foldText } from '../../understanding/text/fold-text.ts'
import { compilePhrases, type Phrases, trimPhrases } from '../../understanding/text/phrases.ts'
import { candidateOf } from './candidates.ts'
import { mayBeMisspelt, mostSlips } from './near-names.ts'
import { plainWords } from './plain-words.ts'
import { say } from '../render/say.ts'
import { showValue } from '../render/show-value.ts'
import type { Ask, Resolution } from './resolve-arguments.ts'
import type { Context } from '../scene.ts'
import type { Draft, Question } from '../session.ts'

/** What has to be said first, and which words of a name that nothing has are not of the thing that was then chosen for it. */
export function withLeft(
  context: Context,
  { safety, parameters }: Command,
  resolved: Ask | Extract<Resolution, { kind: 'complete' }>,
  {
    note,
    answered,
    draft,
  }: { readonly note: string | null; readonly answered: Question | null; readonly draft: Draft },
): string | null {
  const parameter = parameters.find(({ name }) => name === answered?.parameter)
  const { args } = resolved.kind === 'ask' ? resolved.draft : resolved
  const row = parameter?.entity == null ? undefined : resolved.facts?.[parameter.entity]
  // Of a look nobody expects anything to be kept.
  if (safety === 'read' || parameter === undefined || !isRow(row) || row.id !== args[parameter.name]) return note
  const answer = draft.raw[parameter.name] ?? row.id
  const left = (answered?.unfound ?? []).flatMap((name) => leftOfName(context, parameter, row, { name, answer }) ?? [])
  const told = left.length === 0 ? null : say(context.locale, 'aside_left', { said: showValue(left.join(', ')) })
  return note === null || told === null ? (note ?? told) : `${note}\n${told}`
}

function isRow(fact: Json | undefined): fact is EntityRow {
  return isJsonObject(fact) && typeof fact['id'] === 'string'
}

/**
 * The words of a name that are not of the chosen thing; `null` where there are none, or where the thing is not called by any of the others,
 * so that the name was that of another one.
 * @param answer what the thing was then called, or its id
 */
function leftOfName(
  context: Context,
  parameter: Pick<Parameter, 'entity'>,
  row: EntityRow,
  { name, answer }: { readonly name: string; readonly answer: string },
): string | null {
  const around = aroundNames(context.locale)
  const called = plainWords(`${row.id} ${candidateOf(context, parameter, row).label}`)
  const words = name.split(/\s+/u).filter((word) => plainWords(word) !== '')
  const isOfIt = words.map((word) => isCalled(called, word))
  const held = words.filter((word, at) => isOfIt[at] === true && tells(word, around))
  // "Maria", or "Maria Souza", where "Maria until monday" was said before.
  const isSame =
    answer === row.id || areCalled(plainWords(held.join(' ')), answer) || areCalled(plainWords(answer), held.join(' '))
  if (held.length === 0 || !isSame) return null
  const parts = words
    .map((word, at) => (isOfIt[at] === true ? '\n' : word))
    .join(' ')
    .split('\n')
    .map((part) => part.replace(/^[\s,;:]+|[\s,;:]+$/gu, ''))
    .filter((part) => trimPhrases(foldText(part).text, around) !== null && !isSurname(part))
  return parts.length === 0 ? null : parts.join(', ')
}

/** "Maria's" is called by "Maria", and "Mria" nearly so. */
function isCalled(called: string, word: string): boolean {
  const plain = plainWords(word.replace(/['’]s$/u, ''))
  if (` ${called} `.includes(` ${plain} `)) return true
  return (
    mayBeMisspelt(plain) &&
    called.split(' ').some((each) => !/\d/u.test(each) && editDistance(plain, each) <= mostSlips(plain))
  )
}

/** "Costa" of "Pedro Costa" is of a name that was not meant, once Pedro Alves is chosen. */
function isSurname(part: string): boolean {
  return part.split(' ').every((word) => /^\p{Lu}\p{L}*$/u.test(word))
}

function areCalled(called: string, words: string): boolean {
  return words.split(/\s+/u).every((word) => isCalled(called, word))
}

/** Whether a word tells one thing from another: "da" is in the name of many. */
function tells(word: string, around: Phrases): boolean {
  const plain = plainWords(word)
  return /\d/u.test(plain) || (plain.length > 2 && trimPhrases(plain, around) !== null)
}

/** What stands around names and says nothing by itself. */
function aroundNames({ words, skipWords, entities }: Locale): Phrases {
  const lists = ['article', 'interjection', 'stand_in', 'filler', 'and', 'or', 'told_of']
  const titles = Object.values(entities).map(({ title }) => title)
  return compilePhrases([...skipWords, ...titles, ...lists.flatMap((key) => words[key] ?? [])])
}
