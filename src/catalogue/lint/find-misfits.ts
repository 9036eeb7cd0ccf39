import type { CatalogueReading } from '../load-catalogue.ts'
import type { Problem } from '../source/problem.ts'
import type { YamlPath, YamlSource } from '../source/yaml-source.ts'

/**
 * Every SQL statement of a catalogue that does not fit the tables of the connection `shop`: a column that is misspelt shows there alone.
 * @param misfitOf what is wrong with a statement, `null` when nothing is
 */
export async function findMisfits(
  reading: Pick<CatalogueReading, 'commands' | 'menus'>,
  misfitOf: (statement: string) => Promise<string | null>,
): Promise<readonly Problem[]> {
  const problems: Problem[] = []
  for (const { source, path, statement } of statementsOf(reading)) {
    const misfit = await misfitOf(statement)
    if (misfit !== null) problems.push(source.problemAt([...path, 'actionMeta', 'statement'], misfit))
  }
  return problems
}

type Statement = { readonly source: YamlSource; readonly path: YamlPath; readonly statement: string }

function statementsOf({ commands, menus }: Pick<CatalogueReading, 'commands' | 'menus'>): readonly Statement[] {
  const ofSteps = commands.flatMap(({ source, command }) =>
    command.chain.flatMap((step, index) => statementOf(source, ['steps', index], step)),
  )
  const ofThings = menus.flatMap(({ source, file }) =>
    Object.entries(file.entities ?? {}).flatMap(([name, entity]) =>
      (['byId', 'byName', 'near', 'alike', 'all'] as const).flatMap((kind) =>
        statementOf(source, ['entities', name, kind], entity[kind]),
      ),
    ),
  )
  return [...ofSteps, ...ofThings]
}

type Acting = { readonly actionDomain?: string; readonly actionMeta: Readonly<Record<string, unknown>> }

function statementOf(source: YamlSource, path: YamlPath, acting: Acting | undefined): readonly Statement[] {
  if (acting?.actionDomain !== 'sql') return []
  const { connection, statement } = acting.actionMeta
  return connection === 'shop' && typeof statement === 'string' ? [{ source, path, statement }] : []
}
