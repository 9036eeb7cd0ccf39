import { isScalar, visit, type Document, type Node } from 'yaml'

/** Something that a YAML document refers to and that is not there; `offset` into the text, in UTF-16 units. */
export type AliasProblem = { readonly offset: number; readonly message: string }

/**
 * What of a document's aliases cannot be followed: `*name` without an anchor `&name` before it, which is mostly a text that begins with a star
 * and lacks quotes (`*bold*`); one that holds itself; and merge keys, which YAML 1.2 does not know. The library throws at the first two only
 * when the value is made, without a place.
 */
export function findAliasProblems(document: Document.Parsed): readonly AliasProblem[] {
  const found: AliasProblem[] = []
  const add = (node: Node, message: string) => found.push({ offset: node.range?.[0] ?? 0, message })
  visit(document, {
    Alias: (_key, alias, around) => {
      const meant = alias.resolve(document)
      if (meant === undefined)
        add(alias, `refers to "&${alias.source}", which is not there; a text that begins with * stands in quotes`)
      else if (around.includes(meant))
        add(alias, `"*${alias.source}" stands in what it refers to; write out what is meant`)
    },
    Pair: (_key, { key }) => {
      if (isScalar(key) && key.value === '<<' && key.type === 'PLAIN')
        add(key, 'merge keys (<<) are not read; write the keys out')
    },
  })
  return found
}
