import { describe, expect, test } from 'vitest'
import { literalEntry, phrasesOf } from './phrases-of.ts'

describe('phrasesOf()', () => {
  test.each([
    ['go ahead', ['go ahead']],
    ['(talk|speak) to a person', ['talk to a person', 'speak to a person']],
    ['ask (her|him) [first]', ['ask her first', 'ask her', 'ask him first', 'ask him']],
    ['[i want to] undo', ['i want to undo', 'undo']],
    ['my [[new] phone] number', ['my new phone number', 'my phone number', 'my number']],
    ['[the] wrong ({thing}|one)', ['the wrong {thing}', 'the wrong one', 'wrong {thing}', 'wrong one']],
    ["did(n't|nt)", ["didn't", 'didnt']],
    ['(now;please)', ['now please', 'please now']],
    [String.raw`smile \:\)`, ['smile :)']],
  ])('%s', (entry, phrases) => {
    expect(phrasesOf(entry)).toEqual(phrases)
  })

  test.each([
    ['(talk|speak to', 1, '"(" is never closed by ")"'],
    ['thanks :)', 9, '")" closes nothing'],
    ['ask [] first', 5, 'nothing stands between the brackets'],
    ['wrong {order}', 7, 'there is no {order} here, but {thing}: what things are called'],
    ['wrong {thing:name}', 7, 'there is no {thing} here, but {thing}: what things are called'],
    ['about <order>', 7, '<order> stands in sentences alone; write out what it says'],
    ['[maybe] [later]', 1, 'all of it may be left out'],
    [
      Array.from({ length: 5 }, () => '(a|b|c|d)').join(' '),
      1,
      'it says more than 300 phrases; make several entries of it',
    ],
  ])('refuses %s', (entry, column, problem) => {
    const message = `Cannot read the sentence "${entry}", column ${column}: ${problem}`
    expect(() => phrasesOf(entry)).toThrow(expect.objectContaining({ code: 'catalogue_invalid', message }))
  })
})

test.each(['< 1 kg', '1 kg [letter]', '(a|b);{c}', String.raw`a\b`, 'light'])(
  'literalEntry() says %j and nothing else',
  (text) => {
    expect(phrasesOf(literalEntry(text))).toEqual([text])
  },
)
