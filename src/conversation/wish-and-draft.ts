/**
 * The way from a wish to its draft, and back where a draft has to wait once more: what was said of it beyond its values goes along whole, so
 * that nothing new can be forgotten on the way.
 */
import { jsonText } from '../json.ts'
import type { SaidOfWish, Wish } from '../understanding/wish.ts'
import type { Draft, QueuedWish } from './session.ts'

/** What a wish becomes when its turn comes; of what is not known for certain nothing has been looked at. */
export function draftOfWish({ wish, origin }: Pick<QueuedWish, 'wish' | 'origin'>): Draft {
  const { command, args, known = {}, or: _others, source: _source, names: _names, ...saidOf } = wish
  const words = Object.entries(wish.refers ?? {}).map(([name, reference]) => [name, reference.said])
  const said = { ...wish.said, ...Object.fromEntries(words) }
  return {
    ...saidOf,
    command,
    raw: args,
    args: known,
    ...(Object.keys(said).length > 0 && { said }),
    origin,
    again: false,
  }
}

/**
 * The wish that a draft would come from, with these values in place of those that it has. What is known of the others stays known: an id, or
 * a day, that somebody was asked about is not looked for once more.
 */
export function wishOfDraft(draft: Draft, values: Wish['args'] = {}): Wish {
  const known = Object.entries(draft.args).filter(([name]) => values[name] === undefined)
  const args = { ...Object.fromEntries(known.map(([name, value]) => [name, jsonText(value)])), ...draft.raw, ...values }
  const { refers = {}, ...saidOf } = saidOfDraft(draft)
  // What was asked about has been named since.
  const open = Object.entries(refers).filter(([name]) => args[name] === undefined)
  return {
    ...saidOf,
    ...(open.length > 0 && { refers: Object.fromEntries(open) }),
    command: draft.command,
    args,
    ...(known.length > 0 && { known: Object.fromEntries(known) }),
    source: 'sentence',
  }
}

/** The wish with these values in place of those that it has for them, which are known no more. */
export function withValues({ known = {}, ...wish }: Wish, values: Wish['args']): Wish {
  const left = Object.entries(known).filter(([name]) => values[name] === undefined)
  return {
    ...wish,
    args: { ...wish.args, ...values },
    ...(left.length > 0 && { known: Object.fromEntries(left) }),
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
