/**
 * What stands for a secret wherever a value would (UJG 10, kind `secret`). The value itself is taken out of a message before
 * the conversation sees it, so that no session, envelope, reply or evidence can hold it.
 */
import type { Catalogue, Command, Parameter } from '../catalogue/catalogue.ts'
import { isJsonObject, jsonText, type Json, type JsonObject } from '../json.ts'
import type { ArgumentProblem, NormalisedArgument } from './normalise-argument.ts'

/** What people see in its place. */
export const shownSecret = '••••••'

/** Names a secret that is kept: its id is a MAC over what it is for and what it is, so the same secret has the same id. */
export type SecretReference = { readonly $secret: string }

/** The raw value of a secret that is kept. */
export function rawSecret(id: string): string {
  return JSON.stringify({ $secret: id })
}

/** The raw value of a secret that does not do, and is not kept. */
export function rawRefusedSecret({ problem, limit }: RefusedSecret): string {
  return JSON.stringify({ refused: problem, limit: limit ?? '' })
}

export type RefusedSecret = Omit<Extract<NormalisedArgument, { kind: 'invalid' }>, 'kind'>

/** Reads what the two functions above wrote; anything else is no secret. */
export function readRawSecret(raw: string): NormalisedArgument {
  const value = parseObject(raw)
  if (isSecretReference(value)) return { kind: 'value', value }
  if (typeof value?.['refused'] !== 'string') return { kind: 'invalid', problem: 'empty' }
  // Written by `rawRefusedSecret` alone: nothing that a person writes comes here as it was written.
  return { kind: 'invalid', problem: value['refused'] as ArgumentProblem, limit: jsonText(value['limit'] ?? '') }
}

/** Whether an argument stands for a secret. */
export function isSecretReference(value: Json | undefined): value is SecretReference {
  return isJsonObject(value) && typeof value['$secret'] === 'string' && Object.keys(value).length === 1
}

/** The parameters whose values are secrets. */
export function secretParameters({ parameters }: { readonly parameters: readonly Parameter[] }): readonly Parameter[] {
  return parameters.filter(({ kind }) => kind === 'secret')
}

/** The commands that take secrets. */
export function secretCommands({ commands }: Pick<Catalogue, 'commands'>): readonly Command[] {
  return [...commands.values()].filter((command) => secretParameters(command).length > 0)
}

function parseObject(text: string): JsonObject | null {
  try {
    const value = JSON.parse(text) as Json
    return isJsonObject(value) ? value : null
  } catch {
    return null
  }
}
