import type { Json, JsonObject } from '../../json.ts'

/** What a sentence asks for, and how well it says so. */
export type Recognition = {
  readonly intent: string
  readonly slots: Readonly<Record<string, FilledSlot>>
  /** Texts that `{list:@capture}` kept for the answer. */
  readonly captures: Readonly<Record<string, string>>
  /** What came with the text and what the matched values added. */
  readonly context: JsonObject
  readonly metadata: JsonObject | null
  readonly response: string | null
  /** The template as written. */
  readonly template: string
  readonly score: Score
}

export type FilledSlot = {
  readonly value: Json
  /** What was written for it; empty when it was not in the text. */
  readonly text: string
  /** Where that stands in the original text; `null` when it was not in the text. */
  readonly span: { readonly start: number; readonly end: number } | null
  /** `text`: found in the sentence; `context`: copied from it; `block`: implied by the sentence. */
  readonly source: 'text' | 'context' | 'block'
  readonly wildcard: boolean
  readonly metadata: JsonObject | null
}

/** What decides between readings, the first difference first. */
export type Score = {
  /** Words whose accents are not as in the template; only whether there are any counts. */
  readonly accents: number
  /** Whether the block has the metadata that was asked for. */
  readonly preferred: boolean
  /** Length of the text that gave the preferred slot; `null` without that slot. The longer the better. */
  readonly slotLength: number | null
  /** The fewer the better. */
  readonly wildcards: number
  /** Literal characters: the more the better. */
  readonly literals: number
  /** Characters in wildcards: the fewer the better. */
  readonly wildcardText: number
}

/** Below zero when `a` is better. */
export function compareScores(a: Score, b: Score): number {
  return (
    Number(a.accents > 0) - Number(b.accents > 0) ||
    Number(b.preferred) - Number(a.preferred) ||
    (b.slotLength ?? -1) - (a.slotLength ?? -1) ||
    a.wildcards - b.wildcards ||
    b.literals - a.literals ||
    a.wildcardText - b.wildcardText
  )
}
