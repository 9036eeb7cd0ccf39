/**
 * How a draft begins, and how the next message continues it: what was said stays as it was said, except for what the message
 * says anew, and the message joins those that the draft comes from.
 */
import type { MessageFacts } from '../event.ts'
import { originOf } from './origin.ts'
import type { Draft } from '../session.ts'

type Changes = Partial<Omit<Draft, 'command' | 'origin'>>

/** What a message asks for, when nothing was said for it before. */
export function beginDraft(command: string, message: MessageFacts, changes: Changes = {}): Draft {
  return { command, raw: {}, args: {}, again: false, ...changes, origin: originOf(message) }
}

export function continueDraft(draft: Draft, message: MessageFacts, changes: Changes = {}): Draft {
  return { ...draft, ...changes, origin: originOf(message, draft.origin) }
}

/** Puts this value in place of the previous one, if there was one. */
export function continueWithValue(
  draft: Draft,
  message: MessageFacts,
  {
    parameter,
    raw,
    words,
  }: {
    readonly parameter: string
    readonly raw: string
    /** The words that it was read from, if they are to be repeated. */
    readonly words?: string | undefined
  },
): Draft {
  const { [parameter]: _found, ...args } = draft.args
  const said = saidWith(draft, parameter, words)
  return continueDraft(draft, message, { args, raw: { ...draft.raw, [parameter]: raw }, said })
}

/** Puts "that one" in the place of what was asked for, which is a thing of this kind. */
export function continueWithReference(
  draft: Draft,
  message: MessageFacts,
  { parameter, said, entity }: { readonly parameter: string; readonly said: string; readonly entity: string },
): Draft {
  const refers = { ...draft.refers, [parameter]: { said, entity } }
  return continueDraft(draft, message, { refers, said: saidWith(draft, parameter, said) })
}

/** The person has said that it was heard correctly. */
export function withoutDoubt({ origin: { doubt: _settled, ...origin }, ...draft }: Draft): Draft {
  return { ...draft, origin }
}

function saidWith({ said = {} }: Draft, parameter: string, words: string | undefined): NonNullable<Draft['said']> {
  const { [parameter]: _before, ...others } = said
  return words === undefined ? others : { ...others, [parameter]: words }
}
