import type { EntityRow } from '../catalogue/catalogue.ts'
import { digestOf } from '../envelope/digest.ts'
import type { Envelope, Issuance } from '../envelope/envelope.ts'
import type { CommandStatus, ReasonCode, Safety, Verdict } from '../envelope/lifecycle.ts'
import type { FoundFile } from '../execution/find-file.ts'
import type { Outcome } from '../execution/run/outcome.ts'
import type { JsonObject } from '../json.ts'
import type { HowFar } from './how-far-it-came.ts'

/** What the conversation needs to know before it can go on; the caller finds out and calls again. */
export type Lookup =
  /**
   * The rows of an entity by id, by what people call it, near an id that does not exist, that may be called nearly so, or (without a
   * value) all of them.
   */
  | {
      readonly kind: 'entity'
      readonly entity: string
      readonly by: 'id' | 'name' | 'near' | 'alike' | 'all'
      readonly value: string
    }
  /** Whether somebody has paused everything that mutates. */
  | { readonly kind: 'pause' }
  /** Whether the queue accepts commands. */
  | { readonly kind: 'queue' }
  /** Which issuance a wanted command has, who holds its key, and when the same person had it done before. */
  | {
      readonly kind: 'repeat'
      readonly userId: string
      readonly intent: Envelope['intent']
      readonly args: JsonObject
      readonly again: boolean
      /** Of a setting, all that it can be set to: whatever is set to one of these is set to none of the others. */
      readonly alike: readonly string[]
      /** How long ago it may have been confirmed before, in milliseconds. */
      readonly withinMs: number
    }
  /**
   * Who else has recently had the same done: the newest command of its kind with these arguments that was not taken back.
   */
  | {
      readonly kind: 'same-by-another'
      readonly name: string
      readonly target: string | null
      readonly args: JsonObject
      /** How long ago it may have been confirmed, in milliseconds. */
      readonly withinMs: number
    }
  /** Whether anybody has taken back what a command did. */
  | { readonly kind: 'was-undone'; readonly commandId: string }
  /** How a command is asked about that has begun and is not over. */
  | { readonly kind: 'asking'; readonly commandId: string }
  /** A command of somebody else, by its reference, that has begun and is asked about. */
  | { readonly kind: 'asked-of-another'; readonly ref: string }
  /** Who else has ended the asking about a command. */
  | { readonly kind: 'asking-ended-by'; readonly commandId: string }
  /** What was done, and stands, with what a command of the same person changed since then; the newest first. */
  | { readonly kind: 'changed-since'; readonly commandId: string }
  /** Who holds this key, other than the command itself. */
  | { readonly kind: 'holder'; readonly key: string; readonly commandId: string }
  /** Whether this is the token of the command, compared in constant time. */
  | { readonly kind: 'token'; readonly commandId: string; readonly token: string }
  /** Which command of the same person waits in another chat for this token, compared in constant time. */
  | { readonly kind: 'elsewhere'; readonly token: string }
  /** The one command of the same person that waits in other chats, whatever it needs to be confirmed. */
  | { readonly kind: 'waits-elsewhere' }
  /** Who else has a preview or a question open in this chat. */
  | { readonly kind: 'asked-here' }
  /** Who else runs this installation. */
  | { readonly kind: 'owners' }
  /** Who else may speak here. */
  | { readonly kind: 'speakers' }
  /** What came so far of asking others for this command of the same person, the newest first. */
  | { readonly kind: 'answers'; readonly commandId: string }
  /** Commands on this thing that are confirmed and have not ended, whoever asked for them. */
  | { readonly kind: 'under-way'; readonly entity: string; readonly target: string }
  /** Whether the secret that an argument refers to is still kept. */
  | { readonly kind: 'secret'; readonly id: string }
  /** What a path in the workspace leads to. */
  | { readonly kind: 'file'; readonly path: string }
  /** A command of the same person by its reference. */
  | { readonly kind: 'ref'; readonly ref: string }
  /** What the same person did last from the numbers that they had before. */
  | { readonly kind: 'done-before' }
  /** A command of the same person by its id. */
  | { readonly kind: 'command'; readonly commandId: string }
  /** Commands of the same person that this message asked for or confirmed. */
  | { readonly kind: 'message'; readonly messageId: string }

/** The answer to each kind of lookup. */
export type FactOf = {
  readonly entity: readonly EntityRow[]
  readonly queue: 'up' | 'down'
  /** Who paused, and since when (ISO 8601); `no` when nothing is paused. */
  readonly pause: 'no' | { readonly name: string; readonly since: string }
  readonly repeat: {
    readonly issuance: Issuance
    readonly earlier: CommandRecord | null
    readonly before: SameBefore | null
  }
  readonly 'same-by-another': SameByAnother | null
  readonly 'was-undone': boolean
  readonly 'under-way': readonly UnderWay[]
  /** `null` when it is not asked about. */
  readonly asking: Asking | null
  readonly 'asked-of-another': AskedOfAnother | null
  /** Their name, '' when they were forgotten; `null` when nobody else has. */
  readonly 'asking-ended-by': string | null
  readonly 'changed-since': readonly ChangeSince[]
  readonly holder: CommandRecord | null
  /** `spent`: it was, and the command was confirmed. */
  readonly token: { readonly matches: boolean; readonly spent: boolean; readonly wrongTries: number }
  readonly elsewhere: WaitsElsewhere | null
  /** `null` when none waits, or more than one. */
  readonly 'waits-elsewhere': WaitsElsewhere | null
  /** Their name; `null` when nobody has anything open. */
  readonly 'asked-here': string | null
  /** Their names. */
  readonly owners: readonly string[]
  readonly speakers: readonly Speaker[]
  readonly answers: readonly Answer[]
  readonly secret: 'kept' | 'gone'
  readonly file: FoundFile
  readonly ref: CommandRecord | null
  readonly 'done-before': CommandRecord | null
  readonly command: CommandRecord | null
  readonly message: readonly CommandRecord[]
}

export type Fact = FactOf[keyof FactOf]

/** A command of whoever was asked for something, and their name; '' when they were forgotten. */
export type Answer = { readonly record: CommandRecord; readonly by: string }

/** Somebody who may speak, and what they may do. */
export type Speaker = { readonly id: string; readonly name: string; readonly roles: readonly string[] }

/** How the action of a step is asked what came of it, as long as nobody knows. */
export type Asking = {
  /**
   * `asked`: of what may do it now; `resting`: the same, but not while everything is paused; `looked`: of what can only look;
   * `ended`: somebody has ended it.
   */
  readonly state: 'asked' | 'resting' | 'looked' | 'ended'
  /** When it ends by itself, ISO 8601; `null`: when it can be told. */
  readonly until: string | null
}

/** What somebody else asked for, and how it is asked about. */
export type AskedOfAnother = {
  readonly record: CommandRecord
  readonly asking: Asking
  /** The name of whoever asked for it; '' when they were forgotten. */
  readonly who: string
}

export type WaitsElsewhere = { readonly ref: string; readonly chatKind: 'private' | 'group' }

/** The same command, asked for once before. */
type Same = {
  readonly commandId: string
  /** When it ended, or else was confirmed; ISO 8601. */
  readonly at: string
  readonly state: HowFar
}

/** The same command, asked for by somebody else. */
export type SameByAnother = Same & {
  /** The name of whoever asked; '' when they were forgotten. */
  readonly who: string
}

/** The same command, asked for before by the person who asks now, that was not taken back. */
export type SameBefore = Same & { readonly ref: string }

/** Something that is being done with a thing. */
export type UnderWay = ChangeSince

/** Something that was done with a thing after something else was. */
export type ChangeSince = {
  readonly record: CommandRecord
  /** The name of whoever asked; '' when they were forgotten. */
  readonly who: string
  /** Whether it was the person who asks now. */
  readonly isOwn: boolean
}

/** A stored command as the conversation sees it. */
export type CommandRecord = {
  readonly commandId: string
  readonly ref: string
  readonly name: string
  readonly safety: Safety
  readonly status: CommandStatus
  readonly reason: ReasonCode | null
  readonly args: JsonObject
  readonly intent: Envelope['intent']
  readonly messageIds: readonly string[]
  /** What the preview showed about the world. */
  readonly facts: Envelope['sayso']['facts']
  /** Whoever asked, as they were then. */
  readonly actor: Envelope['sayso']['actor']
  /** The name of the chain's last step, whose output the person is shown. */
  readonly lastStep: string
  readonly outcome: Outcome | null
  /** ISO 8601; `null` while it has not ended. */
  readonly settledAt: string | null
  /** What somebody found out when it was unknown whether it happened; `null` while nobody has. */
  readonly verdict: Verdict | null
  /** Whether a worker has begun it. */
  readonly started: boolean
}

/** The answers so far, by the lookup that they answer. */
export type Facts = ReadonlyMap<string, Fact>

/** The name under which a lookup's answer is kept. */
export function factKey(lookup: Lookup): string {
  return `${lookup.kind}:${digestOf(lookup)}`
}

/** The answer to a lookup, or `undefined` when it has not been asked yet. */
export function factOf<L extends Lookup>(facts: Facts, lookup: L): FactOf[L['kind']] | undefined {
  // Under `factKey(lookup)` the caller stores only what `FactOf` says for that kind.
  return facts.get(factKey(lookup)) as FactOf[L['kind']] | undefined
}
