import { digestOf } from '../../envelope/digest.ts'
import { foldPhrase, withoutAccents } from '../../understanding/text/fold-phrase.ts'
import type { MessageFacts } from '../event.ts'
import type { Origin } from '../session.ts'

/** The origin of a draft after this message: it keeps what was spoken for the draft, and what in that is in doubt. */
export function originOf(message: MessageFacts, before: Origin | null = null): Origin {
  const { spoken, words = spoken?.transcript } = message
  const note = spoken === undefined ? [] : [{ messageId: message.id, transcript: spoken.transcript, ...spoken.by }]
  const heard = [...(before?.heard ?? []), ...note]
  // What is typed needs no repair; whether the rest was heard correctly still has to be asked.
  const left = before?.doubt === 'unsure' ? before.doubt : undefined
  const doubt = spoken === undefined ? left : (spoken.doubt ?? before?.doubt)
  const asked = [...(before?.asked ?? []), ...(words === undefined ? [] : [digestOfPhrase(words)])]
  return {
    messageIds: [...(before?.messageIds ?? []), message.id],
    sentAt: message.sentAt,
    ...(heard.length === 0 ? {} : { heard }),
    ...(doubt === undefined || doubt === null ? {} : { doubt }),
    ...((message.forwarded || before?.forwarded === true) && { forwarded: true }),
    ...(before?.askedBy === undefined ? {} : { askedBy: before.askedBy }),
    ...(asked.length === 0 ? {} : { asked }),
  }
}

/** Whether it was asked for in the words of this phrase: somebody impatient who repeats them decides nothing. */
export function isAskedWith({ asked = [] }: Origin, phrase: string): boolean {
  return asked.includes(digestOfPhrase(phrase))
}

function digestOfPhrase(text: string): string {
  return digestOf(withoutAccents(foldPhrase(text)))
}
