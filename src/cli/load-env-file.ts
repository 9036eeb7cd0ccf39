import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { UserError } from '../errors.ts'
import { problemsOfEnvFile } from '../misspelt-variables.ts'
import { systemErrorWords } from './explain-system-error.ts'

/**
 * Takes the variables of a `.env` file into an environment, where there is one. What is set in the environment goes before it.
 * @throws UserError `config_invalid` when it cannot be read, or names what nobody reads
 */
export function loadEnvFile(file: string, env: Record<string, string | undefined>): void {
  const text = readIfThere(file)
  if (text === null) return
  const named = parseEnv(text)
  const problems = problemsOfEnvFile(named)
  if (problems.length > 0) throw new UserError('config_invalid', problems.map((each) => `${file}: ${each}`).join('\n'))
  for (const [name, value] of Object.entries(named)) env[name] ??= value
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return null
    const why = systemErrorWords(cause) ?? String(cause)
    const what = `${file} is read where Sayso is started, and cannot be: ${why}. Mend it, move it away, or start elsewhere.`
    throw new UserError('config_invalid', what, { cause })
  }
}
