import { misspeltVariables } from '../misspelt-variables.ts'

/** What others set may be called alike, so a name in the environment that looks like one of ours is told about, and no more. */
export function warnOfMisspelt(env: Readonly<Record<string, string | undefined>>): void {
  for (const { name, meant } of misspeltVariables(env))
    console.error(`${name} is set, and is not a variable of Sayso; did you mean ${meant}?`)
}
