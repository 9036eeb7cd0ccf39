import type { PersonEntry } from '../access/load-people.ts'
import type { Json } from '../json.ts'

/** A conversation that is to go as it is written: one document of a test file. */
export type Conversation = {
  /** The file, as people name it. */
  readonly file: string
  /** The folder that paths in it start from, absolute. */
  readonly folder: string
  readonly name: string
  /** The line on which it begins, from 1. */
  readonly line: number
  /** Whom the people file names; without `language` they speak the main one of the catalogue. */
  readonly people: readonly (Omit<PersonEntry, 'language'> & { readonly language?: string | undefined })[]
  /** By the names that the steps use, strangers among them. */
  readonly phones: Readonly<Record<string, string>>
  readonly steps: readonly Step[]
}

/** One step: the bot is started again, or somebody says something, or there is more to come of what was said before. */
export type Step = {
  /** Where it stands in the file, from 1. */
  readonly line: number
  readonly restart: 'kill' | 'graceful' | null
  readonly said: Said | null
  /** In this order; other lines may stand between. */
  readonly expect: readonly Wanted[]
  /** None of these may come before the bot is idle. */
  readonly reject: readonly Wanted[]
}

/** What somebody says, in the fields of the scripting door. */
export type Said = {
  readonly who: string
  /** May hold `{names}` that were captured. */
  readonly fields: { readonly [field: string]: Json }
  /** Says the number of the option that looks so, of the last menu or choice. */
  readonly pick: string | null
}

/** How a line of the door must look, by its fields. */
export type Wanted = {
  readonly fields: { readonly [field: string]: Json }
  /** Name → path of what the line is asked for, to be said or wanted later. */
  readonly capture: Readonly<Record<string, string>>
}

/** A line that the door printed. */
export type DoorLine = { readonly [field: string]: Json }
