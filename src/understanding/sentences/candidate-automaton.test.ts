import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createCandidateAutomaton } from './candidate-automaton.ts'
import { compileGrammar } from './compile-grammar.ts'
import { foldUnits } from './fold-codes.ts'
import { parseCorpus } from './parse-corpus.ts'

const source = readFileSync(new URL('corpora/pt-br.json', import.meta.url), 'utf8')
const { grammar, cases } = parseCorpus('pt-br', source)
const program = compileGrammar(grammar)
const texts = cases.map(({ text }) => foldUnits(text))

describe('createCandidateAutomaton()', () => {
  test('names the same templates when it forgets its states all the time', () => {
    const patient = createCandidateAutomaton(program)
    const wanted = texts.map((text) => [...patient.candidates(text)])
    expect(wanted.filter((found) => found.length > 0).length).toBeGreaterThan(370)
    for (const limits of [
      { states: 3, places: 1_000_000 },
      { states: 1_000, places: 5_000 },
    ]) {
      const forgetful = createCandidateAutomaton(program, limits)
      expect(texts.map((text) => [...forgetful.candidates(text)])).toEqual(wanted)
    }
  })

  test('names few of many templates, so that the close look is cheap', () => {
    const { candidates } = createCandidateAutomaton(program)
    const named = texts.reduce((sum, text) => sum + candidates(text).length, 0)
    expect(program.templates.length).toBe(154)
    expect(named / texts.length).toBeLessThan(5)
  })
})
