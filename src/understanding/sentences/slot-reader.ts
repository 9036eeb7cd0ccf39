import type { MatchText } from './prepared-text.ts'
import type { Capture } from './slot.ts'

/**
 * Finds the values that stand at a place; several ends are several ways of reading it, the preferred first. The text is
 * without outer punctuation, its words parted by one blank and one blank at the end.
 */
export type SlotReader = (text: MatchText, from: number) => readonly Capture[]
