import * as fc from 'fast-check'
import { Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import { TerminalError, UserError } from '../../errors.ts'
import type { Json, JsonObject } from '../../json.ts'
import { buildStep } from '../../testing/build-step.ts'
import { createActions, type Action } from '../action.ts'
import type { JournalEntry } from './journal.ts'
import { maskActions } from './mask-secrets.ts'
import { createMemoryJournal } from './memory-journal.ts'
import { runChain } from './run-chain.ts'
import type { StepEvent } from './run.ts'

const secret = 'k3y "of" the/house\n+é'
const marker = 'secret-0123456789abcdef'
const key = `"${secret}`

const change: Omit<Action, 'run'> = {
  domain: 'test',
  type: 'change',
  meta: Type.Object({ key: Type.String(), more: Type.Optional(Type.String()) }),
  effect: 'mutates',
  repeat: 'unsafe',
}

/** Runs a step whose action gets the secret; gives all that is left of it. */
async function run(action: Action, entries: readonly JournalEntry[] = []) {
  const memory = createMemoryJournal(entries)
  const written: JournalEntry[] = []
  const events: StepEvent[] = []
  const outcome = await runChain({
    chain: [
      buildStep({
        stepName: 'Change',
        actionType: 'change',
        actionMeta: { key: '{{args.key}}', more: '"{{args.key}}' },
      }),
    ],
    args: { key: marker },
    command: { id: 'c1', ref: 'K7Q2M' },
    actions: maskActions(createActions([action]), [{ value: secret, marker }]),
    journal: {
      ...memory,
      write: async (entry) => {
        written.push(entry)
        await memory.write(entry)
      },
    },
    limits: { stepTimeoutMs: 5000, retries: 0 },
    signal: new AbortController().signal,
    onStep: (event) => void events.push(event),
  })
  const errors = events.flatMap((event) => (event.kind === 'failed' ? [event.error] : []))
  return { outcome, written, errors, left: JSON.stringify([outcome, written, events]) }
}

describe('an action with a secret', () => {
  test('gets it, and the journal has a marker in its place', async () => {
    let got: JsonObject = {}
    const { outcome, written, left } = await run({
      ...change,
      run: async (meta) => {
        got = meta
        return { said: `with ${secret}` }
      },
    })
    expect(got).toEqual({ key: secret, more: key })
    expect(written[0]).toMatchObject({ kind: 'intent', meta: { key: marker, more: `"${marker}` } })
    expect(outcome).toEqual({ kind: 'executed', outputs: { Change: { said: 'with ••••••' } } })
    expect(left).not.toContain('k3y')
  })

  test.each([
    ['certain', new UserError('precondition_failed', `not ${secret}`, { cause: new Error(`deep ${secret}`) }), 'none'],
    ['final', new TerminalError('action_failed', `not ${secret}`), 'none'],
    ['unclear', Object.assign(new Error(`lost ${secret}`), { code: 'ECONNRESET', detail: secret }), 'unknown'],
  ])('shows it in no %s error, whose meaning stays', async (_kind, error, effect) => {
    const { outcome, errors, left } = await run({ ...change, run: () => Promise.reject(error) })
    expect(outcome).toMatchObject({ kind: 'failed', effect })
    expect(left).not.toContain('k3y')
    expect(errors).toHaveLength(1)
    const [told] = errors
    if (!(told instanceof Error)) throw new TypeError('It is told as something else')
    expect(told.constructor).toBe(error.constructor)
    expect([told.message, told.stack, String(told.cause)].join('\n')).not.toContain('k3y')
  })

  test('has it again after a crash, in what was meant and in what was prepared', async () => {
    const seen: Json[] = []
    const action: Action = {
      ...change,
      prepare: async (meta) => ({ before: meta['key'] ?? null }),
      run: () => Promise.resolve('not again'),
      probe: async (meta, _context, prepared) => {
        seen.push(meta, prepared)
        return { kind: 'happened', output: `found ${secret}` }
      },
    }
    const { written } = await run(action)
    const intent = written.filter(({ kind }) => kind === 'intent')
    expect(intent).toMatchObject([{ prepared: { before: marker } }])
    const { outcome } = await run(action, intent)
    expect(seen).toEqual([{ key: secret, more: key }, { before: secret }])
    expect(outcome).toMatchObject({ kind: 'executed', outputs: { Change: 'found ••••••' } })
  })

  test('can mask what it keeps itself', async () => {
    let kept: Json = null
    await run({
      ...change,
      run: async (meta, { hide }) => {
        kept = hide?.(meta) ?? meta
        return null
      },
    })
    expect(kept).toEqual({ key: '••••••', more: '"••••••' })
  })
})

test('a secret is never left in an output, in whichever of its spellings and wherever it stands', async () => {
  const value = fc.string({ unit: 'grapheme', minLength: 4, maxLength: 30 }).filter((text) => text.trim().length >= 4)
  const spell = fc.constantFrom(
    (text: string) => text,
    (text: string) => JSON.stringify(text).slice(1, -1),
    (text: string) => encodeURIComponent(text),
    (text: string) => new URLSearchParams({ '': text }).toString().slice(1),
    (text: string) => Buffer.from(text).toString('base64'),
    (text: string) => Buffer.from(text).toString('base64url'),
    (text: string) => Buffer.from(text).toString('hex'),
  )
  const place = fc.constantFrom(
    (text: string): Json => text,
    (text: string): Json => [{ deep: [`before ${text} after ${text}`] }],
    (text: string): Json => ({ [`a ${text}`]: 1 }),
  )
  await fc.assert(
    fc.asyncProperty(value, spell, place, async (text, as, put) => {
      const actions = createActions([{ ...change, run: () => Promise.resolve(put(as(text))) }])
      const masked = maskActions(actions, [{ value: text, marker }]).find('test', 'change')
      const context = { effectId: 'c1/Change', signal: new AbortController().signal, outputs: [] }
      const texts = textsOf((await masked?.run({}, context)) ?? null)
      expect(texts.filter((each) => each.includes(as(text)))).toEqual([])
    }),
  )
})

test('a number that shows a secret is masked too', async () => {
  const actions = createActions([{ ...change, run: () => Promise.resolve([48_151_623, 4]) }])
  const masked = maskActions(actions, [{ value: '8151', marker }]).find('test', 'change')
  const context = { effectId: 'c1/Change', signal: new AbortController().signal, outputs: [] }
  expect(await masked?.run({}, context)).toEqual(['4••••••623', 4])
})

function textsOf(value: Json): readonly string[] {
  if (typeof value !== 'object' || value === null) return [String(value)]
  return Object.entries(value).flatMap(([name, child]: readonly [string, Json]) => [name, ...textsOf(child)])
}
