import type { Command } from '../../catalogue/catalogue.ts'

/** A command that a sentence asks for. */
export type SentenceReading = {
  readonly command: Command
  readonly args: Readonly<Record<string, string>>
  /** The words that each argument was read from. */
  readonly said: Readonly<Record<string, string>>
  /** Whether no border between two wishes can lie in it: it holds nothing that is called anything, and what introduces its free text is clear. */
  readonly closed: boolean
  /** Whether it holds no name of a thing, and what introduces its text is clear. */
  readonly clear: boolean
  /** The sentence as written in the locale. */
  readonly template: string
  /** In the order of the text. */
  readonly slots: readonly FilledSlot[]
  readonly score: SentenceScore
}

/** What a slot took, and where in the folded text it stands. */
export type FilledSlot = {
  readonly name: string
  readonly value: string
  readonly wildcard: boolean
  readonly from: number
  readonly to: number
}

/** How well a text fits, the first difference first. */
export type SentenceScore = {
  /**
   * Names that end in the beginning of the day or the time behind them ("Dr. Lima tomorrow", "at 3pm"), or begin with the end of what is
   * passed over ("mim" of "pra mim"): the fewer the better.
   */
  readonly swallowed: number
  /** Characters that the template itself says: the more the better. */
  readonly literals: number
  /** Numbers alone that are taken for things which nobody knows by one: the fewer the better. */
  readonly numbers: number
  /** The fewer the better. */
  readonly wildcards: number
  /** Characters in free text less characters in names: the one takes what it can, the other what it must. */
  readonly reach: number
  /** 0 for a read, 1 for a mutation, 2 for a destructive command. */
  readonly danger: number
  /** 0 for a command of the catalogue's own, 1 for one that it inherits: who writes a sentence means it. */
  readonly inherited: number
}

/** Below zero when `a` is better. */
export function compareScores(a: SentenceScore, b: SentenceScore): number {
  return (
    a.swallowed - b.swallowed ||
    b.literals - a.literals ||
    a.numbers - b.numbers ||
    a.wildcards - b.wildcards ||
    b.reach - a.reach ||
    a.danger - b.danger ||
    a.inherited - b.inherited
  )
}
