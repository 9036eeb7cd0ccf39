/**
 * Everything that a catalogue's sentences can say, for an ear that can be told what to expect. Names of few are known by what
 * they are names of; free text and the names of many are the speaker's own words.
 */
import type { Catalogue, Command, Locale, Parameter } from '../../catalogue/catalogue.ts'
import { assertNever } from '../../errors.ts'
import { foldText } from '../text/fold-text.ts'
import { compileLanguage } from '../words/language.ts'
import type { Grammar } from '../sentences/grammar.ts'
import { createScopes, type GrammarScope } from '../sentences/grammar-scope.ts'
import { isNameSlot, parameterOf, parseSentence } from '../sentences/parse-sentence.ts'
import { sentenceGrammar } from '../sentences/sentence-grammar.ts'
import type { TemplateNode } from '../sentences/template.ts'
import { oneOf, type Spoken, type SpokenValue } from './spoken.ts'

/** Where a part of a sentence stands. */
type Place = {
  readonly entities: Catalogue['entities']
  readonly command: Command
  readonly scope: GrammarScope
  readonly source: string
}

/** The sentences of all commands in a language, each as one tree. */
export function spokenSentences(catalogue: Catalogue, locale: Locale): readonly Spoken[] {
  const commands = [...catalogue.commands.values()]
  const language = compileLanguage(locale, catalogue.locales.values())
  const { grammar } = sentenceGrammar(commands, locale, language)
  const scopeOf = createScopes(grammar, parseSentence)
  return commands.flatMap((command) =>
    blocksOf(grammar, command).flatMap((block) =>
      block.sentences.flatMap((source) => {
        const place = { entities: catalogue.entities, command, scope: scopeOf(block), source }
        const said = spokenOf(parseSentence(source).root, place)
        return said === null || said === '' ? [] : [said]
      }),
    ),
  )
}

function blocksOf(grammar: Grammar, { token }: Command) {
  return grammar.intents[token]?.data ?? []
}

/** '' is said by saying nothing; `null`: nobody knows how it is said. */
function spokenOf(node: TemplateNode, place: Place): Spoken | null {
  switch (node.kind) {
    case 'chunk':
      return wordsIn(node.text)
    case 'sequence':
      return inSequence(node.items, place)
    case 'choice':
      return choiceOf(node.options, place)
    case 'permutation': {
      const [first, second, ...more] = node.items
      // Every order of two; of more nobody says them in every order.
      if (first === undefined || second === undefined || more.length > 0) return inSequence(node.items, place)
      return choiceOf([inOrder([first, second]), inOrder([second, first])], place)
    }
    case 'rule': {
      const { root, source } = place.scope.rule(node, place.source)
      return spokenOf(root, { ...place, source })
    }
    case 'list':
      return spokenValue(node.slot, place)
    default:
      return assertNever(node)
  }
}

function inOrder(items: readonly TemplateNode[]): TemplateNode {
  return { kind: 'sequence', items }
}

function inSequence(items: readonly TemplateNode[], place: Place): Spoken | null {
  const parts: Spoken[] = []
  for (const item of joinEndings(items)) {
    const part = spokenOf(item, place)
    if (part === null) return null
    if (part !== '') parts.push(part)
  }
  const [only, ...others] = parts
  return only === undefined ? '' : others.length === 0 ? only : { all: parts }
}

/** "order[s]": an ending is part of the word before it. */
function joinEndings(items: readonly TemplateNode[]): readonly TemplateNode[] {
  const joined: TemplateNode[] = []
  for (const item of items) {
    const before = joined.at(-1)
    const endings = item.kind === 'choice' ? item.options.map(endingOf) : []
    const isEnding = endings.length > 0 && endings.every((ending) => ending !== null && !ending.startsWith(' '))
    if (before?.kind !== 'chunk' || /\s$/u.test(before.text) || !isEnding) joined.push(item)
    else {
      joined.pop()
      joined.push({ kind: 'choice', options: endings.map((ending) => ({ kind: 'chunk', text: before.text + ending })) })
    }
  }
  return joined
}

function endingOf(node: TemplateNode): string | null {
  if (node.kind === 'chunk') return node.text
  if (node.kind !== 'sequence') return null
  const [only, ...others] = node.items
  return only === undefined ? '' : others.length === 0 ? endingOf(only) : null
}

function choiceOf(options: readonly TemplateNode[], place: Place): Spoken | null {
  const said = options.flatMap((option) => spokenOf(option, place) ?? [])
  const some = oneOf(said.filter((each) => each !== ''))
  if (some === null) return said.length === 0 ? null : ''
  return said.includes('') ? { maybe: some } : some
}

function spokenValue(slot: string, { entities, command, scope }: Place): Spoken | null {
  const source = scope.list(slot)
  if (source !== undefined && 'values' in source) {
    const written = source.values.map((value) => wordsIn(typeof value === 'string' ? value : value.in))
    return oneOf(written.filter((words) => words !== ''))
  }
  const parameter = command.parameters.find(({ name }) => name === parameterOf(slot))
  if (parameter === undefined) return null
  if (isNameSlot(slot)) return nameOf(parameter, entities)
  if (isFree(parameter)) return { own: 'words' }
  const value = valueOf(parameter)
  return value === null ? null : { value }
}

/** The names of a few are known; of many, what was heard is all there is. */
function nameOf({ entity }: Parameter, entities: Catalogue['entities']): Spoken | null {
  if (entity === null) return null
  return entities.get(entity)?.all == null ? { own: 'words' } : { name: entity }
}

/** A secret is nobody's to guess at. */
function isFree({ type, kind, entity }: Parameter): boolean {
  return type === 'text' && kind === 'scalar' && entity === null
}

function valueOf({ type, entity, schema }: Parameter): SpokenValue | null {
  switch (type) {
    case 'id':
      // Ids with letters are spelt in ways of their own.
      return entity === null || !isNumeric(schema['pattern']) ? null : 'number'
    case 'integer':
    case 'decimal':
      return 'number'
    case 'percent':
    case 'money':
    case 'month':
      return type
    case 'date':
    case 'time':
    case 'datetime':
      return 'moment'
    case 'text':
    case 'phone':
    case 'email':
    case 'file':
    case 'choice':
    case 'ordinal':
    case 'boolean':
      return null
    default:
      return assertNever(type)
  }
}

function isNumeric(pattern: unknown): boolean {
  return typeof pattern === 'string' && new RegExp(pattern, 'u').test('204')
}

/** In letters, without what is not spoken. */
function wordsIn(text: string): string {
  return (foldText(text).text.match(/[\p{L}\p{M}']+/gu) ?? []).join(' ')
}
