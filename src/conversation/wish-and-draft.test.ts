import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { jsonText } from '../json.ts'
import type { SaidOfWish, Wish } from '../understanding/wish.ts'
import type { Draft } from './session.ts'
import { draftOfWish, wishOfDraft, withValues } from './wish-and-draft.ts'

const name = fc.constantFrom('id', 'day', 'amount')
const byName = <Value>(value: fc.Arbitrary<Value>) => fc.dictionary(name, value, { noNullPrototype: true })
const words = fc.string()
const strings = byName(words)
const lists = byName(fc.array(words, { minLength: 1 }))
const messageIds = fc.array(words)
const origin = fc.record({ messageIds, sentAt: fc.constant('2026-03-02T09:00:00.000Z') })

/** Whoever adds what is said of a wish has to add it here. */
const ofWish: { readonly [Field in keyof Required<SaidOfWish>]: fc.Arbitrary<Required<SaidOfWish>[Field]> } = {
  said: strings,
  refers: byName(fc.record({ said: words, entity: words })),
  whose: strings,
  except: lists,
  behind: lists,
  joined: lists,
  refused: byName(fc.record({ problem: fc.constantFrom('file_too_large', 'file_gone'), limit: words })),
  corrected: fc.array(fc.record({ from: words, to: words })),
}

/** And here whoever adds something to a draft. */
const ofDraft: { readonly [Field in Exclude<keyof Draft, keyof SaidOfWish>]: fc.Arbitrary<Required<Draft>[Field]> } = {
  command: words,
  raw: strings,
  args: strings,
  wished: strings,
  byNumber: fc.array(name),
  former: strings,
  takesBack: fc.record({
    commandId: words,
    ref: words,
    summary: words,
    settledAt: fc.option(words),
    target: fc.option(words),
  }),
  chosen: fc.record({ parameter: name, from: fc.array(fc.record({ id: words, label: words })) }),
  answers: fc.array(fc.record({ messageId: words, parameter: name })),
  origin,
  again: fc.boolean(),
}

const drafts: fc.Arbitrary<Draft> = fc.record(
  { ...ofWish, ...ofDraft },
  { requiredKeys: ['command', 'raw', 'args', 'origin', 'again'], noNullPrototype: true },
)

const wishes: fc.Arbitrary<Wish> = fc
  .record(
    { ...ofWish, command: words, args: strings, known: strings },
    { requiredKeys: ['command', 'args'], noNullPrototype: true },
  )
  .map((wish) => ({ ...wish, source: 'sentence' }))

/** What a wish refers to is not among its values, and the words for it are said; what is known is among them. */
function inOrder({ refers, said = {}, known = {}, ...asked }: Wish): Wish {
  const called = Object.fromEntries(Object.entries(known).map(([parameter, value]) => [parameter, jsonText(value)]))
  const wish: Wish = {
    ...asked,
    args: { ...called, ...asked.args },
    ...(Object.keys(known).length > 0 && { known }),
  }
  const open = Object.entries(refers ?? {}).filter(([parameter]) => wish.args[parameter] === undefined)
  const all = { ...said, ...Object.fromEntries(open.map(([parameter, reference]) => [parameter, reference.said])) }
  return {
    ...wish,
    ...(open.length > 0 && { refers: Object.fromEntries(open) }),
    ...(Object.keys(all).length > 0 && { said: all }),
  }
}

describe('a wish', () => {
  test('comes back from its draft as it was', () => {
    fc.assert(
      fc.property(wishes.map(inOrder), origin, (wish, from) => {
        expect(wishOfDraft(draftOfWish({ wish, origin: from }))).toEqual(wish)
      }),
    )
  })

  test('that a draft goes back to keeps all that was said of it, and nothing else of the draft', () => {
    fc.assert(
      fc.property(drafts, strings, (draft, values) => {
        const { command, args, source, known = {}, ...saidOf } = wishOfDraft(draft, values)
        expect({ command, args, source }).toEqual({
          command: draft.command,
          args: { ...draft.args, ...draft.raw, ...values },
          source: 'sentence',
        })
        expect({ ...known, ...values }).toEqual({ ...draft.args, ...values })
        const { refers = {}, ...kept } = saidOf
        const { refers: before = {}, ...had } = Object.fromEntries(
          Object.entries(draft).filter(([field]) => Object.keys(ofWish).includes(field)),
        ) as SaidOfWish
        expect(kept).toEqual(had)
        expect(refers).toEqual(
          Object.fromEntries(Object.entries(before).filter(([parameter]) => args[parameter] === undefined)),
        )
      }),
    )
  })

  test('of which something is said otherwise no longer knows that', () => {
    fc.assert(
      fc.property(wishes, strings, (wish, values) => {
        const { args, known = {}, ...others } = withValues(wish, values)
        const { known: before = {}, ...asked } = wish
        expect({ args, ...others }).toEqual({ ...asked, args: { ...wish.args, ...values } })
        expect({ ...known, ...values }).toEqual({ ...before, ...values })
        expect(Object.keys(known).filter((parameter) => values[parameter] !== undefined)).toEqual([])
      }),
    )
  })
})
