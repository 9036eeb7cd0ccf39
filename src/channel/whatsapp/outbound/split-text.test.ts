import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitText } from './split-text.ts'

test('a text that fits is one message', () => {
  expect(splitText('Order 204 is paid.')).toEqual(['Order 204 is paid.'])
  expect(splitText('')).toEqual([''])
})

test('paragraphs stay whole before lines do, lines before sentences, sentences before words', () => {
  expect(splitText('aaaa aaaa\n\nbbbb\nbbbb', 14)).toEqual(['aaaa aaaa', 'bbbb\nbbbb'])
  expect(splitText('aaaa. aaaa\nbbbb bbbb', 14)).toEqual(['aaaa. aaaa', 'bbbb bbbb'])
  expect(splitText('One two. Three four', 14)).toEqual(['One two.', 'Three four'])
  expect(splitText('one two three four', 14)).toEqual(['one two three', 'four'])
})

test('an indented line after a break keeps its indent', () => {
  expect(splitText('aaaa aaaa\n  - b', 11)).toEqual(['aaaa aaaa', '  - b'])
})

test('what is marked stays in one message, unless it is longer than one', () => {
  expect(splitText('one two three *four five* six', 22)).toEqual(['one two three', '*four five* six'])
  expect(splitText('*one two three four five*', 14)).toEqual(['*one two three', 'four five*'])
  // These are no marks.
  expect(splitText('2 * 3 one_two three* four', 16)).toEqual(['2 * 3 one_two', 'three* four'])
})

test('a split never cuts through a mark that fits', () => {
  const word = fc.stringMatching(/^[a-z]{1,8}$/u)
  const phrase = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '))
  const marked = fc.tuple(fc.constantFrom('*', '_', '~', '`', '```'), phrase).map(([mark, said]) => mark + said + mark)
  const pieces = fc.array(fc.tuple(fc.oneof(word, marked), fc.constantFrom(' ', '\n', '\n\n', '. ')))
  fc.assert(
    fc.property(pieces, fc.integer({ min: 32, max: 80 }), (said, most) => {
      for (const part of splitText(said.flat().join(''), most))
        for (const mark of ['*', '_', '~', '`']) expect(part.split(mark).length % 2).toBe(1)
    }),
  )
})

test('every part fits, and nothing but blanks is ever lost', () => {
  const texts = fc.array(fc.oneof(fc.lorem(), fc.string({ unit: 'grapheme' }), fc.constantFrom('\n', '\n\n', ' ')))
  fc.assert(
    fc.property(texts, fc.integer({ min: 2, max: 60 }), (pieces, most) => {
      const text = pieces.join('')
      const parts = splitText(text, most)
      expect(parts.every((part) => part.length <= most)).toBe(true)
      expect(parts.join('').replaceAll(/\s/gu, '')).toBe(text.replaceAll(/\s/gu, ''))
      expect(parts.every((part) => part.isWellFormed())).toBe(text.isWellFormed())
    }),
  )
})
