import { expect, test } from 'vitest'
import { likelySentences, mostLikely } from './likely-sentences.ts'

// As a dictionary has them, roughly.
const sounds: Readonly<Record<string, string>> = {
  cancel: 'K AE N S AH L',
  council: 'K AW N S AH L',
  pause: 'P AO Z',
  calls: 'K AO L Z',
  the: 'DH AH',
  order: 'AO R D ER',
  list: 'L IH S T',
  help: 'HH EH L P',
}
const soundsOf = (word: string): readonly string[] => (sounds[word] ?? '').split(' ').filter((sound) => sound !== '')

test('the sentence whose words sound most like what was heard comes first', () => {
  const sentences = ['list the order', 'cancel the order', 'help', 'pause the order']
  expect(likelySentences(['council', 'the', 'order'], sentences, soundsOf)[0]).toBe('cancel the order')
  expect(likelySentences(['calls', 'the', 'order'], sentences, soundsOf)[0]).toBe('pause the order')
})

test('a rare word says more than one that is everywhere', () => {
  const sentences = ['the order list', 'the order help', 'the order', 'the list']
  expect(likelySentences(['the', 'help'], sentences, soundsOf)[0]).toBe('the order help')
})

test('an ear is given no more than it can search', () => {
  const many = Array.from({ length: 100 }, (_none, n) => (n % 2 === 0 ? 'list the order' : 'help'))
  expect(likelySentences(['help'], many, soundsOf)).toHaveLength(mostLikely)
  expect(likelySentences(['xyzzy'], ['help'], soundsOf)).toEqual(['help'])
})
