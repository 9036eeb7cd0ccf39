/** Strings with shared beginnings. `entries` are the numbers of those that end here, in order. */
export type TrieNode = {
  /** Its place in `Trie.nodes`. */
  readonly id: number
  readonly children: Map<number, TrieNode>
  readonly entries: number[]
}

export type Trie = { readonly root: TrieNode; readonly nodes: readonly TrieNode[] }

/** Makes a trie in which the n-th string has the number n; a number ends once at a place. */
export function createTrie(strings: Iterable<{ readonly text: string; readonly entry: number }>): Trie {
  const nodes: TrieNode[] = []
  const root = add()
  for (const { text, entry } of strings) {
    let node = root
    for (let at = 0; at < text.length; at++) node = childOf(node, text.charCodeAt(at))
    if (!node.entries.includes(entry)) node.entries.push(entry)
  }
  return { root, nodes }

  function add(): TrieNode {
    const node: TrieNode = { id: nodes.length, children: new Map(), entries: [] }
    nodes.push(node)
    return node
  }

  function childOf(node: TrieNode, code: number): TrieNode {
    const known = node.children.get(code)
    if (known !== undefined) return known
    const made = add()
    node.children.set(code, made)
    return made
  }
}
