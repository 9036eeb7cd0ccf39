/** What has become of a question to the bot's own phone. */
export type CanarySigns = {
  /** Whether it has left; `refused`: the library could not send it. */
  readonly left: 'yes' | 'no' | 'refused'
  /** WhatsApp has acknowledged it. */
  readonly acked: boolean
  /** The phone says that it has it. */
  readonly taken: boolean
  /** The phone's answer has come all the way that people's messages come. */
  readonly answered: boolean
}

/**
 * What silence means. A phone may be off, or may not answer such questions at all: against the connection counts only what
 * cannot be the phone's doing.
 * @param trusted the phone has answered such a question before
 */
export function judgeCanary(
  { left, acked, taken, answered }: CanarySigns,
  { trusted }: { readonly trusted: boolean },
): 'alive' | 'deaf' | 'unknown' {
  if (answered) return 'alive'
  if (left === 'refused') return 'unknown'
  if (!acked) return 'deaf'
  return taken && trusted ? 'deaf' : 'unknown'
}
