import { systemCodeOf } from '../../../system-error.ts'
import { parseStatement } from './sql-parameters.ts'

/** What Postgres can look at without running it. */
const preparable = new Set('select with values table insert update delete merge'.split(' '))
/** Class 42: what a statement names is not there, or cannot be understood so. */
const misfit = /^42/

/** Asks a database one thing after the other. */
export type Ask = (text: string) => Promise<unknown>

/**
 * What keeps a statement from running on the tables that are there, in the words of Postgres; `null` when nothing does. It is looked at
 * as before every run, and not run.
 * @throws what is wrong with the database instead
 */
export async function misfitOf(statement: string, ask: Ask): Promise<string | null> {
  const { text, verb } = parseStatement(statement)
  if (!preparable.has(verb)) return null
  try {
    await ask(`prepare sayso_fit as ${text}`)
  } catch (error) {
    const { message, hint } = error as Error & { readonly hint?: string }
    const code = systemCodeOf(error)
    if (code === undefined || !misfit.test(code)) throw error
    return hint === undefined ? message : `${message}. ${hint}`
  }
  await ask('deallocate sayso_fit')
  return null
}
