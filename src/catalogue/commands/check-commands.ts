import type { Actions } from '../../execution/action.ts'
import type { Chain } from '../../execution/plan/chain.ts'
import type { ChainProblem } from '../../execution/plan/chain-problem.ts'
import type { Json } from '../../json.ts'
import type { Command, Entity } from '../catalogue.ts'
import { checkFacts } from './check-facts.ts'
import { checkSecretUses } from './check-secret-uses.ts'
import { checkUndos } from './check-undos.ts'
import { checkSucceedsIf } from './succeeds-if.ts'
import { checkThingColumns } from '../thing-columns.ts'
import { didYouMean } from '../did-you-mean.ts'
import type { Report } from '../source/problem.ts'
import type { YamlPath, YamlSource } from '../source/yaml-source.ts'

/** A command and where it was written. */
export type ReadCommand = { readonly source: YamlSource; readonly command: Command }

/** What the commands are judged against. */
export type Surroundings = {
  readonly entities: ReadonlyMap<string, Entity>
  readonly actions: Actions
  readonly planProblems: (chain: Chain) => readonly ChainProblem[]
  /** False when a file could not be read: what it would have declared is then not called missing. */
  readonly complete: boolean
}

/** Reports what is wrong between commands, and between them and the entities and actions that they name. */
export function checkCommands(commands: readonly ReadCommand[], surroundings: Surroundings, report: Report): void {
  const areUnique = checkUnique(commands, ['token'], ({ token }) => token, report)
  checkUnique(commands, ['contract'], ({ contract }) => contract['commandRef'], report)
  // Of two with one token the other one's own is not known, and an undo may mean it.
  checkUndos(commands, { ...surroundings, complete: surroundings.complete && areUnique }, report)
  for (const { source, command } of commands) {
    checkEntities({ source, command }, surroundings, report)
    checkFacts({ source, command }, surroundings, report)
    checkThingColumns({ source, command }, report)
    checkSteps({ source, command }, surroundings, report)
    checkSecretUses({ source, command }, report)
    checkSucceedsIf({ source, command }, surroundings.complete ? surroundings.entities : null, report)
  }
}

/** Whether each has one of its own. */
function checkUnique(
  commands: readonly ReadCommand[],
  path: YamlPath,
  identity: (command: Command) => Json | undefined,
  report: Report,
): boolean {
  let areUnique = true
  const first = new Map<unknown, string>()
  for (const { source, command } of commands) {
    const value = identity(command)
    if (value === undefined) continue
    const earlier = first.get(value)
    if (earlier === undefined) first.set(value, source.file)
    else {
      areUnique = false
      report(source.problemAt(path, `${JSON.stringify(value)} is taken by ${earlier}; choose another one`))
    }
  }
  return areUnique
}

function checkEntities({ source, command }: ReadCommand, { entities, complete }: Surroundings, report: Report): void {
  if (!complete) return
  for (const { name, entity } of command.parameters) {
    if (entity === null || entities.has(entity)) continue
    const known = [...entities.keys()].join(', ') || 'none'
    report(
      source.problemAt(
        ['arguments', name, 'entity'],
        `there is no entity "${entity}" in any _menu.yaml${didYouMean(entity, [...entities.keys()])}; known: ${known}`,
      ),
    )
  }
}

function checkSteps({ source, command }: ReadCommand, { actions, planProblems }: Surroundings, report: Report): void {
  for (const { step, path, place, message } of planProblems(command.chain))
    report(source.problemAt(['steps', ...(step === null ? [] : [step, ...path])], message, place))
  if (command.safety !== 'read') return
  for (const [index, { actionDomain, actionType }] of command.chain.entries()) {
    const action = actions.find(actionDomain, actionType)
    if (action === undefined || action.effect === 'none') continue
    const message = `${actionDomain}/${actionType} changes things, which a read must not do; make the command a mutation`
    report(source.problemAt(['steps', index, 'actionType'], message))
  }
}
