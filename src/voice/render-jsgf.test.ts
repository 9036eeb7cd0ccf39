import { expect, test } from 'vitest'
import type { SpokenValue, Spoken } from '../understanding/spoken/spoken.ts'
import { renderJsgf } from './render-jsgf.ts'

const values: Readonly<Record<SpokenValue, Spoken>> = {
  number: { any: ['one', 'two'] },
  percent: { all: ['ten', 'percent'] },
  money: 'xyzzy',
  month: 'may',
  moment: 'today',
}
const knows = (word: string): boolean => word !== 'xyzzy'

function sentencesOf(sentences: readonly Spoken[], polite: readonly Spoken[] = []): string | undefined {
  const grammar = renderJsgf({ sentences, polite, values }, knows)
  return grammar?.split('\n').find((line) => line.startsWith('<sentence>'))
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
  expect(renderJsgf({ sentences: ['xyzzy'], polite: [], values }, knows)).toBeNull()
})

test('lets politeness stand around a sentence, as far as it is known', () => {
  const grammar = renderJsgf({ sentences: ['help'], polite: ['please', 'xyzzy'], values }, knows)
  expect(grammar).toContain('public <said> = [ <polite> ] <sentence> [ and <sentence> ] [ <polite> ];')
  expect(grammar).toContain('<polite> = ( please );')
  expect(renderJsgf({ sentences: ['help'], polite: ['xyzzy'], values }, knows)).toContain('public <said> =  <sentence>')
})
