import type { Command } from '../../catalogue/catalogue.ts'
import { isNumber } from '../../understanding/values/is-number.ts'
import type { Draft } from '../session.ts'
import { done, type Step } from '../step.ts'

/** The refusal of a wish, which is kept until the next message: "ok, 50 then" is a new try. */
export function keepRefused(step: Step, draft: Draft, parameter: string | undefined): Step {
  if (step.kind === 'needs' || parameter === undefined) return step
  return done({ ...step.session, refused: { draft, parameter } }, step.replies, step.decisions)
}

/** What has to be another number for a command that would not succeed; `undefined` where that cannot be told. */
export function soleNumber({ parameters }: Command, { args }: Draft): string | undefined {
  const [only, ...others] = parameters.filter(({ name, type }) => isNumber(type) && args[name] !== undefined)
  return others.length === 0 ? only?.name : undefined
}
