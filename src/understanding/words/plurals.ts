/** How the plural of a word is made in the languages of the house: what it ends in, and what that becomes. */
const endings: readonly (readonly [RegExp, readonly string[]])[] = [
  [/$/u, ['s', 'es']],
  [/y$/u, ['ies']],
  [/ão$/u, ['ões', 'ães', 'ãos']],
  [/m$/u, ['ns']],
  [/z$/u, ['ces']],
  [/(?<=[aeou])l$/u, ['is']],
  [/il$/u, ['is', 'eis']],
  [/ón$/u, ['ones']],
]

/** What several of a thing may be called by its title, right or wrong: "deliveries" and "deliverys", "ordens de serviço". */
export function pluralsOf(title: string): readonly string[] {
  const [first = '', ...rest] = title.split(' ')
  const ofFirst = rest.length === 0 ? [] : pluralsOfWord(first).map((word) => [word, ...rest].join(' '))
  return [...pluralsOfWord(title), ...ofFirst]
}

function pluralsOfWord(word: string): readonly string[] {
  return endings.flatMap(([end, plurals]) => (end.test(word) ? plurals.map((plural) => word.replace(end, plural)) : []))
}
