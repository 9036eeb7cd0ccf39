import type { ReadCommand } from '../commands/check-commands.ts'
import { effectiveContract, errorModes, resultModes } from '../contract/contract.ts'
import type { UjgContract } from '../contract/contract.ts'
import { contractLevels } from '../contract/contract-levels.ts'
import type { ReadMenu } from '../commands/parse-menus.ts'
import type { Report } from '../source/problem.ts'

/**
 * Reports contracts that the published schema admits and that yet cannot mean what they say: modes of the other side
 * (UJG 10), a next node that is none, retries that would repeat an effect, a command that nothing may trigger.
 */
export function lintContracts(
  { commands, menus }: { readonly commands: readonly ReadCommand[]; readonly menus: readonly ReadMenu[] },
  report: Report,
): void {
  const seen = new Set<string>()
  for (const read of commands) {
    const levels = contractLevels(read, menus)
    for (const [key, message] of problemsOf(effectiveContract(read.command))) {
      // What is wrong is said at the level that said it last; the command's own stands in for none.
      const { source, path } = levels.findLast(({ contract }) => contract[key] !== undefined) ?? {
        source: read.source,
        path: ['contract'],
      }
      const problem = source.problemAt([...path, key], message, 'key')
      const identity = JSON.stringify(problem)
      if (!seen.has(identity)) report(problem)
      seen.add(identity)
    }
  }
}

type Found = readonly [key: keyof UjgContract, message: string]

function problemsOf(contract: UjgContract): readonly Found[] {
  const { result, error, retry, idempotency, outcomes, triggerKinds } = contract
  const found: (Found | false)[] = [
    isOf(errorModes, result?.mode) && [
      'result',
      `"${result?.mode}" is a mode of "error"; use ${resultModes.join(', ')}`,
    ],
    isOf(resultModes, error?.mode) && ['error', `"${error?.mode}" is a mode of "result"; use ${errorModes.join(', ')}`],
    result?.destination === 'next-node' &&
      outcomes?.successNodeRef === undefined && ['result', 'there is no next node; give "outcomes.successNodeRef"'],
    error?.destination === 'next-node' &&
      outcomes?.errorNodeRef === undefined && ['error', 'there is no next node; give "outcomes.errorNodeRef"'],
    retry === 'none' && error?.mode === 'retry' && ['error', 'offers a retry, which "retry: none" forbids'],
    retry === 'automatic' &&
      idempotency !== 'idempotent' && ['retry', 'only an idempotent command is retried by itself; write "manual"'],
    result?.mode === 'emit' &&
      (outcomes?.emitEvents ?? []).length === 0 && ['result', 'emits nothing; give "outcomes.emitEvents"'],
    triggerKinds?.length === 0 && ['triggerKinds', 'nothing may trigger this; list a trigger or remove it'],
  ]
  return found.filter((each) => each !== false)
}

function isOf(modes: readonly string[], mode: string | undefined): boolean {
  return mode !== undefined && modes.includes(mode)
}
