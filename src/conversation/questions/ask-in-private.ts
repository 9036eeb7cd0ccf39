import type { Command } from '../../catalogue/catalogue.ts'
import { secretParameters } from '../../envelope/secret-reference.ts'
import { textsOf } from '../render/describe-command.ts'
import { say } from '../render/say.ts'
import type { Scene } from '../scene.ts'
import type { Draft } from '../session.ts'
import { done, type Step } from '../step.ts'

/** Refuses in a group what is nothing for everybody to read. */
export function askInPrivate({ session, context }: Scene, command: Command, key: string): Step {
  const text = say(context.locale, key, { title: textsOf(context.locale, command).title })
  return done(session, [{ about: 'refusal', text }])
}

/** Whether a secret was given or has to be. */
export function wantsSecret(command: Command, { raw, args }: Draft): boolean {
  return secretParameters(command).some(
    ({ name, required }) => required || raw[name] !== undefined || args[name] !== undefined,
  )
}
