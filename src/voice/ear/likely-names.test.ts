import { describe, expect, test } from 'vitest'
import { likelyNames, mostNames, namesIn, rivalsOf } from './likely-names.ts'

// As a dictionary has them, roughly.
const sounds: Readonly<Record<string, string>> = {
  john: 'JH AA N',
  joan: 'JH OW N',
  jones: 'JH OW N Z',
  smith: 'S M IH TH',
  myth: 'M IH TH',
  mary: 'M EH R IY',
  red: 'R EH D',
  shirt: 'SH ER T',
}
const soundsOf = (word: string): readonly string[] => (sounds[word] ?? '').split(' ').filter((sound) => sound !== '')

describe('likelyNames()', () => {
  test('the names that sound most like what was heard come first, and parts of them that were heard', () => {
    const all = ['Mary', 'red shirt', 'Joan Smith']
    expect(likelyNames(['jones', 'myth'], all, soundsOf)).toEqual(['joan smith', 'mary', 'red shirt'])
    expect(likelyNames(['to', 'joan'], all, soundsOf)).toEqual(['joan', 'joan smith', 'mary', 'red shirt'])
  })

  test('a name with a word that the ear does not know is left out', () => {
    expect(likelyNames(['mary'], ['Mary Souza', 'Mary'], soundsOf)).toEqual(['mary'])
  })

  test('an ear is given no more than it can search', () => {
    const many = Object.keys(sounds).flatMap((one) => Object.keys(sounds).map((other) => `${one} ${other}`))
    expect(likelyNames(['mary'], many, soundsOf)).toHaveLength(mostNames)
  })
})

describe('rivalsOf()', () => {
  const names = new Map([
    ['customer', ['john smith', 'joan smith', 'mary', 'smith']],
    ['product', ['red shirt', 'shirt']],
  ])

  test('are the text with another name of the same kind of thing that sounds alike', () => {
    const text = 'delete john smith'
    expect(rivalsOf(text, namesIn(text, names), soundsOf)).toEqual(['delete joan smith'])
  })

  test('are none where no other name sounds alike', () => {
    const text = 'restock the red shirt'
    expect(namesIn(text, names).map(({ name }) => name)).toEqual(['red shirt'])
    expect(rivalsOf(text, namesIn(text, names), soundsOf)).toEqual([])
  })
})
