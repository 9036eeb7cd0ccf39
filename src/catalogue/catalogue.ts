import type { Roles } from '../access/grant.ts'
import type { Chain } from '../execution/chain.ts'
import type { Json, JsonObject } from '../json.ts'
import type { Safety } from '../envelope/lifecycle.ts'

/** Everything that can be asked for: commands/ and locales/ as frozen, checked data. */
export type Catalogue = {
  /** SHA-256 over the files it was read from, hex; stored in every envelope. */
  readonly version: string
  /** By explicit token, in the order in which menus show them. */
  readonly commands: ReadonlyMap<string, Command>
  /** By the name that `arguments.<name>.entity` uses. */
  readonly entities: ReadonlyMap<string, Entity>
  /** Role → scope patterns (`orders.cancel`, `orders.*`, `*`), some with limits; a role that is not here has no rights. */
  readonly roles: Roles
  /** By language code; `en` is always there and stands in for a language that is not. */
  readonly locales: ReadonlyMap<string, Locale>
}

export type Command = {
  /** The explicit token (CCP VI.B), unique: `CANCEL_ORDER`. */
  readonly token: string
  /** Folder and file name: `orders.cancel`; the key of its texts in locales. */
  readonly path: string
  readonly intent: {
    /** What it is about: `Order`. The entity of that name in small letters says how its rows are shown. */
    readonly entity: string
    readonly action: string
    /** The parameter that names the target; `null` when the command has none. */
    readonly target: string | null
  }
  readonly safety: Safety
  /** CCP VIII.B: how it is confirmed. `none` for reads; a destructive command never has `yes`. */
  readonly confirm: 'none' | 'yes' | 'phrase' | 'token'
  /** What a role must cover to ask for it. */
  readonly scope: string
  /** Whether it can be asked for and confirmed although everything is paused; only mutations need it. */
  readonly whilePaused: boolean
  /** The token of the command that undoes it, called with the same target. */
  readonly undo: string | null
  /** How long a repeat is the same command, in milliseconds, from the claim (CCP IX.A). */
  readonly windowMs: number
  /** The effective UJG payload after inheritance. */
  readonly contract: JsonObject
  readonly parameters: readonly Parameter[]
  /** WUCE, as written. */
  readonly chain: Chain
}

/** UJG parameter and the JSON Schema of its value. */
export type Parameter = {
  readonly name: string
  readonly kind: 'scalar' | 'structured' | 'entity-ref' | 'selection' | 'file' | 'secret'
  readonly required: boolean
  /** What people mean by it; decides how it is read and normalised. */
  readonly type: 'text' | 'id' | 'phone' | 'integer' | 'decimal' | 'choice' | 'boolean'
  readonly schema: JsonObject
  /** The entity that it names, if any. */
  readonly entity: string | null
}

/** A thing that commands are about: how to find it, and which of its columns hold what. */
export type Entity = {
  readonly name: string
  /** One row at most for a normalised id; the step sees `{{args.value}}`. Rows have at least a column `id`. */
  readonly byId: Lookup
  /** Rows for what people call it, at most 20; `null` when it is found by id alone. */
  readonly byName: Lookup | null
  /** Up to three rows whose ids are near one that does not exist, for "no such order"; `null` when nearness means nothing. */
  readonly near: Lookup | null
  /** Columns that are shown with a format of their own. */
  readonly fields: Readonly<Record<string, FieldFormat>>
}

/**
 * How a column is shown: `money` in the currency that another column names, `bytes` as a size, `time` (ISO 8601) as date
 * and time in UTC.
 */
export type FieldFormat =
  | { readonly type: 'money'; readonly currency: string }
  | { readonly type: 'bytes' }
  | { readonly type: 'time' }

export type Lookup = { readonly actionDomain: string; readonly actionType: string; readonly actionMeta: JsonObject }

/** A row that a lookup found. */
export type EntityRow = { readonly id: string; readonly [column: string]: Json }

/** All that Sayso says and understands in one language. */
export type Locale = {
  readonly language: string
  /** The currency, number and date conventions: a BCP 47 tag for Intl. */
  readonly region: string
  /** Message key → ICU MessageFormat text. */
  readonly messages: Readonly<Record<string, string>>
  /** Single words and short phrases by what they mean, lower case: yes, no, drop, again, help, menu, back, confirm, negation… */
  readonly words: Readonly<Record<string, readonly string[]>>
  /** Command path → its texts. */
  readonly commands: Readonly<Record<string, CommandTexts>>
  /** Folder path → its title in menus. */
  readonly menus: Readonly<Record<string, string>>
  /** Entity name → its texts. */
  readonly entities: Readonly<Record<string, EntityTexts>>
  /** Rules shared by the sentences: `<rule>` → template. */
  readonly rules: Readonly<Record<string, string>>
  /** Words and phrases that sentences ignore. */
  readonly skipWords: readonly string[]
}

export type CommandTexts = {
  /** In menus: "Cancel an order". */
  readonly title: string
  /** ICU; the one line that names action and target: "Cancel order {id}". Sees the arguments by name. */
  readonly summary: string
  /** ICU; what happens to the world. Sees the arguments. Empty for reads. */
  readonly effect: string
  /**
   * ICU; said when it was done. Sees the arguments; `{count}`, the number of rows that the last step gave; and
   * `{out_<column>}`, the columns of the first of them, already as text (money with its currency, a list as lines).
   */
  readonly done: string
  /** ICU; said for every row, under `done`. Sees the row's columns by name, already as text. */
  readonly row?: string
  /** ICU; said instead of the general sentence when the world was not as it must be. Sees the arguments. */
  readonly unmet?: string
  /** ICU; the exact words that confirm it, when `confirm` is `phrase`; default: the message `confirm_phrase`. */
  readonly phrase?: string
  /**
   * Step name → ICU text, said while the step runs; sees the arguments. A language without one says `stepMsg`, which is
   * English, or names the command.
   */
  readonly steps?: Readonly<Record<string, string>>
  /** Parameter → question. */
  readonly questions: Readonly<Record<string, string>>
  /** HassIL templates; `{id}` is a parameter, `{id:name}` what people call the thing that it names. */
  readonly sentences: readonly string[]
  /** What people really write to ask for it; `sayso catalogue lint` proves that each reads as this command. */
  readonly examples?: readonly string[]
}

export type EntityTexts = {
  /** "order" */
  readonly title: string
  /** ICU over the row's columns: "{customer}, {amount}, {status}". */
  readonly label: string
  /** ICU with {value}: said when there is no such thing. */
  readonly missing: string
}
