import type { JsonObject } from '../json.ts'
import { digestOf } from './digest.ts'
import type { Envelope, Issuance } from './envelope.ts'

type Wanted = { readonly userId: string; readonly intent: Envelope['intent']; readonly args: JsonObject }

/** What a command is apart from when it was issued: the same person wanting the same thing of the same target. */
export function baseKeyOf({ userId, intent, args }: Wanted): string {
  return digestOf({ actor: userId, intent, args })
}

/** CCP IX.A: SHA-256 over the JCS form of {actor, intent, normalised args, issuance}; the window is the claim's own time to live. */
export function idempotencyKeyOf({ userId, intent, args }: Wanted, issuance: Issuance): string {
  return digestOf({ actor: userId, intent, args, issuance: { again: issuance.again, others: issuance.others } })
}
