/**
 * What reading a sentence costs: compile time, memory and matches per second on the public corpora, on the catalogue
 * that ships, and on catalogues of 10, 100 and 1000 made-up commands, whose cost per match must not grow with their number. All
 * times are processor time. Run with `npm run bench -- sentences`.
 */
import { readFile } from 'node:fs/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { parse } from 'yaml'
import { createRecognizer } from '../src/understanding/sentences/create-recognizer.ts'
import type { Grammar } from '../src/understanding/sentences/grammar.ts'
import { parseCorpus } from '../src/understanding/sentences/parse-corpus.ts'
import type { JsonObject } from '../src/json.ts'
import { loadShippedCatalogue } from '../src/testing/catalogues/conversation-catalogue.ts'
import { createUnderstanding } from '../src/understanding/create-understanding.ts'
import { foldText } from '../src/understanding/text/fold-text.ts'
import { compileLanguage } from '../src/understanding/words/language.ts'
import { createSentenceTable } from '../src/understanding/sentences/sentence-table.ts'
import { renderTable } from './table.ts'

type Read = (sentence: Sentence) => unknown
type Sentence = { readonly text: string; readonly context: JsonObject }

const warmUpMs = 1_500
const measuredMs = 1_500
const hostileMs = 200
/** What must not fail for the numbers to count. */
const wantedPerSecond = 50_000
const mostGrowth = 2

const collectGarbage = exposeGarbageCollector()
const rows: string[][] = []

for (const name of ['en', 'pt-br']) {
  const file = new URL(`../src/understanding/sentences/corpora/${name}.json`, import.meta.url)
  const { grammar, cases } = parseCorpus(name, await readFile(file, 'utf8'))
  rows.push(measure(`${name}.json (public corpus)`, grammar, cases).row)
}
for (const row of await measureShipped()) rows.push(row)
// The shipped catalogue would be collected while the next ones are measured.
collectGarbage()
await nextTurn()
const costs = [10, 100, 1000].map((count) => {
  const { grammar, sentences } = madeUp(count)
  const { row, perSecond } = measure(`${count} made-up commands`, grammar, sentences)
  rows.push(row)
  return 1 / perSecond
})

console.log('\nA sentence, processor time on one core\n')
console.log(
  renderTable({
    head: ['grammar', 'templates', 'compile ms', 'memory MB', 'first µs', 'warm µs', 'matches/s'],
    rows,
  }),
)
const [, hundred = 0, thousand = 0] = costs
console.log('\nGrowth\n')
console.log(
  renderTable({
    head: ['', 'to 100', 'aim'],
    rows: [['1000 made-up commands', `× ${(thousand / hundred).toFixed(2)}`, `≤ ${mostGrowth}`]],
  }),
)
console.log('\nHostile texts, in readings of an ordinary one\n')
console.log(renderTable({ head: ['of', '500 characters', '10 kB'], rows: await measureHostile() }))
const english = Number(rows[0]?.at(-1))
process.exitCode = english >= wantedPerSecond && thousand <= mostGrowth * hundred ? 0 : 1

function measure(name: string, grammar: Grammar, sentences: readonly Sentence[]): { row: string[]; perSecond: number } {
  const templates = Object.values(grammar.intents).flatMap(({ data }) => data.flatMap((block) => block.sentences))
  return measureReader(name, templates.length, sentences, () => {
    const { recognize } = createRecognizer(grammar)
    return ({ text, context }) => recognize(text, { context })
  })
}

function measureReader(
  name: string,
  templates: number,
  sentences: readonly Sentence[],
  compile: () => Read,
): { row: string[]; perSecond: number } {
  collectGarbage()
  const before = process.memoryUsage()
  const begun = process.cpuUsage()
  const read = compile()
  const compiled = processorTime(begun) / 1e3
  const first = perMatch(read, sentences, 0)
  perMatch(read, sentences, warmUpMs)
  const warm = perMatch(read, sentences, measuredMs)
  collectGarbage()
  const after = process.memoryUsage()
  const memory = after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers
  const perSecond = Math.round(1e6 / warm)
  const numbers = [
    templates,
    compiled.toFixed(0),
    (memory / 1e6).toFixed(1),
    first.toFixed(1),
    warm.toFixed(2),
    perSecond,
  ]
  return { row: [name, ...numbers.map(String)], perSecond }
}

/** What the catalogue that ships costs, with the sentences that its templates are tested with. */
async function measureShipped(): Promise<readonly string[][]> {
  const catalogue = await loadShippedCatalogue()
  const made: string[][] = []
  for (const locale of catalogue.locales.values()) {
    const file = new URL(`../locales/${locale.language}/sentences.test.yaml`, import.meta.url)
    const tests = parse(await readFile(file, 'utf8')) as Readonly<Record<string, { readonly reads: object }>>
    const sentences = Object.values(tests).flatMap(({ reads }) =>
      Object.keys(reads).map((text) => ({ text, context: {} })),
    )
    const language = compileLanguage(locale, catalogue.locales.values())
    const templates = Object.values(locale.commands).reduce((sum, texts) => sum + texts.sentences.length, 0)
    const { row } = measureReader(`shipped catalogue, ${locale.language}`, templates, sentences, () => {
      const { read } = createSentenceTable(catalogue.commands.values(), locale, language)
      return ({ text }) => read(foldText(text))
    })
    made.push(row)
  }
  return made
}

/** How many messages that mean nothing could be read in the time of one that was made to be slow. */
async function measureHostile(): Promise<readonly string[][]> {
  const { read } = createUnderstanding({ catalogue: await loadShippedCatalogue() })
  const when = { now: new Date(), timeZone: 'UTC' }
  const cost = (text: string) =>
    perMatch((sentence) => read(sentence.text, { kind: 'nothing' }, 'en', when), [{ text, context: {} }], hostileMs)
  const ordinary = 'the order of our friend came late again'
  // The other languages are compiled when the first message means nothing in English.
  cost('(')
  const base = cost(ordinary)
  return ['(', '"', 'two ', 'x=', '1,e?', 'cancel order 204 and ', 'cancel the order of '].map((piece) => [
    JSON.stringify(piece),
    ...[500, 10_000].map((length) => `× ${(cost(piece.repeat(length / piece.length)) / base).toFixed(1)}`),
  ])
}

/** Microseconds of processor time per match; every sentence is read once at least. */
function perMatch(read: Read, sentences: readonly Sentence[], ms: number): number {
  const begun = process.cpuUsage()
  let rounds = 0
  let spent = 0
  do {
    for (const sentence of sentences) read(sentence)
    rounds++
    spent = processorTime(begun)
  } while (spent < ms * 1e3)
  return spent / (rounds * sentences.length)
}

/** Microseconds since `begun`. Others that use the machine make it slower, but not dearer. */
function processorTime(begun: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(begun)
  return user + system
}

/** Commands as an office has them: two nouns tell each from the others, five templates for each. */
function madeUp(count: number): { grammar: Grammar; sentences: readonly Sentence[] } {
  const intents: Record<string, Grammar['intents'][string]> = {}
  const sentences: Sentence[] = []
  for (let command = 0; command < count; command++) {
    const thing = `${word(command % 37)} ${word(1_000 + Math.floor(command / 37))}`
    intents[`Command${command}`] = {
      data: [
        {
          sentences: [
            `<show> [me] [<the>] ${thing} [of <the> {customer}]`,
            `(cancel|drop|call off) [<the>] ${thing} {number}[ because {reason}]`,
            `(move|send) [<the>] ${thing} [number] {number} to [<the>] {customer} [in {0..30:days} day[s]]`,
            `how many ${thing}[s] (are there|do we have|does {customer} have)`,
            `note on [<the>] ${thing} {number}: {reason}`,
          ],
        },
      ],
    }
    for (const text of [
      `show me the ${thing} of our ${word(2_000 + (command % 20))}`,
      `please cancel ${thing} ${command % 100} because it rains`,
      `send ${thing} number 7 to ${word(2_000 + (command % 20))} in 3 days`,
      `how many ${thing}s are there?`,
      `could you drop the ${word(command % 37)} please`,
    ]) {
      sentences.push({ text, context: {} })
    }
  }
  const lists = {
    customer: { values: Array.from({ length: 20 }, (_, at) => word(2_000 + at)) },
    number: { range: { from: 0, to: 100 } },
    reason: { wildcard: true as const },
  }
  const rules = { show: '(show|list|give|tell)', the: '(the|my|our)' }
  return {
    grammar: { language: 'en', intents, lists, expansion_rules: rules, skip_words: ['please', 'could you'] },
    sentences,
  }
}

/** The n-th of words that nobody knows, so that what is measured is no accident of a vocabulary. */
function word(n: number): string {
  const [consonants, vowels] = ['bdfgklmnprst', 'aeiou']
  let made = ''
  for (let rest = n + 7, at = 0; at < 6; at++) {
    const letters = at % 2 === 0 ? consonants : vowels
    made += letters.charAt((rest * 7 + at * 3) % letters.length)
    rest = Math.floor(rest / 3) + at
  }
  return `${made}${n.toString(36).replaceAll(/\d/g, (digit) => 'bcdfghjklm'.charAt(Number(digit)))}`
}

function exposeGarbageCollector(): () => void {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  return () => void (typeof collect === 'function' && collect())
}
