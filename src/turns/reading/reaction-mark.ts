/** What people react with when they agree. */
const yes: ReadonlySet<string> = new Set(['👍', '👌', '✅', '✔'])
const no: ReadonlySet<string> = new Set(['👎', '❌', '✖'])

/**
 * What a reaction answers. A heart, a laugh or a pair of hands shows what somebody feels, and may mean thanks as well as
 * yes: no change may hang on that, and answering each would be more than anybody asked for.
 */
export function reactionMark(emoji: string): 'yes' | 'no' | null {
  // With or without a skin tone, or the character that turns it into a picture.
  const bare = Array.from(emoji)[0] ?? ''
  if (yes.has(bare)) return 'yes'
  return no.has(bare) ? 'no' : null
}
