import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Command, Locale, Parameter } from '../../catalogue/catalogue.ts'
import { createUnderstandingFixture } from '../../testing/conversation/understanding-fixture.ts'
import { foldText } from '../text/fold-text.ts'
import { compileLanguage } from '../words/language.ts'
import { createSentenceTable, type SentenceTable } from './sentence-table.ts'

const base = { kind: 'scalar', required: false, schema: {}, entity: null } as const
const parameters: readonly Parameter[] = [
  { ...base, name: 'n', type: 'integer' },
  { ...base, name: 'text', type: 'text' },
  { ...base, name: 'who', type: 'text', entity: 'person' },
  { ...base, name: 'thing', type: 'text', entity: 'thing' },
]

type Sketch = { readonly safety?: Command['safety']; readonly sentences: readonly string[] }

const catalogue = createUnderstandingFixture()
const sample = known(catalogue.commands.get('CANCEL_ORDER'))
const shippedEnglish = known(catalogue.locales.get('en'))
const texts = shippedEnglish.commands[sample.path]
const english = { ...shippedEnglish, skipWords: ['please', 'if you can'] }
const language = compileLanguage(english, [])

function known<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('the fixture has lost its order commands')
  return value
}

function tableOf(sketches: Readonly<Record<string, Sketch>>, changes?: Partial<Locale>): SentenceTable {
  const commands = Object.entries(sketches).map(([token, { safety = 'read' }]) => {
    return { ...sample, token, path: token.toLowerCase(), safety, parameters }
  })
  const sentences = Object.entries(sketches).map(([token, sketch]) => {
    return [token.toLowerCase(), { ...texts, sentences: sketch.sentences }]
  })
  const locale = { ...english, ...changes, commands: Object.fromEntries(sentences) }
  return createSentenceTable(commands, locale, changes === undefined ? language : compileLanguage(locale, []))
}

/** What a text gives to the slots of a template; `null` when it does not fit. */
function match(template: string, text: string, rules: Readonly<Record<string, string>> = {}) {
  return tableOf({ ONLY: { sentences: [template] } }, { rules }).read(foldText(text))[0]?.args ?? null
}

function commandsOf(table: SentenceTable, text: string): readonly string[] {
  return table.read(foldText(text)).map(({ command }) => command.token)
}

describe('createSentenceTable()', () => {
  test.each([
    ['turn on [the] light[s]', 'Turn on lights!'],
    ['turn on[ the] light', 'turn on the light'],
    ['turn on[ the] light', 'turn on light'],
    ['(cancel|call off) [the] order', 'call off order'],
    ['[please ]cancel', 'cancel'],
    ['cancel [now]', 'cancel'],
    ['a|b c', 'b c'],
    ["what['s|s| is] up", 'whats up'],
    ["don't go", 'dont go'],
    ['dont go', 'don’t go'],
    ['ação', 'ACAO'],
    ['cancel: now!', 'cancel now'],
    ['cancel order', 'please cancel please order please'],
    ['cancel order', 'please, if you can, please cancel order'],
    ['please cancel', 'please cancel'],
    ['(cancel;all orders)', 'all orders cancel'],
    ['order [by] e-mail', 'order by E-Mail'],
  ])('%j takes %j', (template, text) => {
    expect(match(template, text)).toEqual({})
  })

  test.each([
    ['turn on light', 'turnon light'],
    ['cancel', 'cancels'],
    ['cancel', 'do cancel'],
    ['cancel order', 'cancel'],
    ['cancel', 'please'],
    ['order {n}', 'order 2x'],
    ['order{n}', 'order 2'],
    ['say {text}', 'say'],
    ['say {text} twice', 'say twice'],
    ["{who:name}'s", 'pedros'],
    ['call {who:name}', 'call please'],
    ['call {who:name} now', 'call the now'],
    ['call {who:name} now', "call Ben don't now"],
    ['call {who:name} now', 'call "Ben now'],
    ['order {1..9:n}', 'order 10'],
  ])('%j does not take %j', (template, text) => {
    expect(match(template, text)).toBeNull()
  })

  test('a wildcard ends where the rest of the template fits', () => {
    expect(match('play {text} by {who:name}', 'play Stand by Me by Ben E. King')).toEqual({
      text: 'Stand by Me',
      who: 'Ben E. King',
    })
    expect(match('call {thing:name} {text}', 'call Ben a friend')).toEqual({ thing: 'Ben', text: 'a friend' })
    expect(match("{who:name}['s] order", 'Pedro’s order')).toEqual({ who: 'Pedro' })
  })

  test('free text keeps words that would be skipped, word for word; a name does not', () => {
    expect(match('say {text}', 'Please say: it, please!')).toEqual({ text: 'it, please!' })
    expect(match('say {text} twice', 'say it please twice')).toEqual({ text: 'it please' })
    expect(match('call {who:name}', 'call please Ben please')).toEqual({ who: 'Ben' })
    expect(match('call {who:name} now', 'call Ben please now')).toEqual({ who: 'Ben' })
  })

  test('prefers the words of the template to the wildcard', () => {
    expect(match('note [saying] {text}', 'note please saying Hello')).toEqual({ text: 'Hello' })
  })

  test('reads numbers in words and in digits, also behind a name', () => {
    expect(match('give {who:name} {n}', 'give Ben twenty two')).toEqual({ who: 'Ben', n: '22' })
    expect(match('order {1..9:n}', 'order please 7')).toEqual({ n: '7' })
  })

  test('rules stand for their templates, also in other rules', () => {
    const rules = { do: 'cancel <it>', it: '[the] order' }
    expect(match('<do> {n}', 'please cancel the order 5', rules)).toEqual({ n: '5' })
  })

  test('says which template it was, and where its slots stand in the folded text', () => {
    const table = tableOf({ ONLY: { sentences: ['say {text}', 'give {who:name} [the] {n}'] } })
    expect(table.read(foldText('Please, give  Ben the 5!'))).toMatchObject([
      {
        template: 'give {who:name} [the] {n}',
        slots: [
          { name: 'who', value: 'Ben', wildcard: true, from: 12, to: 15 },
          { name: 'n', value: '5', wildcard: false, from: 20, to: 21 },
        ],
      },
    ])
  })

  test('takes no exponential time where the template branches without end', { timeout: 30_000 }, () => {
    const nested = `${'[a] '.repeat(60)}${'(a|a a|a a a) '.repeat(20)}{text} b {who:name} c`
    const table = tableOf({ ONLY: { sentences: [nested, '{text} {who:name} {text} {who:name} x'] } })
    expect(commandsOf(table, `${'a '.repeat(200)}d`)).toEqual([])
    expect(commandsOf(table, `${'a '.repeat(240)}y`)).toEqual([])
    expect(commandsOf(table, 'please '.repeat(70))).toEqual([])
  })
})

describe('of several commands', () => {
  const destructive = 'destructive'

  test.each([
    ['more words of its own', ['drop {who:name}'], ['drop [the] order of {who:name}'], 'drop the order of Ben'],
    ['fewer wildcards', ['drop {who:name}'], ['drop {n}'], 'drop 5'],
  ])('%s wins, whatever the danger', (_what, loose, strict, text) => {
    for (const safety of ['read', destructive] as const) {
      const table = tableOf({ LOOSE: { sentences: loose, safety }, STRICT: { sentences: strict, safety: destructive } })
      expect(commandsOf(table, text)).toEqual(['STRICT'])
    }
  })

  test('the harmless one wins between equals, in either order', () => {
    const one = { sentences: ['handle {n}'], safety: destructive } as const
    const other = { sentences: ['[just] handle {n}'] }
    expect(commandsOf(tableOf({ DROP: one, LOOK: other }), 'handle 5')).toEqual(['LOOK'])
    expect(commandsOf(tableOf({ LOOK: other, DROP: one }), 'handle 5')).toEqual(['LOOK'])
  })

  test('all are given that are equal in danger too, one reading each', () => {
    const table = tableOf({
      FIRST: { sentences: ['handle {n}', '[now] handle {n}'] },
      SECOND: { sentences: ['handle [the] {n}'] },
      THIRD: { sentences: ['handle {who:name}'] },
    })
    expect(commandsOf(table, 'handle 5')).toEqual(['FIRST', 'SECOND'])
    expect(table.rank(foldText('handle 5')).map(({ command }) => command.token)).toEqual([
      'FIRST',
      'FIRST',
      'SECOND',
      'THIRD',
    ])
  })

  test('none is lost among many, wherever skip words and apostrophes stand', () => {
    const piece = fc.constantFrom(
      'drop',
      "what's",
      'order[s]',
      '[the]',
      '(if|note)',
      '{n}',
      '{text}',
      '{who:name}',
      '[{1..9:n}]',
    )
    const template = fc.array(piece, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(' '))
    const words = "drop whats what's dr'op order orders the if note 5 Ben Ben's please if,you,can please, you".split(
      ' ',
    )
    const word = fc.constantFrom(...words.map((each) => each.replaceAll(/(?<=\w),(?=\w)/gu, ' ')))
    fc.assert(
      fc.property(
        fc.uniqueArray(template, { minLength: 40, maxLength: 50 }),
        fc.array(word, { minLength: 1, maxLength: 6 }),
        (sources, said) => {
          const text = said.join(' ')
          const sketches = sources.map((source, at) => [`C${at}`, { sentences: [source] }] as const)
          const together = tableOf(Object.fromEntries(sketches)).rank(foldText(text))
          const alone = sketches.flatMap(([token, sketch]) => tableOf({ [token]: sketch }).rank(foldText(text)))
          const keysOf = (found: typeof together) =>
            found.map(({ command, args }) => JSON.stringify([command.token, args])).toSorted()
          expect(keysOf(together)).toEqual(keysOf(alone))
        },
      ),
      { numRuns: 30 },
    )
  })

  test('a looser sentence of a destructive command never beats a stricter one of a harmless one', () => {
    const words = fc.array(fc.constantFrom<string>('drop', 'the', 'note', 'of', 'now'), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(words, fc.nat(4), (said, at) => {
        const strict = said.join(' ')
        const loose = said.toSpliced(at % said.length, 1, '{text}').join(' ')
        const table = tableOf({
          DROP: { sentences: [loose], safety: destructive },
          LOOK: { sentences: [strict] },
        })
        expect(commandsOf(table, strict)).toEqual(['LOOK'])
      }),
    )
  })
})
