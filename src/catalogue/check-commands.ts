import type { Actions } from '../execution/action.ts'
import type { Chain } from '../execution/chain.ts'
import type { Json } from '../json.ts'
import type { Command, Entity } from './catalogue.ts'
import { checkSecretUses } from './check-secret-uses.ts'
import { checkUndos } from './check-undos.ts'
import { checkSucceedsIf } from './succeeds-if.ts'
import type { Report } from './problem.ts'
import type { YamlPath, YamlSource } from './yaml-source.ts'

/** A command and where it was written. */
export type ReadCommand = { readonly source: YamlSource; readonly command: Command }

/** What the commands are judged against. */
export type Surroundings = {
  readonly entities: ReadonlyMap<string, Entity>
  readonly actions: Actions
  readonly planProblems: (chain: Chain) => readonly string[]
  /** False when a file could not be read: what it would have declared is then not called missing. */
  readonly complete: boolean
}

/** Reports what is wrong between commands, and between them and the entities and actions that they name. */
export function checkCommands(commands: readonly ReadCommand[], surroundings: Surroundings, report: Report): void {
  checkUnique(commands, ['token'], ({ token }) => token, report)
  checkUnique(commands, ['contract'], ({ contract }) => contract['commandRef'], report)
  checkUndos(commands, surroundings, report)
  for (const { source, command } of commands) {
    checkEntities({ source, command }, surroundings, report)
    checkSteps({ source, command }, surroundings, report)
    checkSecretUses({ source, command }, report)
    checkSucceedsIf({ source, command }, report)
  }
}

function checkUnique(
  commands: readonly ReadCommand[],
  path: YamlPath,
  identity: (command: Command) => Json | undefined,
  report: Report,
): void {
  const first = new Map<unknown, string>()
  for (const { source, command } of commands) {
    const value = identity(command)
    if (value === undefined) continue
    const earlier = first.get(value)
    if (earlier === undefined) first.set(value, source.file)
    else report(source.problemAt(path, `${JSON.stringify(value)} is taken by ${earlier}; choose another one`))
  }
}

function checkEntities({ source, command }: ReadCommand, { entities, complete }: Surroundings, report: Report): void {
  if (!complete) return
  for (const { name, entity } of command.parameters) {
    if (entity === null || entities.has(entity)) continue
    const known = [...entities.keys()].join(', ') || 'none'
    report(
      source.problemAt(
        ['arguments', name, 'entity'],
        `there is no entity "${entity}" in any _menu.yaml; known: ${known}`,
      ),
    )
  }
}

function checkSteps({ source, command }: ReadCommand, { actions, planProblems }: Surroundings, report: Report): void {
  for (const problem of planProblems(command.chain)) report(source.problemAt(stepPath(problem), problem))
  if (command.safety !== 'read') return
  for (const [index, { actionDomain, actionType }] of command.chain.entries()) {
    const action = actions.find(actionDomain, actionType)
    if (action === undefined || action.effect === 'none') continue
    const message = `${actionDomain}/${actionType} changes things, which a read may not; make the command a mutation`
    report(source.problemAt(['steps', index, 'actionType'], message))
  }
}

/** Problems of a chain begin with `step <n>`, counted from 1. */
function stepPath(problem: string): YamlPath {
  const [, number] = /^step (\d+)\b/u.exec(problem) ?? []
  return number === undefined ? ['steps'] : ['steps', Number(number) - 1, 'stepName']
}
