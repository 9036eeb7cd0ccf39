import type { ReadCommand, Surroundings } from './check-commands.ts'
import { didYouMean } from '../did-you-mean.ts'
import type { Report } from '../source/problem.ts'

/** Reports a fact of a command that nobody could ever look up, or that an argument of it names already. */
export function checkFacts(
  { source, command }: ReadCommand,
  { entities, complete }: Pick<Surroundings, 'entities' | 'complete'>,
  report: Report,
): void {
  const names = command.parameters.map(({ name }) => name)
  for (const { entity: name, parameter } of command.facts) {
    const problem = (message: string, place: 'key' | 'value' = 'key'): void =>
      report(source.problemAt(['facts', name], message, place))
    const entity = entities.get(name)
    if (entity === undefined) {
      if (complete) problem(`there is no entity "${name}" in any _menu.yaml${didYouMean(name, [...entities.keys()])}`)
    } else if (parameter === null && entity.all === null)
      problem(`the entity "${name}" has no "all"; name the argument that its id comes from`, 'value')
    const named = command.parameters.find((each) => each.entity === name)
    if (named !== undefined) problem(`"${named.name}" names it already, so it is known`)
    if (parameter !== null && !names.includes(parameter))
      problem(`there is no parameter "${parameter}"${didYouMean(parameter, names)}`, 'value')
  }
}
