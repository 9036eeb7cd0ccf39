/** What an argument takes from the thing that another one names: `currency: order.currency`. */
import { columnIn, type ThingColumn } from '../envelope/thing-column.ts'
import type { Command } from './catalogue.ts'
import type { ReadCommand } from './commands/check-commands.ts'
import { didYouMean } from './did-you-mean.ts'
import type { Report } from './source/problem.ts'

const keywords = ['currency', 'whole', 'rights', 'dayOf'] as const

type Taken = ThingColumn & { readonly name: string; readonly keyword: (typeof keywords)[number] }

/** The columns of things that the arguments of a command take something from, and where it says so. */
export function thingColumnsOf({ parameters }: Pick<Command, 'parameters'>): readonly Taken[] {
  return parameters.flatMap(({ name, schema }) =>
    keywords.flatMap((keyword) => {
      const column = columnIn(schema[keyword])
      return column === null ? [] : [{ name, keyword, ...column }]
    }),
  )
}

/** Reports those of things that no argument before it names for certain: it could not be read then. */
export function checkThingColumns({ source, command }: ReadCommand, report: Report): void {
  const { parameters } = command
  for (const { name, keyword, entity } of thingColumnsOf(command)) {
    const place = parameters.findIndex((parameter) => parameter.name === name)
    const naming = parameters.findIndex((parameter) => parameter.entity === entity)
    const named = parameters[naming]
    const things = parameters.flatMap((parameter) => parameter.entity ?? [])
    const message =
      named === undefined
        ? `no parameter names the entity "${entity}"${didYouMean(entity, things)}`
        : !named.required
          ? `"${named.name}", which names the ${entity}, may be left out; make it required`
          : naming > place
            ? `"${named.name}", which names the ${entity}, must come before "${name}" in contract.parameters`
            : null
    if (message !== null) report(source.problemAt(['arguments', name, keyword], message))
  }
}
