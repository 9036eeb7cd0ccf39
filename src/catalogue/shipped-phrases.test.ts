import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { phrasesOf } from './locales/phrases-of.ts'

test.each(['en', 'es', 'pt-BR'])('no entry of the lists of %s says what the others say', (language) => {
  const file = path.join(import.meta.dirname, '..', '..', 'locales', language, 'messages.yaml')
  // Its shape is checked where the catalogue is loaded.
  const { words, skipWords } = parse(readFileSync(file, 'utf8')) as {
    readonly words: Readonly<Record<string, readonly string[]>>
    readonly skipWords: readonly string[]
  }
  const superfluous = Object.entries({ ...words, skipWords }).flatMap(([name, list]) => {
    const times = new Map<string, number>()
    for (const phrase of list.flatMap(phrasesOf)) times.set(phrase, (times.get(phrase) ?? 0) + 1)
    return list
      .filter((entry) => phrasesOf(entry).every((phrase) => times.get(phrase) !== 1))
      .map((entry) => `${name}: ${entry}`)
  })
  expect(superfluous).toEqual([])
})
