import type { Command, Locale, Parameter } from '../catalogue.ts'
import { isKnownById } from '../known-by-id.ts'
import { currencyColumnOf, currencyOf } from '../../envelope/money-amount.ts'
import { assertNever } from '../../errors.ts'
import { anyCode, isCodeShape } from '../../understanding/sentences/is-code-shape.ts'
import { anyPath, isPathShape } from '../../understanding/sentences/is-path-shape.ts'
import { isNameSlot, parameterOf, parseSentence } from '../../understanding/sentences/parse-sentence.ts'
import { sampleScope } from '../../understanding/sentences/sample-scope.ts'
import { sampleTemplate } from '../../understanding/sentences/sample-template.ts'

/** A name and a free text that no sentence holds as a word of its own. */
export const anyText = 'Zzyzx'
/** An id, a whole number and an amount at once: what one of them reads, the others may read as well. */
export const anyNumber = '204'
/** What is read in every language. */
const inFigures = {
  phone: '+5511990000001',
  email: 'somebody@example.com',
  file: 'notes.txt',
  date: '2026-11-22',
  month: '2026-11',
  time: '20:30',
  datetime: '2026-11-22 20:30',
} as const

/** What a command's sentences can say, template by template. */
export type Samples = { readonly sentence: string; readonly texts: readonly string[] }

/**
 * Texts that the sentences of a command stand for, at most `most` per sentence: the plain one first, without its optional
 * pieces and with the first of every choice, then those with ever more deviations from it. Slots stand for their class: one
 * number for everything that is read as one, one word for free text, both for names, every value of a choice.
 */
export function sampleSentences(command: Command, locale: Locale, most: number): readonly Samples[] {
  const scope = sampleScope(command.parameters, locale.rules)
  return (locale.commands[command.path]?.sentences ?? []).map((sentence) => {
    const template = parseSentence(sentence)
    const texts = new Set<string>()
    for (const pick of plainestPicks(most * triesPerText)) {
      const free = (slot: string) => {
        const values = valuesOf(command, locale, slot)
        return values[pick(values.length)] ?? anyText
      }
      const { text } = sampleTemplate(template, scope, { pick, free })
      if (text !== '') texts.add(text)
      if (texts.size >= most) break
    }
    return { sentence, texts: [...texts] }
  })
}

/** Different choices may say the same. */
const triesPerText = 3

/**
 * Ways to choose, at most `most`: first the first option everywhere, then all ways with one deviation from that, then with
 * two. A way is known by its deviations; what there is to choose shows when it is used.
 */
function* plainestPicks(most: number): Generator<(count: number) => number> {
  const open: (readonly number[])[] = [[]]
  let given = 0
  for (const way of open) {
    const counts: number[] = []
    yield (count) => way[counts.push(count) - 1] ?? 0
    if (++given >= most) return
    for (let at = way.length; at < counts.length && open.length < most; at++) {
      const same = Array.from({ length: at - way.length }, () => 0)
      for (let option = 1; option < (counts[at] ?? 0); option++) open.push([...way, ...same, option])
    }
  }
}

/** What people call a thing may be its number as well, where they know that. */
function valuesOf(command: Command, locale: Locale, slot: string): readonly string[] {
  if (isNameSlot(slot)) {
    const { entity } = command.parameters.find(({ name }) => name === parameterOf(slot)) ?? { entity: null }
    return isKnownById(locale.entities[entity ?? '']) ? [anyText, anyNumber] : [anyText]
  }
  const parameter = command.parameters.find((each) => each.name === slot)
  return parameter === undefined ? [anyText] : valuesOfType(parameter, locale)
}

function isPath(pattern: unknown): boolean {
  return typeof pattern === 'string' && isPathShape(new RegExp(pattern, 'u'))
}

function isCode(pattern: unknown): boolean {
  return typeof pattern === 'string' && isCodeShape(new RegExp(pattern, 'u'))
}

function valuesOfType({ type, schema }: Parameter, locale: Locale): readonly string[] {
  switch (type) {
    case 'id':
      return [isPath(schema['pattern']) ? anyPath : anyNumber]
    case 'integer':
    case 'decimal':
    case 'ordinal':
    case 'percent':
      return [anyNumber]
    case 'text':
      return [isCode(schema['pattern']) ? anyCode : anyText]
    case 'boolean':
      return [locale.words['yes']?.[0] ?? 'yes']
    case 'choice': {
      const values = Array.isArray(schema['enum']) ? schema['enum'].map(String) : []
      return values.map((value) => locale.words[value]?.[0] ?? value.replaceAll(/[_-]/gu, ' '))
    }
    case 'money':
      return currencyColumnOf({ type, schema }) === null
        ? [`${anyNumber} ${currencyOf({ type, schema }) ?? 'USD'}`]
        : [anyNumber]
    case 'phone':
    case 'email':
    case 'file':
    case 'date':
    case 'month':
    case 'time':
    case 'datetime':
      return [inFigures[type]]
    default:
      return assertNever(type)
  }
}
