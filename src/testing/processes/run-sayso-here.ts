import { runCommandLine } from '../../cli/command-line.ts'
import type { SaysoRun } from './run-sayso.ts'

/**
 * Runs `sayso` with these arguments in this process, with an environment and an output of its own, where nobody can be asked. It is the
 * same but for starting: what is to be killed, interrupted or kept from leaving anything behind is a process (`runSayso`).
 */
export async function runSaysoHere(
  args: readonly string[],
  { env = {} }: { readonly env?: Readonly<Record<string, string>> } = {},
): Promise<SaysoRun> {
  let out = ''
  let err = ''
  const code = await runCommandLine(args, {
    env: { ...process.env, ...env },
    print: (text) => void (out += `${text}\n`),
    tell: (text) => void (err += `${text}\n`),
    log: { write: (line) => void (err += line) },
    isAttended: false,
  })
  return { code, out, err }
}
