import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Json } from '../../json.ts'
import { createRecognizer } from './create-recognizer.ts'
import type { Grammar } from './grammar.ts'
import { createScopes } from './grammar-scope.ts'
import { parseCorpus } from './parse-corpus.ts'
import { parseTemplate } from './parse-template.ts'
import type { Recognition } from './recognition.ts'
import { sampleTemplate, type Sample } from './sample-template.ts'

const skipWords = ['please', 'if you can', 'pôr favor']
const grammarOf = (template: string): Grammar => ({
  language: 'en',
  intents: { Meant: { data: [{ sentences: [template] }] } },
  lists: {
    room: { values: ['Kitchen', 'Living Room', { in: '(wash|bath)room[s]', out: 'bath' }, { in: 'Área', out: 3 }] },
    nested: { values: [{ in: 'the {room:inner} side', out: 'side' }] },
    n: { range: { from: 0, to: 40, step: 2, multiplier: 10 } },
    free: { wildcard: true },
  },
  expansion_rules: { polite: '[would] you' },
  skip_words: skipWords,
  number_words: { 2: ['two'], 20: ['twenty'], 22: ['twenty-two'] },
})

const word = fc.constantFrom('turn', 'light', "what's", 'ação', 'on', 'über', 'a.c', '50%')
const slot = fc.constantFrom('{room}', '{room:other}', '{room:@kept}', '{n}', '{1..9,2:odd}', '<polite>', '{nested}')

function templateOf(leaf: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const { template } = fc.letrec<{ template: string }>((tie) => ({
    template: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      leaf,
      tie('template').map((inner) => `[${inner}]`),
      fc.tuple(tie('template'), tie('template')).map(([one, other]) => `(${one}|${other})`),
      fc.tuple(tie('template'), tie('template')).map(([one, other]) => `(${one};${other})`),
      fc.array(tie('template'), { minLength: 1, maxLength: 4 }).map((parts) => parts.join(' ')),
    ),
  }))
  return template
}

function sampleOf(template: string, choices: readonly number[], free = 'Some Thing'): Sample {
  const grammar = grammarOf(template)
  let at = 0
  const pick = (count: number) => (choices[at++ % choices.length] ?? 0) % count
  const scope = createScopes(grammar)({ sentences: [template] })
  return sampleTemplate(parseTemplate(template), scope, { pick, free: () => free })
}

function valuesOf(found: Recognition): Readonly<Record<string, Json>> {
  return Object.fromEntries(Object.entries(found.slots).map(([name, { value }]) => [name, value]))
}

function alwaysTheSame(): (count: number) => number {
  let choice = 0
  return (count) => (choice++ * 7) % count
}

/** Equal for the same slots, whatever their order. */
function keyOf(slots: Readonly<Record<string, Json>>): string {
  return Object.entries(slots)
    .map(([name, value]) => JSON.stringify([name, value]))
    .toSorted((a, b) => (a < b ? -1 : 1))
    .join()
}

/** What a reading means, without where in the text it stands. */
function meaningOf(found: Recognition | null) {
  return found && { intent: found.intent, values: valuesOf(found), template: found.template }
}

const choices = fc.array(fc.nat(999), { minLength: 12, maxLength: 12 })
const template = templateOf(fc.oneof(word, slot))

describe('createRecognizer() with any template', () => {
  test('takes every sentence that the template can say, with the slots that it was made with', () => {
    fc.assert(
      fc.property(template, choices, (source, picked) => {
        const { text, slots } = sampleOf(source, picked)
        fc.pre(text !== '')
        const found = createRecognizer(grammarOf(source)).readings(text)
        expect(found.map(valuesOf)).toContainEqual(slots)
      }),
      { numRuns: 500 },
    )
  })

  test('takes what a wildcard takes, whatever stands around it', () => {
    const around = templateOf(word)
    fc.assert(
      fc.property(
        fc.constantFrom('say', 'note'),
        around,
        fc.constantFrom('for', 'until'),
        choices,
        (first, rest, last, picked) => {
          const source = `${first} {free} ${last} ${rest} {n}`
          const { text, slots } = sampleOf(source, picked)
          expect(createRecognizer(grammarOf(source)).readings(text).map(valuesOf)).toContainEqual(slots)
        },
      ),
      { numRuns: 300 },
    )
  })

  test('means the same with a skip word more, without accents, and in capitals', () => {
    fc.assert(
      fc.property(template, choices, fc.constantFrom(...skipWords), fc.nat(), (source, picked, skipped, place) => {
        const { text } = sampleOf(source, picked)
        fc.pre(text !== '')
        const { recognize } = createRecognizer(grammarOf(source))
        const meant = meaningOf(recognize(text))
        const words = text.split(' ')
        expect(meaningOf(recognize(words.toSpliced(place % (words.length + 1), 0, skipped).join(' ')))).toEqual(meant)
        expect(meaningOf(recognize(text.normalize('NFD').replaceAll(/\p{M}/gu, '')))).toEqual(meant)
        expect(meaningOf(recognize(text.toUpperCase()))).toEqual(meant)
        expect(meaningOf(recognize(`  ${words.join('   ')} ?!`))).toEqual(meant)
      }),
      { numRuns: 300 },
    )
  })

  test('takes no text without the words that the template requires', () => {
    const text = fc.array(fc.oneof(word, fc.constantFrom('two', 'kitchen', '20', 'you')), { maxLength: 8 })
    fc.assert(
      fc.property(templateOf(fc.oneof(word, slot, fc.constant('{free}'))), text, (around, words) => {
        const source = `[${around}] needle [${around}]`
        const { recognize } = createRecognizer(grammarOf(source))
        expect(recognize(words.join(' '))).toBeNull()
        expect(recognize([...words, 'needles'].join(' '))).toBeNull()
        expect(recognize('needle')?.intent).toBe('Meant')
      }),
      { numRuns: 300 },
    )
  })

  test('finds the same command among many as alone', () => {
    fc.assert(
      fc.property(fc.array(template, { minLength: 6, maxLength: 12 }), fc.nat(), choices, (sources, at, picked) => {
        const source = sources[at % sources.length] ?? ''
        const { text } = sampleOf(source, picked)
        fc.pre(text !== '')
        const intents = Object.fromEntries(sources.map((one, index) => [`C${index}`, { data: [{ sentences: [one] }] }]))
        const together = createRecognizer({ ...grammarOf(source), intents }).readings(text)
        const alone = sources.flatMap((one, index) =>
          createRecognizer({
            ...grammarOf(one),
            intents: { [`C${index}`]: { data: [{ sentences: [one] }] } },
          }).readings(text),
        )
        expect(together.map((one) => JSON.stringify(meaningOf(one))).toSorted()).toEqual(
          alone.map((one) => JSON.stringify(meaningOf(one))).toSorted(),
        )
      }),
      { numRuns: 150 },
    )
  })

  test('finds the same where so many ways lead through a template that it has to remember them', () => {
    fc.assert(
      fc.property(template, choices, (source, picked) => {
        const { text } = sampleOf(source, picked)
        fc.pre(text !== '')
        const plain = createRecognizer(grammarOf(source)).readings(text)
        const many = createRecognizer(grammarOf(`${'[x] '.repeat(14)}${source}`)).readings(`x x x x x x x ${text}`)
        expect(many.map(valuesOf)).toEqual(plain.map(valuesOf))
      }),
      { numRuns: 200 },
    )
  })

  test('never throws and gives places inside the text, whatever the text', () => {
    const { readings } = createRecognizer(grammarOf('turn {free} [{room}] {n} [on {free:b}]'))
    const unit = fc.constantFrom(
      'turn ',
      'kitchen ',
      '20 ',
      'on ',
      'é',
      'e\u0301',
      '-',
      '.',
      ' ',
      '?',
      'ß',
      'İ',
      '😀',
      '\uD800',
      '\n',
    )
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 60 }), (text) => {
        for (const found of readings(text)) {
          for (const { span, text: said } of Object.values(found.slots)) {
            expect(span === null || (span.start >= 0 && span.start < span.end && span.end <= text.length)).toBe(true)
            expect(said).not.toBe('')
          }
        }
      }),
      { numRuns: 500 },
    )
  })
})

test.each(['en', 'pt-br'])('every template of the corpus %s takes what it can say', (language) => {
  const file = new URL(`corpora/${language}.json`, import.meta.url)
  const { grammar } = parseCorpus(language, readFileSync(file, 'utf8'))
  const intents = Object.entries(grammar.intents).map(([name, { data }]) => {
    return [
      name,
      { data: data.map((block) => ({ ...block, requires_context: {}, excludes_context: {}, slots: {} })) },
    ] as const
  })
  const free: Grammar = { ...grammar, intents: Object.fromEntries(intents) }
  const { readings } = createRecognizer(free)
  const scopeOf = createScopes(free)
  const pick = alwaysTheSame()
  const failures = Object.values(free.intents).flatMap(({ data }) =>
    data.flatMap((block) =>
      block.sentences.flatMap((source) => {
        const { text, slots } = sampleTemplate(parseTemplate(source), scopeOf(block), {
          pick,
          free: () => 'Zzyzx Road',
        })
        const meant = keyOf(slots)
        const fits = readings(text).some((found) => keyOf(valuesOf(found)) === meant)
        return fits ? [] : [`${text} (${source})`]
      }),
    ),
  )
  expect(failures).toEqual([])
})
