import { mayAskFor } from '../access/may.ts'
import type { Context } from './scene.ts'

/** Whether this person may ask for a command at all (invariant 6); nobody may for one that is no longer there. */
export function mayAsk({ catalogue, person }: Pick<Context, 'catalogue' | 'person'>, token: string): boolean {
  const command = catalogue.commands.get(token)
  return command !== undefined && mayAskFor({ person, scope: command.scope, roles: catalogue.roles })
}
