/** What people put below what they agree to. */
const yes: ReadonlySet<string> = new Set(['👍', '👌', '✅', '✔'])
const no: ReadonlySet<string> = new Set(['👎', '❌', '✖'])

/**
 * What a reaction answers. A heart, a laugh or a pair of hands tells what somebody feels, and may be thanks as well as a yes: what
 * changes something is not to hang on that, and an answer to each would be more than was asked for.
 */
export function reactionMark(emoji: string): 'yes' | 'no' | null {
  // With or without a skin tone, or the mark that makes it a picture.
  const bare = Array.from(emoji)[0] ?? ''
  if (yes.has(bare)) return 'yes'
  return no.has(bare) ? 'no' : null
}
