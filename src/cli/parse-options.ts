import { parseArgs, type ParseArgsConfig } from 'node:util'
import { UserError } from '../errors.ts'
import { systemCodeOf } from '../system-error.ts'

/**
 * `parseArgs`, but an option that is given twice with different values is refused: one of them would be lost unseen. So is an empty
 * one: what was meant is not guessed, least of all a folder, for what is done in another would pass for done in this.
 * @throws UserError `usage`
 */
export function parseOptions<const Options extends ParseArgsConfig>(
  options: Options,
): ReturnType<typeof parseArgs<Options>> {
  const parsed = parseArgs(options)
  const given = new Map<string, string>()
  for (const { name, value } of optionsIn(options)) {
    if (value === '')
      throw new UserError(
        'usage',
        `--${name} is empty (perhaps a variable of the shell is not set); give it a value, or leave it out`,
      )
    const before = given.get(name)
    if (before !== undefined && before !== value)
      throw new UserError('usage', `--${name} is given twice: "${before}" and "${value}". Give it once.`)
    given.set(name, value)
  }
  return parsed
}

/** Options with a value, as they stand there. */
function optionsIn({ options = {}, ...rest }: ParseArgsConfig): readonly { name: string; value: string }[] {
  const { tokens } = parseArgs({ ...rest, options, tokens: true })
  return tokens.flatMap((token) =>
    token.kind === 'option' && token.value !== undefined && options[token.name]?.multiple !== true
      ? [{ name: token.name, value: token.value }]
      : [],
  )
}

/** What `parseArgs` throws for options that it does not know. */
export function isUsageError(error: unknown): error is Error {
  return error instanceof TypeError && systemCodeOf(error)?.startsWith('ERR_PARSE_ARGS') === true
}
