import type { Command } from '../catalogue/catalogue.ts'
import type { Json, JsonObject } from '../json.ts'
import type { Envelope, Issuance } from './envelope.ts'
import { rawOf } from './file-reference.ts'
import { baseKeyOf, idempotencyKeyOf } from './idempotency-key.ts'

/** Makes the envelope of a command whose arguments are complete and normalised (CCP VII.A.1). */
export function buildEnvelope({
  command,
  args,
  actor,
  actorFacts,
  issuance,
  facts,
  trace,
  ids,
  askedBy,
  catalogueVersion,
  now,
}: {
  command: Command
  args: JsonObject
  actor: Envelope['actor']
  actorFacts: Envelope['sayso']['actor']
  issuance: Issuance
  facts: { readonly [entity: string]: Json }
  trace: Envelope['trace']
  ids: { readonly commandId: string; readonly ref: string }
  /** The command of whoever asked this person for it. */
  askedBy?: string | undefined
  catalogueVersion: string
  now: Date
}): Envelope {
  const intent = intentOf(command, args)
  const wanted = { userId: actor.user_id, intent, args }
  const mutates = command.safety !== 'read'
  return {
    command_id: ids.commandId,
    timestamp: now.toISOString(),
    actor,
    intent,
    args,
    confirmation: { required: mutates, method: command.confirm },
    idempotency_key: mutates ? idempotencyKeyOf(wanted, issuance) : null,
    trace,
    sayso: {
      ref: ids.ref,
      name: command.token,
      safety: command.safety,
      chain: command.chain,
      facts,
      actor: actorFacts,
      ...(askedBy === undefined ? {} : { asked_by: askedBy }),
      catalogue: catalogueVersion,
      base_key: mutates ? baseKeyOf(wanted) : null,
      issuance,
      window_ms: command.windowMs,
      while_paused: command.whilePaused,
    },
  }
}

/** CCP's intent of a command with these arguments; the target is the value of the parameter that names it. */
export function intentOf(command: Command, args: JsonObject): Envelope['intent'] {
  const { entity, action, target } = command.intent
  const value = target === null ? undefined : args[target]
  return { entity, action, target: value === undefined || value === null ? null : { id: rawOf(value) } }
}
