import { looseCharacters } from './clean-text.ts'
import type { Program } from './program.ts'
import type { Trie } from './trie.ts'

/** Characters between which no template makes a difference are of one class. */
export type CharClasses = {
  readonly count: number
  /** The class of a unit; `loose` for what a rough comparison leaves out. */
  readonly of: (code: number) => number
}

/** The class of what a rough comparison leaves out. */
export const loose = 0
/** The class of every unit that occurs in no template: only a wildcard takes it. */
const foreign = 1

export function classifyCharacters({ literals, slots, passed }: Program): CharClasses {
  const classes = new Uint16Array(0x1_00_00).fill(foreign)
  let count = foreign + 1
  for (const digit of '0123456789') add(digit.charCodeAt(0))
  for (const { rough } of literals) for (let at = 0; at < rough.length; at++) add(rough.charCodeAt(at))
  for (const list of new Set(slots.map((ref) => ref.list))) {
    if (list.kind === 'values') addTrie(list.roughTexts)
    else if (list.kind === 'range') addTrie(list.roughWords)
  }
  if (passed !== null) addTrie(passed.rough)
  for (const char of looseCharacters) classes[char.charCodeAt(0)] = loose
  return { count, of: (code) => classes[code] ?? foreign }

  function add(code: number): void {
    if (classes[code] === foreign) classes[code] = count++
  }

  function addTrie({ nodes }: Trie): void {
    for (const { children } of nodes) for (const code of children.keys()) add(code)
  }
}
