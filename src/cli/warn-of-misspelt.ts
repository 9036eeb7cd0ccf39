import { misspeltVariables } from '../misspelt-variables.ts'
import type { Surroundings } from './surroundings.ts'

/** What others set may be called alike, so a name in the environment that looks like one of ours is told about, and no more. */
export function warnOfMisspelt({ env, tell }: Pick<Surroundings, 'env' | 'tell'>): void {
  for (const { name, meant } of misspeltVariables(env))
    tell(`${name} is set, but is not a variable of Sayso; did you mean ${meant}?`)
}
