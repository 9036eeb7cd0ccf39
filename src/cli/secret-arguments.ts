/**
 * Secrets of a command that is asked for on the command line. What stands there is seen by everybody on the machine and kept by the shell,
 * so it is not taken: `name=-` says that the value comes on standard input, a line for each.
 */
import { text } from 'node:stream/consumers'
import type { Command } from '../catalogue/catalogue.ts'
import { UserError } from '../errors.ts'

const fromInput = '-'

/**
 * The words of a command with the secrets that standard input gives in their places. On a terminal they are left out: the person is asked.
 * @throws UserError `usage` when a line is missing
 */
export async function withSecretsFromInput(
  { parameters }: Pick<Command, 'parameters'>,
  words: readonly string[],
  { isAttended, input }: { readonly isAttended: boolean; readonly input: NodeJS.ReadableStream },
): Promise<readonly string[]> {
  const wanted = parameters.flatMap(({ name, kind }) => (kind === 'secret' ? [`${name}=${fromInput}`] : []))
  if (!words.some((word) => wanted.includes(word))) return words
  if (isAttended) return words.filter((word) => !wanted.includes(word))
  const lines = (await text(input)).split(/\r?\n/u)
  return words.map((word) => {
    if (!wanted.includes(word)) return word
    const line = lines.shift() ?? ''
    if (line !== '') return `${word.slice(0, -fromInput.length)}${line}`
    throw new UserError('usage', `${word} takes a line of standard input, and there is none`)
  })
}

/**
 * Refuses a secret that stands among the words of the command line themselves.
 * @param given the names of the parameters that these words give
 * @throws UserError `usage`
 */
export function refuseSecretWords(
  { parameters }: Pick<Command, 'parameters'>,
  given: readonly string[],
  words: readonly string[],
): void {
  const shown = parameters.find(
    ({ name, kind }) => kind === 'secret' && given.includes(name) && !words.includes(`${name}=${fromInput}`),
  )
  if (shown === undefined) return
  const { name } = shown
  throw new UserError(
    'usage',
    `${name} is a secret, and everybody on this machine sees what stands on a command line. Write ${name}=- and put it on standard input; on a terminal, leave it out and you are asked`,
  )
}
