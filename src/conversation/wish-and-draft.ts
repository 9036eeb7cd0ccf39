/**
 * The way from a wish to its draft, and back where a draft has to wait once more: what was said of it beyond its values goes along whole, so
 * that nothing new can be forgotten on the way.
 */
import type { SaidOfWish, Wish } from '../understanding/wish.ts'
import type { Draft, QueuedWish } from './session.ts'

/** What a wish becomes when its turn comes; nothing of it has been looked at. */
export function draftOfWish({ wish, origin }: Pick<QueuedWish, 'wish' | 'origin'>): Draft {
  const { command, args, or: _others, source: _source, names: _names, ...saidOf } = wish
  const words = Object.entries(wish.refers ?? {}).map(([name, reference]) => [name, reference.said])
  const said = { ...wish.said, ...Object.fromEntries(words) }
  return {
    ...saidOf,
    command,
    raw: args,
    args: {},
    ...(Object.keys(said).length > 0 && { said }),
    origin,
    again: false,
  }
}

/** The wish that a draft would come from, with these values in place of those that were said for them. */
export function wishOfDraft(draft: Draft, values: Wish['args'] = {}): Wish {
  const args = { ...draft.raw, ...values }
  const { refers = {}, ...saidOf } = saidOfDraft(draft)
  // What was asked about has been named since.
  const open = Object.entries(refers).filter(([name]) => args[name] === undefined)
  return {
    ...saidOf,
    ...(open.length > 0 && { refers: Object.fromEntries(open) }),
    command: draft.command,
    args,
    source: 'sentence',
  }
}

function saidOfDraft({
  command: _command,
  raw: _raw,
  args: _args,
  wished: _wished,
  byNumber: _byNumber,
  former: _former,
  takesBack: _takesBack,
  chosen: _chosen,
  answers: _answers,
  origin: _origin,
  again: _again,
  ...saidOf
}: Draft): SaidOfWish {
  return saidOf
}
