import { describe, expect, test } from 'vitest'
import { UserError } from '../../errors.ts'
import type { Json } from '../../json.ts'
import { createRecognizer, maxTextLength } from './create-recognizer.ts'
import type { Block, Grammar } from './grammar.ts'
import type { MatchText } from './prepared-text.ts'
import type { Recognition } from './recognition.ts'
import type { Capture } from './slot.ts'

type Rest = Partial<Omit<Grammar, 'intents'>>

function recognizerOf(blocks: Readonly<Record<string, readonly string[] | Block>>, rest: Rest = {}) {
  const intents = Object.entries(blocks).map(([intent, block]) => {
    return [intent, { data: ['sentences' in block ? block : { sentences: block }] }] as const
  })
  return createRecognizer({ language: 'en', ...rest, intents: Object.fromEntries(intents) })
}

function valuesOf(found: Recognition | null): Readonly<Record<string, Json>> | null {
  return found && Object.fromEntries(Object.entries(found.slots).map(([name, { value }]) => [name, value]))
}

/** Digits, as many groups as there are, or only the first one. */
function readNumbers({ text }: MatchText, from: number): readonly Capture[] {
  const found = /^\d+(?: \d+)*/.exec(text.slice(from))?.[0] ?? ''
  const groups = found === '' ? [] : [found, found.split(' ')[0] ?? '']
  return groups.map((one) => ({ end: from + one.length, value: `#${one}` }))
}

const rooms = {
  area: { values: ['Kitchen', 'Living Room', { in: '(loo|bathroom)', out: 'Bathroom', metadata: { id: 4 } }] },
}

describe('createRecognizer()', () => {
  test.each([
    ['turn on[ the] light', 'turn on the light'],
    ['turn on[ the] light', 'turn on light'],
    ['turn on [the] light', 'turn on light'],
    ['light[s]', 'lights'],
    ['good[ ]night', 'goodnight'],
    ['good[ ]night', 'good night'],
    ['good night', 'good-night'],
    ['ação', 'ACAO'],
    ['acao', 'ação'],
    ['what’s up', "what's up?"],
    ['über', 'U\u0308ber'],
  ])('%j takes %j', (template, text) => {
    expect(recognizerOf({ Yes: [template] }).recognize(text)?.template).toBe(template)
  })

  test.each([
    ['turn on light', 'turnon light'],
    ['light', 'lights'],
    ['good-night', 'good night'],
    ['50%', '50'],
    ['light', ''],
    ['straße', 'strasse'],
  ])('%j does not take %j', (template, text) => {
    expect(recognizerOf({ Yes: [template] }).recognize(text)).toBeNull()
  })

  test('says where in the original text each slot stands', () => {
    const { recognize } = recognizerOf(
      { Set: ['turn {area} to {0..100:level} for {who}'] },
      {
        lists: { ...rooms, who: { wildcard: true } },
        skip_words: ['please'],
      },
    )
    const text = '¡Turn  please, LIVING-ROOM,  to 40 for  Señor “X”!'
    const found = recognize(text)
    expect(valuesOf(found)).toEqual({ area: 'Living Room', level: 40, who: 'Señor “X”' })
    const spans = Object.values(found?.slots ?? {}).map(({ span }) => text.slice(span?.start, span?.end))
    expect(spans).toEqual(['LIVING-ROOM', '40', 'Señor “X”'])
    expect(found?.slots['area']).toMatchObject({ text: 'LIVING-ROOM', source: 'text', wildcard: false })
  })

  test('hands on metadata, response, captures, and what came from elsewhere than the text', () => {
    const block: Block = {
      sentences: ['clean {area} [for {area:@other}]'],
      slots: { deep: true },
      metadata: { custom: 1 },
      response: 'cleaned',
      requires_context: { user: { slot: 'by' } },
    }
    const { recognize } = recognizerOf({ Clean: block }, { lists: rooms })
    const found = recognize('clean loo for Kitchen', { context: { user: { value: 'Ana', text: 'our Ana' } } })
    expect(found).toMatchObject({
      intent: 'Clean',
      captures: { other: 'Kitchen' },
      metadata: { custom: 1 },
      response: 'cleaned',
    })
    expect(found?.slots).toEqual({
      area: expect.objectContaining({ value: 'Bathroom', metadata: { id: 4 }, source: 'text' }),
      by: { value: 'Ana', text: 'our Ana', span: null, source: 'context', wildcard: false, metadata: null },
      deep: { value: true, text: '', span: null, source: 'block', wildcard: false, metadata: null },
    })
  })

  test('prefers a name, then the longest one', () => {
    const lists = {
      name: { values: ['switch', 'kitchen switch'] },
      area: { values: ['kitchen'] },
      any: { wildcard: true as const },
    }
    const { recognize, readings } = recognizerOf(
      { Any: ['turn on {any}'], Area: ['turn on {area} {name}'], Name: ['turn on {name}'] },
      { lists },
    )
    expect(recognize('turn on kitchen switch')?.intent).toBe('Name')
    expect(recognize('turn on kitchen switch', { bestSlot: 'area' })?.intent).toBe('Area')
    expect(readings('turn on kitchen switch').map(({ intent }) => intent)).toEqual(['Name', 'Area', 'Any'])
  })

  test('prefers fewer wildcards, then more literal text, then less text in wildcards, then what is first', () => {
    const lists = { a: { wildcard: true as const }, b: { wildcard: true as const }, kind: { values: ['track'] } }
    const { recognize } = recognizerOf(
      {
        Two: ['play {a} by {b}'],
        One: ['play {a}'],
        Literal: ['play the {a}'],
        Kind: ['start {kind} {a}', 'start {a}'],
        First: ['stop'],
        Second: ['stop', 'halt'],
      },
      { lists },
    )
    expect(recognize('play hey by you')?.intent).toBe('One')
    expect(recognize('play the hey')?.intent).toBe('Literal')
    expect(valuesOf(recognize('start track nine'))).toEqual({ kind: 'track', a: 'nine' })
    expect(recognize('stop')?.intent).toBe('First')
  })

  test('prefers the metadata that is asked for over everything else', () => {
    const { recognize } = recognizerOf({
      Plain: ['hello there'],
      Custom: { sentences: ['hello [there]'], metadata: { custom: true } },
    })
    expect(recognize('hello there')?.intent).toBe('Plain')
    expect(recognize('hello there', { bestMetadata: 'custom' })?.intent).toBe('Custom')
  })

  test('takes another accent only where none fits as it is', () => {
    const { recognize, readings } = recognizerOf({ Without: ['avo'], With: ['avó'] })
    expect(recognize('avó')?.intent).toBe('With')
    expect(recognize('avo')?.intent).toBe('Without')
    expect(readings('avó').map(({ intent }) => intent)).toEqual(['With', 'Without'])
    expect(recognize('ävo')?.intent).toBe('Without')
  })

  test('tries every end of a wildcard, the shortest first', () => {
    const lists = { song: { wildcard: true as const }, by: { wildcard: true as const } }
    const { readings } = recognizerOf({ Play: ['play {song} by {by}'] }, { lists })
    expect(readings('play Stand by Me by Ben').map(valuesOf)).toEqual([
      { song: 'Stand', by: 'Me by Ben' },
      { song: 'Stand by Me', by: 'Ben' },
    ])
  })

  test('leaves skip words out, unless they are part of a template or stand beside a wildcard at its edge', () => {
    const lists = { item: { wildcard: true as const } }
    const { recognize } = recognizerOf(
      {
        Watch: ['i want to watch tv'],
        Add: ['add {item} to my list'],
        Say: ['say {item}'],
        Note: ['note for ana {item}'],
      },
      { lists, skip_words: ['i want', 'please', 'i want to'] },
    )
    expect(recognize('I want to watch TV please')).toBeNull()
    expect(recognize('I want to watch TV')?.intent).toBe('Watch')
    expect(valuesOf(recognize('please add, please, milk to my list please'))).toEqual({ item: 'milk' })
    expect(valuesOf(recognize('please say it please'))).toEqual({ item: 'it please' })
    expect(valuesOf(recognize('note please for ana buy milk'))).toEqual({ item: 'buy milk' })
    expect(recognize('pleased say it')).toBeNull()
  })

  test('reads what a function recognises, in all the ways it offers', () => {
    const lists = { id: { reader: readNumbers }, why: { wildcard: true as const } }
    const { recognize } = recognizerOf({ Cancel: ['cancel {id} {why}', 'drop {why} {id}'] }, { lists })
    expect(valuesOf(recognize('cancel 20 4 late'))).toEqual({ id: '#20 4', why: 'late' })
    expect(valuesOf(recognize('cancel 20 4'))).toEqual({ id: '#20', why: '4' })
    expect(valuesOf(recognize('drop the order 7'))).toEqual({ why: 'the order', id: '#7' })
    expect(recognize('cancel late')).toBeNull()
  })

  test('of two wildcards side by side neither could end, so they never match', () => {
    const lists = { a: { wildcard: true as const }, b: { wildcard: true as const } }
    expect(recognizerOf({ Both: ['say {a} {b}'] }, { lists }).recognize('say this and that')).toBeNull()
  })

  test.each<[string, Rest, string]>([
    ['a {b}', {}, 'column 3: there is no list {b}'],
    ['a <b>', {}, 'column 3: there is no rule <b>'],
    ['a <b>', { expansion_rules: { b: 'x <c>', c: 'y <b>' } }, '"b" uses itself'],
    ['a {l}', { lists: { l: { values: ['({l}|x)'] } } }, '"l" uses itself'],
    ['a {5..1:x}', {}, 'column 3: the range {5..1} ends before it begins'],
    ['a {1..5,0:x}', {}, 'column 3: the range {1..5,0} has no steps'],
    ['a {1..5}', {}, 'column 3: the range {1..5} names no slot'],
    ['a {l}', { lists: { l: { values: ['(b'] } } }, 'column 1: "(" is never closed'],
  ])('refuses %j, naming the column', (template, rest, problem) => {
    expect(() => recognizerOf({ Broken: [template] }, rest)).toThrow(UserError)
    expect(() => recognizerOf({ Broken: [template] }, rest)).toThrow(problem)
  })

  test('refuses templates that rules make endless', () => {
    const doubling = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [`r${at}`, at === 0 ? '[x]' : `<r${at - 1}> <r${at - 1}>`]),
    )
    expect(() => recognizerOf({ Long: ['<r39>'] }, { expansion_rules: doubling })).toThrow('more than')
    const lists = { l: { values: ['<r39>'] } }
    expect(() => recognizerOf({ Long: ['{l}'] }, { expansion_rules: doubling, lists })).toThrow('more than')
  })

  test('a longer text than a sentence can be is none', () => {
    const { recognize } = recognizerOf({ Say: ['say {x}'] }, { lists: { x: { wildcard: true } } })
    expect(recognize(`say ${'x'.repeat(maxTextLength - 4)}`)).not.toBeNull()
    expect(recognize(`say ${'x'.repeat(maxTextLength - 3)}`)).toBeNull()
  })

  test('hostile texts cost milliseconds, however the templates branch', () => {
    const wild = { wildcard: true } as const
    const { recognize, readings } = recognizerOf(
      {
        Branches: [`${'[a] '.repeat(60)}${'(a|a a|a a a) '.repeat(20)}{w} b {v} c`],
        Wildcards: ['{w} a {v} a {w:x} a {v:y} a {w:z} q', '{w} {l} {v} {l:m} {w:n} {l:o} q'],
        Orders: ['(a;[a];{l};{w};(a|b);[{l:k}]) {l:u} q'],
        Nested: ['{c} {c:d} {w} {c:e} q'],
      },
      {
        lists: { w: wild, v: wild, l: { values: ['a', 'a a', 'a a a'] }, c: { values: ['x {l:q} (y|{l:z})'] } },
        skip_words: ['please', 'a a a a'],
      },
    )
    const texts = ['a ', 'a-', 'x a y a ', 'please ', '(', 'é', 'e\u0301', '. , ', 'a.b', '1 ', '\uD800'].flatMap(
      (part) => [part.repeat(maxTextLength / part.length), part.repeat(10_000 / part.length)],
    )
    const begun = process.cpuUsage()
    for (const text of texts) {
      recognize(text)
      readings(text)
    }
    const { user, system } = process.cpuUsage(begun)
    expect((user + system) / 1e3 / (texts.length * 2)).toBeLessThan(100)
  })
})
