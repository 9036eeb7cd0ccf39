import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runSayso, type SaysoRun } from '../../testing/processes/run-sayso.ts'
import { runSaysoHere } from '../../testing/processes/run-sayso-here.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sayso-sentences-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

function sayso(...args: readonly string[]): Promise<SaysoRun> {
  return runSaysoHere(['sentences', ...args])
}

async function corpusFile(corpus: unknown): Promise<string> {
  const file = join(folder, 'corpus.json')
  await writeFile(file, typeof corpus === 'string' ? corpus : JSON.stringify(corpus))
  return file
}

const corpus = {
  language: 'en',
  intents: { Dim: { data: [{ sentences: ['dim [the] {room} to {0..100:level}'] }] } },
  lists: { room: { values: ['hall', 'attic'] } },
  cases: [
    { text: 'Dim the hall to 20', intent: 'Dim', slots: { room: 'hall', level: 20 } },
    {
      text: 'dim attic to 30',
      intent: 'Dim',
      slots: { room: 'hall', level: 30 },
      accept: { room: ['cellar', 'attic'] },
    },
    { text: 'dim the cellar to 20', intent: null },
    { text: 'dim the hall to 20', intent: 'Dim', slots: { room: 'attic', level: 20 } },
    { text: 'dim the hall to 30', intent: null },
    { text: 'dim', intent: 'Dim', slots: {} },
  ],
}

describe('sayso sentences match', () => {
  test('counts what passed and what failed, says why, and ends with 1', async () => {
    const { code, out } = await runSayso(['sentences', 'match', '--corpus', await corpusFile(corpus)])
    expect(code).toBe(1)
    expect(out.split('\n')).toEqual([
      '"dim the hall to 20": room is "hall" and not "attic"',
      '"dim the hall to 30": understood as Dim, but nothing may match',
      '"dim": not understood',
      '3 passed, 3 failed',
      '',
    ])
  })

  test('prints one line per case with --json, and nothing else on the output', async () => {
    const { code, out, err } = await sayso('match', '--json', '--corpus', await corpusFile(corpus))
    expect([code, err]).toEqual([1, '3 passed, 3 failed\n'])
    const lines = out.trim().split('\n')
    expect(lines.map((line) => JSON.parse(line).passed)).toEqual([true, true, true, false, false, false])
    expect(JSON.parse(lines[1] ?? '')).toEqual({
      passed: true,
      text: 'dim attic to 30',
      context: {},
      expected: { intent: 'Dim', slots: { room: 'hall', level: 30 } },
      got: { intent: 'Dim', slots: { room: 'attic', level: 30 } },
      problem: null,
    })
  })

  test('ends with 0 when every case of a public corpus is right', async () => {
    const file = join(root, 'src/understanding/sentences/corpora/pt-br.json')
    expect(await sayso('match', '--corpus', file)).toEqual({ code: 0, out: '670 passed, 0 failed\n', err: '' })
  })

  test.each([
    ['{', /corpus\.json is not JSON/u],
    [{ language: 'en' }, /corpus\.json is no corpus: must have required property 'intents'/u],
    [{ ...corpus, lists: { room: {} } }, /the list \{room\} has neither values nor a range/u],
    [{ ...corpus, lists: {} }, /"dim \[the\] \{room\} .*, column 11: there is no list \{room\}/u],
  ])('says what is wrong with a file that is none: %j', async (broken, problem) => {
    const file = await corpusFile(broken)
    expect(await sayso('match', '--corpus', file)).toEqual({ code: 2, out: '', err: expect.stringMatching(problem) })
  })
})

describe('sayso sentences sample', () => {
  test('says what the templates of a command can say, in the language that is asked for', async () => {
    const { code, out } = await sayso('sample', 'cancel_order', '--lang', 'pt-BR')
    expect(code).toBe(0)
    expect(out).toMatch(/^[^ ].*<cancel> .*\{id\}\n( {2}.+\n)+/mu)
    expect(out).toContain('\n  cancelar 204\n')
  })

  test('knows no other command', async () => {
    const err = expect.stringContaining('There is no command CANCEL_ALL; known: ')
    expect(await sayso('sample', 'CANCEL_ALL')).toEqual({ code: 2, out: '', err })
  })

  test.each([[], ['match'], ['sample'], ['match', 'X', '--corpus', 'x'], ['sample', 'A', 'B']])(
    'says how it is used when it is not understood: %j',
    async (...args) => {
      const err = expect.stringMatching(/^sayso: Usage: sayso sentences match/u)
      expect(await sayso(...args)).toEqual({ code: 2, out: '', err })
    },
  )
})
