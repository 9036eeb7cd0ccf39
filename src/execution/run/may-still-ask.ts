import type { Roles } from '../../access/grant.ts'
import { judge } from '../../access/judge.ts'
import { claimantRole } from '../../access/owner.ts'
import type { Person } from '../../access/person.ts'
import type { Command } from '../../catalogue/catalogue.ts'
import type { Envelope } from '../../envelope/envelope.ts'
import type { Executor } from '../../ledger/database.ts'
import { asClaimant } from '../../ledger/people/claimant.ts'
import type { Secrets } from '../../ledger/secrets/secrets.ts'

/** Who may ask for what. */
export type Rights = {
  readonly commands: ReadonlyMap<string, Pick<Command, 'scope' | 'parameters'>>
  readonly roles: Roles
}

/**
 * Whether whoever asked for a command may still ask for it: judged as at its confirmation, with the rights of this moment and
 * the facts that were confirmed. What this catalogue does not have cannot be judged by it: a worker of another version runs what was
 * confirmed, as it does with all that an envelope holds.
 * @param actor who asked; `null` when they may not speak any more
 */
export async function mayStillAsk(
  db: Executor,
  {
    secrets,
    envelope,
    actor,
    rights,
    now,
  }: { secrets: Secrets; envelope: Envelope; actor: Person | null; rights: Rights; now: Date },
): Promise<boolean> {
  const command = rights.commands.get(envelope.sayso.name)
  // Who asked is in the envelope, which was confirmed; the row beside it only finds them.
  if (actor?.id !== envelope.actor.user_id) return false
  if (command === undefined) return true
  const { args, sayso } = envelope
  const isAllowed = (person: Pick<Person, 'roles'>): boolean =>
    judge({ person, command, args, facts: sayso.facts, roles: rights.roles }).kind === 'allowed'
  // Hardly anybody is about to become the first owner: it is looked up for those alone who may not ask otherwise.
  return (
    isAllowed({ roles: actor.roles.filter((role) => role !== claimantRole) }) ||
    isAllowed(await asClaimant(db, secrets, actor, now))
  )
}
