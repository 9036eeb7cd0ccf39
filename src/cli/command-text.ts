/**
 * A command on the command line, as the text that a person would send: `CANCEL_ORDER id=204 reason="too late"`. It is checked
 * by what reads messages and what takes values, so that a mistake is told before anything is opened, sent or printed.
 */
import type { Catalogue, Command } from '../catalogue/catalogue.ts'
import { didYouMean } from '../catalogue/did-you-mean.ts'
import { mainLocale } from '../catalogue/locale-for.ts'
import { say } from '../conversation/render/say.ts'
import { refusalOfArgument } from '../envelope/refusal-of-argument.ts'
import { UserError } from '../errors.ts'
import type { Understanding } from '../understanding/create-understanding.ts'
import type { When } from '../understanding/values/when.ts'

/** What a shell leaves as one word and a message need not quote. */
const plainValue = /^[\p{L}\p{N}_.:@/+%#-]+$/u

/** How the text is read. */
type Reading = {
  readonly understanding: Understanding
  readonly when: When
  /** Whether everything that the command needs must be there. */
  readonly complete: boolean
  /** How it is written where it is not written as a command. */
  readonly written?: string | undefined
}

/**
 * The text of a command.
 * @param words the token and its arguments, `name=value` each, or the target's value alone
 * @throws UserError `usage` with everything that is wrong, and how the command is written
 */
export function commandText(
  catalogue: Catalogue,
  [token = '', ...args]: readonly string[],
  options: Reading,
): {
  readonly command: Command
  readonly text: string
  /** The names of the parameters that have a value. */
  readonly given: readonly string[]
} {
  const command = catalogue.commands.get(token.toUpperCase())
  if (command === undefined) {
    const hint = didYouMean(token, [...catalogue.commands.keys()])
    throw new UserError('usage', `There is no command ${token}${hint}. \`sayso catalogue list\` shows what there is.`)
  }
  const text = [command.token, ...args.map(quoted)].join(' ')
  const { problems, given } = readBack(catalogue, command, text, options)
  if (problems.length > 0)
    throw new UserError('usage', [...problems, `Write it like: ${options.written ?? usageOf(command)}`].join('\n'))
  return { command, text, given }
}

/** How a command is written: `CANCEL_ORDER id=… [reason=…]`. */
export function usageOf({ token, parameters }: Pick<Command, 'token' | 'parameters'>): string {
  const shown = parameters.map(({ name, required }) => (required ? `${name}=…` : `[${name}=…]`))
  return [token, ...shown].join(' ')
}

/** The shell has taken the quotes away; a message needs them. */
function quoted(arg: string): string {
  const [, name = '', value = ''] = /^([\p{L}_][\p{L}\p{N}_-]{0,63}=)?(.*)$/su.exec(arg) ?? []
  return plainValue.test(value) ? arg : `${name}"${value.replaceAll(/["\\]/gu, String.raw`\$&`)}"`
}

/** What the bot would read in it. */
function readBack(
  catalogue: Catalogue,
  command: Command,
  text: string,
  { understanding, when, complete }: Reading,
): { readonly problems: readonly string[]; readonly given: readonly string[] } {
  const locale = mainLocale(catalogue)
  const reading = understanding.read(text, { kind: 'nothing' }, catalogue.language, when)
  if (reading.kind === 'invalid-token') {
    const { problem, detail } = reading
    const problems = [say(locale, `token_${problem.replaceAll('-', '_')}`, { command: command.token, detail })]
    return { problems, given: [] }
  }
  const wish = reading.kind === 'wishes' && reading.wishes.length === 1 ? reading.wishes[0] : undefined
  if (wish?.command !== command.token) return { problems: [`“${text}” is not read as ${command.token}.`], given: [] }
  const problems = command.parameters.flatMap((parameter) => {
    const raw = wish.args[parameter.name]
    if (raw === undefined) return parameter.required && complete ? [`${parameter.name} is missing.`] : []
    const problem = refusalOfArgument(catalogue.entities, parameter, raw)
    if (problem === null) return []
    return [
      `${parameter.name}: ${say(locale, `invalid_${problem.kind}`, { limit: problem.limit, name: parameter.name })}`,
    ]
  })
  return { problems, given: Object.keys(wish.args) }
}
