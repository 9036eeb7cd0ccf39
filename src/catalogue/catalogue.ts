import type { Roles } from '../access/grant.ts'
import type { Chain } from '../execution/plan/chain.ts'
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
  /** The code of the language that stands in for each that is not spoken, and in which a program is told things; its locale is always there. */
  readonly language: string
  /** By language code. */
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
  /** Whether it can only be asked for in a private chat: a menu above it says so. */
  readonly onlyPrivate: boolean
  /** What takes it back; `null` when nothing does. */
  readonly undo: Undo | null
  /** What else is looked up for it, beside what its arguments name; no two are of one entity. */
  readonly facts: readonly CommandFact[]
  /** JSON Schema of `{ args, facts }`: what has to be so for it to succeed; the preview says when it is not. `null`: nothing is said. */
  readonly succeedsIf: JsonObject | null
  /** How long a repeat is the same command, in milliseconds, from the claim (CCP IX.A). */
  readonly windowMs: number
  /** The effective UJG payload after inheritance. */
  readonly contract: JsonObject
  readonly parameters: readonly Parameter[]
  /** WUCE, as written. */
  readonly chain: Chain
  /** `true`: it comes with Sayso, and the catalogue inherits it; absent of its own. */
  readonly isInherited?: true
}

/**
 * Something that may be there or not: the row of an entity whose id is the value of a parameter; the first of all its rows where
 * `parameter` is `null`.
 */
export type CommandFact = { readonly entity: string; readonly parameter: string | null }

/** The command that takes another one back; a command of its own, with its own rights, preview and confirmation. */
export type Undo = {
  /** Its token. */
  readonly command: string
  /** Its parameter → where the value comes from; `null`: it has the same target, and needs nothing else. */
  readonly arguments: Readonly<Record<string, UndoSource>> | null
}

/** Where an undo finds a value: in what was asked for, what the preview showed of the world, or what was done. */
export type UndoSource =
  | { readonly from: 'args'; readonly name: string }
  | { readonly from: 'facts'; readonly entity: string; readonly column: string }
  /** Whoever asked, as they were then: `language`, `time_zone`. */
  | { readonly from: 'actor'; readonly name: 'language' | 'time_zone' }
  /** A column of the first row that the last step gave; known only once it was done. */
  | { readonly from: 'output'; readonly column: string }

/** UJG parameter and the JSON Schema of its value. */
export type Parameter = {
  readonly name: string
  readonly kind: 'scalar' | 'structured' | 'entity-ref' | 'selection' | 'file' | 'secret'
  readonly required: boolean
  /** What people mean by it; decides how it is read, normalised and shown. */
  readonly type: ParameterType
  readonly schema: JsonObject
  /** The entity that it names, if any. */
  readonly entity: string | null
}

/**
 * | type | argument | canonical value |
 * |---|---|---|
 * | text | `{ type: string }` | as written, blanks folded |
 * | id | `{ type: string, pattern: "^[0-9]+$" }`, or with `entity` | as typed |
 * | phone | `format: phone` | `+5511990000001` |
 * | email | `format: email` | `Ana@example.com`, the domain in small letters |
 * | file | `format: file` | a name or relative path, as typed |
 * | date, month | `format: date`, `month` | `2026-11-22`, `2026-11` |
 * | time | `format: time` | `20:30` |
 * | datetime | `format: date-time` | `2026-11-22T20:30:00-03:00`, in the time zone of whoever asks |
 * | choice | `enum` | as in the catalogue |
 * | integer, decimal | `{ type: integer }`, `{ type: number }` | a number |
 * | ordinal | `{ type: integer, format: ordinal }` | a number: 2 for "second" |
 * | percent | `{ type: number, format: percent }` | a number: 12.5 for "12.5 %" |
 * | money | `{ type: number, format: money, currency: BRL }` | `50.00 BRL`; the schema is of the amount, and without `currency` it must be said; `currency: order.currency` is that of the order that another argument names; with `whole: order.refundable`, "all", "half" and "10%" are of that column |
 * | boolean | `{ type: boolean }` | true, false |
 */
export type ParameterType =
  | 'text'
  | 'id'
  | 'phone'
  | 'email'
  | 'file'
  | 'date'
  | 'month'
  | 'time'
  | 'datetime'
  | 'choice'
  | 'integer'
  | 'decimal'
  | 'ordinal'
  | 'percent'
  | 'money'
  | 'boolean'

/** A thing that commands are about: how to find it, and which of its columns hold what. */
export type Entity = {
  readonly name: string
  /** One row at most for a normalised id; the step sees `{{args.value}}`. Rows have at least a column `id`. */
  readonly byId: Lookup
  /** Rows for what people call it, at most 20; `null` when it is found by id alone. */
  readonly byName: Lookup | null
  /** Up to three rows whose ids are near one that does not exist, for "no such order"; `null` when nearness means nothing. */
  readonly near: Lookup | null
  /** Rows with a column `name` among which a misspelt name is looked for, the likeliest first; `null` when none is. */
  readonly alike: Lookup | null
  /** All there are to choose from, where they are few (at most 10 rows are looked at), for who names none; `null` when they are many. */
  readonly all: Lookup | null
  /** Columns that are shown with a format of their own. */
  readonly fields: Readonly<Record<string, FieldFormat>>
}

/**
 * How a column is shown: `money` in the currency that another column names, `bytes` as a size, `time` (ISO 8601) as date
 * and time where the person is, `date` (`2026-11-22`, or ISO 8601 of a moment) as a day, `choice` (several with a comma between) by its name in the language (`words.<value>`),
 * `clock` (an IANA time zone) as the time of day that it is there now, `number` with the marks of the language.
 */
export type FieldFormat =
  | { readonly type: 'money'; readonly currency: string }
  | { readonly type: 'bytes' }
  | { readonly type: 'time' }
  | { readonly type: 'date' }
  | { readonly type: 'choice' }
  | { readonly type: 'clock' }
  | { readonly type: 'number' }

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
  /** Single words and short phrases by what they mean, lower case but for what the values of choices are called: yes, no, drop, again, help, menu, back, confirm, negation… */
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
  /** What people shorten, and the words that it stands for: "qro" → "quero". */
  readonly abbreviations?: Readonly<Record<string, string>>
}

export type CommandTexts = {
  /** In menus: "Cancel an order". */
  readonly title: string
  /** ICU; the one line that names action and target: "Cancel order {id}". Sees the arguments by name. */
  readonly summary: string
  /** ICU; what happens to the world. Sees the arguments. Empty for reads. */
  readonly effect: string
  /**
   * ICU; said when it was done. Here as in the other texts an argument that is a choice shows by its name in the language
   * (`words.<value>`), and a `select` over it sees the value itself. Sees the arguments; `{count}`, the number of rows that the last step gave; and
   * `{out_<column>}`, the columns of the first of them, already as text (money with its currency, a list as lines); `{out_more}` is `yes` where
   * there were more rows than it may give.
   */
  readonly done: string
  /** ICU; said for every row, under `done`. Sees the row's columns by name, already as text. */
  readonly row?: string
  /**
   * ICU; said instead of the general sentence when the world was not as it must be. Sees the arguments, and where `succeedsIf` foretells
   * it `{<entity>_<column>}` of what was found.
   */
  readonly unmet?: string
  /** ICU; said instead of a preview that `succeedsIf` foretells nothing good: what to do instead. Sees the arguments. */
  readonly instead?: string
  /** ICU; the exact words that confirm it, when `confirm` is `phrase`; default: the message `confirm_phrase`. */
  readonly phrase?: string
  /**
   * Step name → ICU text, said while the step runs; sees the arguments. The main language of the catalogue, in which
   * `stepMsg` is written, says that without one; another one names the command.
   */
  readonly steps?: Readonly<Record<string, string>>
  /** Parameter → what it is called in a sentence or before its value: "reason". */
  readonly labels: Readonly<Record<string, string>>
  /** Parameter → question. */
  readonly questions: Readonly<Record<string, string>>
  /**
   * HassIL templates: `[x]` may be left out, `(a|b)` is a choice, `(a;b)` stands in any order, `<rule>` is a shared piece,
   * `{id}` a parameter, `{id:name}` what people call the thing that it names, `{1..9:count}` a parameter as a whole number in
   * digits, `\` takes the next character literally. Each word may have skip words beside it, punctuation does not count, and
   * of two that fit equally well the less dangerous command is meant; if that does not tell them apart, the person is asked.
   */
  readonly sentences: readonly string[]
  /** What people really write to ask for it; `sayso catalogue lint` proves that each reads as this command. */
  readonly examples?: readonly string[]
}

export type EntityTexts = {
  /** "order" */
  readonly title: string
  /** ICU over the row's columns: "{customer}, {amount}, {status}". */
  readonly label: string
  /** ICU over the row's columns: how a `summary` names one that was found, "{name} ({phone})"; else by its value. */
  readonly named?: string
  /** ICU with {value}: said when there is no such thing. */
  readonly missing: string
}
