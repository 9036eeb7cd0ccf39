/** What a shell takes as one word, unquoted. */
const plain = /^[\w@%+=:,./-]+$/u

/**
 * A command line that goes on with what this one began: the same folder, people and person.
 * @param words the subcommand and its words
 */
export function followUp(
  words: readonly string[],
  {
    data,
    people,
    as,
  }: { readonly data?: string | undefined; readonly people?: string | undefined; readonly as?: string | undefined },
): string {
  const options = Object.entries({ data, people, as }).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, value],
  )
  return ['npm exec -- sayso', ...[...words, ...options].map(quoted)].join(' ')
}

function quoted(word: string): string {
  if (plain.test(word)) return word
  // Within double quotes a history of bash would still take the exclamation mark.
  return /["$`\\!]/u.test(word) ? `'${word.replaceAll("'", String.raw`'\''`)}'` : `"${word}"`
}
