import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Action, ActionContext } from './action.ts'
import { actionProblems } from './plan/action-problems.ts'
import { joinActions, loadActions } from './load-actions.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sayso-actions-'))
})
afterEach(() => rm(folder, { recursive: true }))

const context: ActionContext = { effectId: 'c/s', signal: new AbortController().signal, outputs: [] }
const fields = `domain: 'labels', type: 'print', meta: { type: 'object' }, effect: 'mutates', repeat: 'safe'`

async function write(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text)
}

function actionOf(run: string): string {
  return `export const action = { ${fields}, run: ${run} }\n`
}

describe('loadActions()', () => {
  test('loads each module, in TypeScript or not, and leaves tests, declarations and helpers alone', async () => {
    await write({
      'b.mjs': actionOf('async () => 1').replace("'print'", "'b'"),
      'a.ts': 'const done: number = 2\n' + actionOf('async () => done').replace("'print'", "'a'"),
      '_helper.ts': 'throw new Error("loaded")',
      'a.test.ts': 'throw new Error("loaded")',
      'a.d.ts': 'throw new Error("loaded")',
      'README.md': 'none',
    })
    const loaded = await loadActions(folder)
    expect(loaded.map(({ file, action: { type } }) => [path.basename(file), type])).toEqual([
      ['a.ts', 'a'],
      ['b.mjs', 'b'],
    ])
    expect(await loaded[0]?.action.run({}, context)).toBe(2)
  })

  test('tells of every module what is wrong with it, and with its file', async () => {
    await write({
      'empty.mjs': 'export const actions = []',
      'other.mjs': 'export const action = "print"',
      'throws.mjs': 'throw new RangeError("no printer\\nhere")',
      'syntax.mjs': 'export const action = {',
      'shape.mjs': `export const action = { domain: 'Labels', meta: { type: 'objekt' }, effect: 'some', repeat: 'safe', runs: 1 }`,
    })
    const failed = loadActions(folder)
    await expect(failed).rejects.toMatchObject({ code: 'actions_invalid' })
    const message = await failed.then(
      () => '',
      (error: Error) => error.message,
    )
    const lines = message.replaceAll(`${folder}/`, '').split('\n')
    expect(lines.filter((line) => !line.startsWith('syntax.mjs'))).toEqual([
      'empty.mjs: exports no "action"; write: export const action = { domain, type, meta, effect, repeat, run }',
      'other.mjs: "action" is no object',
      'shape.mjs: "runs" is no field of an action; known are domain, type, meta, check, columns, effect, repeat, prepare, run, probe',
      'shape.mjs: "domain" is written in small letters, digits, _ and -, beginning with a letter',
      'shape.mjs: has no "type"',
      'shape.mjs: "meta" must be a JSON Schema of type "object"',
      'shape.mjs: "effect" must be "none" (it only looks) or "mutates" (it changes something)',
      'shape.mjs: has no "run": async (meta, context) => output',
      'throws.mjs: cannot be loaded: line 1: RangeError: no printer',
    ])
    expect(lines.filter((line) => line.startsWith('syntax.mjs: cannot be loaded: '))).toHaveLength(1)
  })

  test('says what to do about a folder that is not there', async () => {
    await expect(loadActions(path.join(folder, 'none'))).rejects.toThrow(
      /none cannot be read \(.*\): make the folder, or name another one in SAYSO_ACTIONS$/u,
    )
  })

  test('makes JSON of what an action gives, and refuses what is none', async () => {
    await write({
      'nothing.mjs': actionOf('async () => {}'),
      'date.mjs': actionOf('async () => ({ at: new Date(0), none: undefined })').replace("'print'", "'date'"),
      'circle.mjs': actionOf('async () => { const it = {}; it.it = it; return it }').replace("'print'", "'circle'"),
    })
    const [circle, date, nothing] = await loadActions(folder)
    expect(await nothing?.action.run({}, context)).toBeNull()
    expect(await date?.action.run({}, context)).toEqual({ at: '1970-01-01T00:00:00.000Z' })
    await expect(circle?.action.run({}, context)).rejects.toThrow(TypeError)
  })
})

describe('joinActions()', () => {
  const action: Action = {
    domain: 'sql',
    type: 'print',
    meta: { type: 'object' },
    effect: 'none',
    repeat: 'safe',
    run: () => Promise.resolve(null),
  }

  test('finds the shipped ones and one’s own, also in a domain of the shipped ones', () => {
    const actions = joinActions([{ ...action, type: 'query' }], [{ file: 'a.ts', action }])
    expect([actions.find('sql', 'query')?.type, actions.find('sql', 'print')?.type]).toEqual(['query', 'print'])
  })

  test.each([
    [
      [action],
      [{ file: 'a.ts', action }],
      'a.ts: sql/print is already an action of Sayso itself; choose another "type"',
    ],
    [
      [],
      [
        { file: 'a.ts', action },
        { file: 'b.ts', action },
      ],
      'b.ts: sql/print is already an action of a.ts',
    ],
  ])('refuses an action that takes the name of another', (shipped, own, message) => {
    expect(() => joinActions(shipped, own)).toThrow(message)
  })
})

test('actionProblems() never lets through what lacks a part of an action, or has one of another kind', () => {
  const whole = {
    domain: 'labels',
    type: 'print',
    meta: { type: 'object' },
    effect: 'none',
    repeat: 'safe',
    run: () => Promise.resolve(null),
  }
  expect(actionProblems(whole)).toEqual([])
  fc.assert(
    fc.property(fc.constantFrom(...Object.keys(whole)), fc.jsonValue(), (name, value) => {
      fc.pre(JSON.stringify(value) !== JSON.stringify((whole as Readonly<Record<string, unknown>>)[name]))
      fc.pre(!(['domain', 'type'].includes(name) && typeof value === 'string' && /^[a-z][a-z0-9_-]*$/u.test(value)))
      fc.pre(!(name === 'effect' && value === 'mutates') && !(name === 'repeat' && value === 'unsafe'))
      expect(actionProblems({ ...whole, [name]: value })).not.toEqual([])
    }),
  )
})
