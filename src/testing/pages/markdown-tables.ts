/**
 * The rows of the table under a heading, each cell as it is written; a page that is checked against the house says what it says in tables.
 * @throws TypeError when the page has no such heading, or no table under it
 */
export function tableUnder(page: string, heading: string): readonly (readonly string[])[] {
  const [, section] = page.split(`\n## ${heading}\n`)
  const lines =
    section
      ?.split(/^## /mu)[0]
      ?.split('\n')
      .filter((line) => line.startsWith('|')) ?? []
  const rows = lines.map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  )
  if (rows.length < 3) throw new TypeError(`There is no table under "${heading}"`)
  return rows.slice(2)
}

/** What stands in backticks in a text. */
export function quotedIn(text: string): readonly string[] {
  return [...text.matchAll(/`([^`]+)`/gu)].map(([, quoted = '']) => quoted)
}
