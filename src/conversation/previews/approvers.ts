import { judge } from '../../access/judge.ts'
import type { Command } from '../../catalogue/catalogue.ts'
import { fileArguments } from '../../envelope/file-reference.ts'
import { isSecretReference } from '../../envelope/secret-reference.ts'
import type { Json, JsonObject } from '../../json.ts'
import { factOf, type Lookup, type Speaker } from '../lookup.ts'
import type { Hindrance } from './may-go-on.ts'
import type { Scene } from '../scene.ts'
import { needs, type Needs } from '../step.ts'

/** So many people are asked at most; one of them is enough. */
const mostAsked = 5

/** Who is asked for something, and why whoever wants it may not do it themselves. */
export type Approvers = { readonly who: readonly Speaker[]; readonly hindrance: Hindrance }

/**
 * Who may do this very thing themselves, and can be asked for it: everybody but whoever wants it. Nobody for what was given in this chat
 * alone, a file or a secret.
 */
export function approversOf(
  { context, facts }: Scene,
  command: Command,
  { args, found }: { readonly args: JsonObject; readonly found: { readonly [entity: string]: Json } },
): Needs | { readonly kind: 'known'; readonly approvers: readonly Speaker[] } {
  if (fileArguments(args).length > 0 || Object.values(args).some(isSecretReference))
    return { kind: 'known', approvers: [] }
  const lookup = { kind: 'speakers' } as const satisfies Lookup
  const speakers = factOf(facts, lookup)
  if (speakers === undefined) return needs(lookup)
  const { roles } = context.catalogue
  const approvers = speakers.filter(
    (person) => judge({ person, command, args, facts: found, roles }).kind === 'allowed',
  )
  return { kind: 'known', approvers: approvers.slice(0, mostAsked) }
}
