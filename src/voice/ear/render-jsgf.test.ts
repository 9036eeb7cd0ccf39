import { expect, test } from 'vitest'
import type { SpokenValue, Spoken } from '../../understanding/spoken/spoken.ts'
import { renderJsgf, type ExpectedSpeech } from './render-jsgf.ts'

const values: Readonly<Record<SpokenValue, Spoken>> = {
  number: { any: ['one', 'two'] },
  percent: { all: ['ten', 'percent'] },
  money: 'xyzzy',
  month: 'may',
  moment: 'today',
}
const knows = (word: string): boolean => word !== 'xyzzy'
const nothing: ExpectedSpeech = { sentences: [], polite: [], values, names: new Map(), own: [], isTwo: true }

function rulesOf(expected: Partial<ExpectedSpeech>): readonly string[] {
  return renderJsgf({ ...nothing, ...expected }, knows)?.split('\n') ?? []
}

function sentencesOf(sentences: readonly Spoken[], polite: readonly Spoken[] = []): string | undefined {
  return rulesOf({ sentences, polite }).find((line) => line.startsWith('<sentence>'))
}

test('says a tree as the format writes it', () => {
  const order: Spoken = { all: [{ any: ['cancel', 'call off'] }, { maybe: 'the' }, 'order', { value: 'number' }] }
  expect(sentencesOf([order, 'help'])).toBe('<sentence> = ( cancel | call off ) [ the ] order <number> | help;')
})

test('leaves out what has a word that the ear does not know, and nothing more', () => {
  expect(sentencesOf(['say xyzzy', 'help', { any: ['xyzzy', 'menu'] }])).toBe('<sentence> = help | ( menu );')
  expect(sentencesOf([{ all: ['pay', { value: 'money' }] }, { all: [{ maybe: 'xyzzy' }, 'stop'] }])).toBe(
    '<sentence> = stop;',
  )
})

test('is nothing where nothing can be said', () => {
  expect(renderJsgf({ ...nothing, sentences: ['xyzzy'] }, knows)).toBeNull()
})

test('lets politeness stand around a sentence, as far as it is known', () => {
  const grammar = renderJsgf({ ...nothing, sentences: ['help'], polite: ['please', 'xyzzy'] }, knows)
  expect(grammar).toContain('public <said> = [ <polite> ] <sentence> [ and <sentence> ] [ <polite> ];')
  expect(grammar).toContain('<polite> = ( please );')
  expect(renderJsgf({ ...nothing, sentences: ['help'], polite: ['xyzzy'] }, knows)).toContain(
    'public <said> =  <sentence>',
  )
})

test('says one of the names that it knows, and leaves a sentence out where it knows none', () => {
  const restock: Spoken = { all: ['restock', { name: 'product' }] }
  const names = new Map([['product', ['red shirt', 'xyzzy', 'tea']]])
  expect(rulesOf({ sentences: [restock], names })).toEqual(
    expect.arrayContaining(['<sentence> = restock <name0>;', '<name0> = ( red shirt | tea );']),
  )
  expect(rulesOf({ sentences: [restock] })).toEqual([])
  expect(rulesOf({ sentences: [restock], names: new Map([['product', ['xyzzy']]]) })).toEqual([])
})

test('says any words in a row of what was heard for the speaker’s own', () => {
  const own = [['call', 'ann', { any: ['two', 'deux'] }]]
  expect(rulesOf({ sentences: [{ all: ['remind', { own: 'words' }] }], own })).toEqual(
    expect.arrayContaining([
      '<own0_0> = call [ <own0_1> ];',
      '<own0_1> = ann [ <own0_2> ];',
      '<own0_2> = ( two | deux );',
      '<own> = <own0_0> | <own0_1> | <own0_2>;',
    ]),
  )
  expect(rulesOf({ sentences: ['help', { own: 'words' }] })).toContain('<sentence> = help;')
})

test('expects a second sentence only where there may be one', () => {
  expect(rulesOf({ sentences: ['help'] })).toContain('public <said> =  <sentence> [ and <sentence> ] ;')
  expect(rulesOf({ sentences: ['help'], isTwo: false })).toContain('public <said> =  <sentence> ;')
})
