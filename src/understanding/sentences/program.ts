import type { Json, JsonObject } from '../../json.ts'
import type { ListSource, RangeSource } from './grammar.ts'
import type { Literal } from './literal.ts'
import type { PassedWords } from './passed-words.ts'
import type { SlotReader } from './slot-reader.ts'
import type { Trie } from './trie.ts'

/**
 * All templates of a grammar as one graph without cycles, every rule in its place. A node is three numbers in `nodes`: what
 * it is, which one of that, and the node that follows. Numbers in one array and not objects, because matching does little
 * else than read them; equal nodes are one node.
 */
export type Program = {
  /** `op`, `argument`, `next` per node. */
  readonly nodes: Int32Array
  /** The template of each node: no two share one, for each ends in its own. */
  readonly owners: Int32Array
  readonly literals: readonly Literal[]
  /** The targets of each branch, first choice first. */
  readonly branches: readonly Int32Array[]
  readonly slots: readonly SlotRef[]
  readonly values: readonly ValueRef[]
  /** What `op.skip` passes over; `null` where skip words are left out beforehand. */
  readonly passed: PassedWords | null
  /** In the order in which answers count. */
  readonly templates: readonly CompiledTemplate[]
  readonly ignoreWhitespace: boolean
}

export const nodeSize = 3

/** What a node is; the argument is an index into the table that is named. */
export const op = {
  /** `templates`: the end of one. */
  accept: 0,
  /** `literals`. */
  literal: 1,
  /** `branches`. */
  branch: 2,
  /** `slots`, whose list has values. */
  list: 3,
  /** `slots`, whose list is a range. */
  range: 4,
  /** `slots`, whose list is a wildcard. */
  wildcard: 5,
  /** `slots`, whose list is a reader. */
  reader: 6,
  /** Here a value begins that is a template with lists of its own. */
  open: 7,
  /** `values`: here it ends. */
  close: 8,
  /** Here skip words may stand. */
  skip: 9,
} as const

/** One `{list:slot}`. */
export type SlotRef = {
  readonly slot: string
  readonly capture: boolean
  readonly closesWord: boolean
  readonly list: CompiledList
}

/** A value of a list that is matched as a template: what it gives when its end is reached. */
export type ValueRef = { readonly slot: string; readonly capture: boolean; readonly value: CompiledValue }

export type CompiledList =
  | TextList
  | {
      readonly kind: 'range'
      readonly range: RangeSource
      /** The spellings of its numbers, folded; an entry is an index into `numbers`. */
      readonly words: Trie
      readonly roughWords: Trie
      readonly numbers: readonly number[]
    }
  | { readonly kind: 'wildcard'; readonly takes: WildcardTakes | null }
  | { readonly kind: 'reader'; readonly read: SlotReader }

/** See `takes` of the grammar's wildcards. */
type WildcardTakes = NonNullable<Extract<ListSource, { readonly wildcard: true }>['takes']>

export type TextList = {
  readonly kind: 'values'
  readonly id: number
  readonly values: readonly CompiledValue[]
  /** What the values say, folded; an entry is an index into `spellings`. */
  readonly texts: Trie
  readonly roughTexts: Trie
  readonly spellings: readonly Spelling[]
}

export type Spelling = {
  /** An index into `values`. */
  readonly value: number
  /** Small letters with their accents. */
  readonly accented: string
  readonly hasAccents: boolean
}

export type CompiledValue = {
  /** `undefined`: the matched text is the value. */
  readonly out: Json | undefined
  readonly context: JsonObject | null
  readonly metadata: JsonObject | null
}

export type CompiledTemplate = {
  readonly source: string
  readonly intent: string
  readonly block: CompiledBlock
  readonly start: number
  /**
   * Which text it is matched against: beside a wildcard that opens or closes the template skip words stay, and all of them
   * where the template is nothing but a wildcard.
   */
  readonly edge: 'none' | 'opens' | 'closes' | 'whole'
  /** Keys of the context that decide at once: no value of its lists can change them. */
  readonly fixedKeys: readonly string[]
}

export type CompiledBlock = {
  readonly slots: Readonly<Record<string, Json>>
  readonly requires: JsonObject
  readonly excludes: JsonObject
  readonly hasContext: boolean
  readonly metadata: JsonObject | null
  readonly response: string | null
}
