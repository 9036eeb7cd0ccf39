import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createRecognizer } from './create-recognizer.ts'
import { judgeCase } from './judge-case.ts'
import { parseCorpus } from './parse-corpus.ts'

const corpora = [
  { file: 'corpora/en.json', cases: 1324, positives: 1024 },
  { file: 'corpora/pt-br.json', cases: 670, positives: 370 },
  { file: 'fixtures/whole-language.json', cases: 92, positives: 63 },
  { file: 'fixtures/no-blanks.json', cases: 9, positives: 6 },
]

describe.each(corpora)('$file', ({ file, cases: count, positives }) => {
  const { grammar, cases } = parseCorpus(file, readFileSync(new URL(file, import.meta.url), 'utf8'))
  const { recognize } = createRecognizer(grammar)

  test('comes out right in every case', () => {
    const failures = cases.flatMap((wanted) => {
      const problem = judgeCase(wanted, recognize(wanted.text, { context: wanted.context }))
      return problem === null ? [] : [`${wanted.text}: ${problem}`]
    })
    expect(failures).toEqual([])
    expect([cases.length, cases.filter(({ intent }) => intent !== null).length]).toEqual([count, positives])
  })

  test('comes out right without the accents, in capitals, and the second time', () => {
    const failures = cases.flatMap((wanted) => {
      if (wanted.intent === null) return []
      const plain = wanted.text
        .normalize('NFD')
        .replaceAll(/[\u0300-\u036F]/g, '')
        .toUpperCase()
      const found = recognize(plain, { context: wanted.context })
      return found?.intent === wanted.intent ? [] : [`${plain}: ${found?.intent}`]
    })
    expect(failures).toEqual([])
  })
})

test('what came with the text stays as it was where the values say nothing new', () => {
  const file = 'corpora/en.json'
  const { grammar, cases } = parseCorpus(file, readFileSync(new URL(file, import.meta.url), 'utf8'))
  const { recognize } = createRecognizer(grammar)
  const inContext = cases.filter(({ intent, context }) => intent !== null && Object.keys(context).length > 0)
  expect(inContext.length).toBe(206)
  for (const { text, context } of inContext) expect(recognize(text, { context })?.context).toEqual(context)
})
