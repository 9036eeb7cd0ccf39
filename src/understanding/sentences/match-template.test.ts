import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { foldText, originalBetween } from '../fold-text.ts'
import { compileTemplate } from './compile-template.ts'
import { matchTemplate } from './match-template.ts'
import { parseTemplate } from './parse-template.ts'
import type { Slot } from './slot.ts'

const wildcard = (greedy: boolean): Slot => ({ kind: 'wildcard', greedy, capture: originalBetween })
const digits: Slot = {
  kind: 'value',
  read: ({ text }, at) => {
    const found = /^\d+(?= |$)/.exec(text.slice(at))?.[0]
    return found === undefined ? [] : [{ end: at + found.length, value: found }]
  },
}
const slots: Readonly<Record<string, Slot>> = { n: digits, text: wildcard(true), name: wildcard(false) }

function match(template: string, text: string, rules: Readonly<Record<string, string>> = {}) {
  const parsed = new Map(Object.entries(rules).map(([name, source]) => [name, parseTemplate(source)]))
  const scope = { rules: parsed, slot: ({ name }: { readonly name: string }) => slots[name] ?? `no slot "${name}"` }
  const folded = foldText(text)
  const please = Array.from(folded.text, (_, at) =>
    folded.text.startsWith('please', at) ? [at + 'please'.length] : [],
  )
  const found = matchTemplate(compileTemplate(parseTemplate(template), scope), folded, please)
  if (found === null) return null
  const captured: Record<string, string> = {}
  for (let one = found.captures; one !== null; one = one.rest) captured[one.name] = one.value
  return captured
}

describe('matchTemplate()', () => {
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
    ['please cancel', 'please cancel'],
  ])('%j takes %j', (template, text) => {
    expect(match(template, text)).toEqual({})
  })

  test.each([
    ['turn on light', 'turnon light'],
    ['cancel', 'cancels'],
    ['cancel', 'do cancel'],
    ['cancel order', 'cancel'],
    ['order {n}', 'order 2x'],
    ['order{n}', 'order 2'],
    ['say {text}', 'say'],
    ['say {text} twice', 'say twice'],
    ["{name}'s", 'pedros'],
  ])('%j does not take %j', (template, text) => {
    expect(match(template, text)).toBeNull()
  })

  test('a wildcard ends where the rest of the template fits', () => {
    expect(match('play {text} by {name}', 'play Stand by Me by Ben E. King')).toEqual({
      text: 'Stand by Me',
      name: 'Ben E. King',
    })
  })

  test('free text keeps words that would be skipped, a name does not', () => {
    expect(match('say {text}', 'say it please')).toEqual({ text: 'it please' })
    expect(match('call {name}', 'call Ben please')).toEqual({ name: 'Ben' })
  })

  test('prefers the words of the template to the wildcard', () => {
    expect(match('note [saying] {text}', 'note saying Hello')).toEqual({ text: 'Hello' })
  })

  test('rules stand for their templates, also in other rules', () => {
    expect(match('<do> {n}', 'please cancel the order 5', { do: 'cancel <it>', it: '[the] order' })).toEqual({ n: '5' })
  })

  test('refuses rules and slots that are not there, and rules that use themselves, naming the column', () => {
    expect(() => match('a <b>', 'a')).toThrow('column 3: there is no rule <b>')
    expect(() => match('a {b}', 'a')).toThrow('column 3: no slot "b"')
    expect(() => match('<a>', 'a', { a: 'x <b>', b: 'y <a>' })).toThrow('the rule <a> uses itself')
  })

  test('refuses templates that grow without measure', () => {
    const rules = Object.fromEntries(
      Array.from({ length: 12 }, (_, at) => [`r${at}`, at === 0 ? 'x' : `<r${at - 1}> <r${at - 1}>`]),
    )
    expect(() => match('<r11>', 'x', rules)).toThrow('more than 2000 states')
  })

  test('takes every text that was made from the template', () => {
    fc.assert(
      fc.property(sampleOf(3), fc.boolean(), ({ source, text, captured }, polite) => {
        fc.pre(text.trim() !== '')
        expect(match(source, polite ? `please ${text.toUpperCase()}` : text)).toEqual(captured)
      }),
    )
  })

  test('takes no exponential time where the template branches without end', () => {
    const nested = `${'[a] '.repeat(60)}${'(a|a a|a a a) '.repeat(20)}{text} b {name} c`
    const started = performance.now()
    expect(match(nested, `${'a '.repeat(200)}d`)).toBeNull()
    expect(match('{text} {name} {text} {name} x', `${'a '.repeat(240)}y`)).toBeNull()
    expect(performance.now() - started).toBeLessThan(2_000)
  })
})

/** A template, a text that was made from it, and what its slot must capture. */
type Sample = { readonly source: string; readonly text: string; readonly captured: Readonly<Record<string, string>> }

function sampleOf(depth: number): fc.Arbitrary<Sample> {
  const word = fc
    .constantFrom('cancel', 'the', 'order', "what's", 'ação', 'on')
    .map((text) => ({ source: text, text, captured: {} }))
  const slot = fc.nat(999).map((n) => ({ source: '{n}', text: String(n), captured: { n: String(n) } }))
  if (depth === 0) return fc.oneof({ weight: 4, arbitrary: word }, slot)
  const inner = sampleOf(depth - 1)
  const optional = fc.tuple(inner, fc.boolean()).map(([one, taken]) => ({
    source: `[${one.source}]`,
    text: taken ? one.text : '',
    captured: taken ? one.captured : {},
  }))
  const choice = fc.tuple(inner, inner).map(([one, other]) => ({ ...one, source: `(${other.source}|${one.source})` }))
  const sequence = fc.array(inner, { minLength: 1, maxLength: 4 }).map((parts) => ({
    source: parts.map(({ source }) => source).join(' '),
    text: parts.map(({ text }) => text).join(' '),
    captured: Object.assign({}, ...parts.map(({ captured }) => captured)) as Record<string, string>,
  }))
  return fc.oneof(word, slot, optional, choice, sequence)
}
