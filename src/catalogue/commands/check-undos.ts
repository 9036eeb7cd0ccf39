import { assertNever } from '../../errors.ts'
import type { Command, Parameter, Undo, UndoSource } from '../catalogue.ts'
import type { ReadCommand, Surroundings } from './check-commands.ts'
import { didYouMean } from '../did-you-mean.ts'
import type { Report } from '../source/problem.ts'
import type { YamlPath } from '../source/yaml-source.ts'

type Problem = { readonly path: YamlPath; readonly message: string; readonly part?: 'key' }
type Known = Pick<Surroundings, 'entities' | 'complete'> & { readonly tokens: readonly string[] }

/** Reports an undo that could never take anything back, or that would have to ask for what it should know. */
export function checkUndos(
  commands: readonly ReadCommand[],
  surroundings: Pick<Surroundings, 'entities' | 'complete'>,
  report: Report,
): void {
  const known = { ...surroundings, tokens: commands.map(({ command }) => command.token) }
  const byToken = new Map(commands.map(({ command }) => [command.token, command]))
  for (const { source, command } of commands) {
    if (command.undo === null) continue
    const undo = byToken.get(command.undo.command)
    for (const { path, message, part = 'value' } of undoProblems(command, command.undo, undo, known)) {
      report(source.problemAt(['undo', ...path], message, part))
    }
  }
}

function undoProblems(
  command: Command,
  { command: token, arguments: sources }: Undo,
  undo: Command | undefined,
  known: Known,
): readonly Problem[] {
  const at: YamlPath = sources === null ? [] : ['command']
  const problem = (message: string): readonly Problem[] => [{ path: at, message }]
  if (command.safety === 'read') return [{ path: [], message: 'a read has nothing to undo; remove "undo"' }]
  if (undo === undefined)
    return known.complete ? problem(`there is no command "${token}"${didYouMean(token, known.tokens)}`) : []
  if (undo.safety === 'read') return problem(`${token} is a read and undoes nothing`)
  if (undo === command && isItself(sources)) return problem('a command cannot undo itself')
  return sources === null ? targetProblems(command, undo, known) : sourceProblems(command, undo, sources)
}

/** Once more with the same arguments is no undo; with others it may be (a file is renamed back). */
function isItself(sources: Undo['arguments']): boolean {
  return sources === null || Object.entries(sources).every(([name, each]) => each.from === 'args' && each.name === name)
}

/** A token alone is called with the same target and nothing else, so it may ask for nothing else. */
function targetProblems(command: Command, undo: Command, { entities }: Known): readonly Problem[] {
  const [theirs, ours] = [targetKind(undo), targetKind(command)]
  const known = [undo, command].every(({ parameters }) =>
    parameters.every(({ entity }) => entity === null || entities.has(entity)),
  )
  if (known && theirs !== ours) {
    const message = `${undo.token} has another kind of target (${theirs}) than this command (${ours})`
    return [{ path: [], message }]
  }
  return missingProblems(undo, undo.intent.target === null ? [] : [undo.intent.target], [])
}

function sourceProblems(command: Command, undo: Command, sources: NonNullable<Undo['arguments']>): readonly Problem[] {
  const unknown = Object.entries(sources).flatMap(([name, source]): readonly Problem[] => {
    const parameter = undo.parameters.find((each) => each.name === name)
    if (parameter === undefined)
      return [{ path: ['arguments', name], message: `${undo.token} has no parameter "${name}"`, part: 'key' }]
    const message = sourceProblem(command, source, parameter)
    return message === null ? [] : [{ path: ['arguments', name], message }]
  })
  return [...unknown, ...missingProblems(undo, Object.keys(sources), ['arguments'])]
}

function missingProblems(undo: Command, given: readonly string[], path: YamlPath): readonly Problem[] {
  const missing = undo.parameters.filter(({ name, required }) => required && !given.includes(name))
  if (missing.length === 0) return []
  return [{ path, message: `${undo.token} would also need ${missing.map(({ name }) => `"${name}"`).join(', ')}` }]
}

function sourceProblem(
  command: Command,
  source: UndoSource,
  { name: theirs, type: wanted, required }: Parameter,
): string | null {
  switch (source.from) {
    case 'args': {
      const parameter = command.parameters.find(({ name }) => name === source.name)
      if (parameter === undefined)
        return `there is no parameter "${source.name}"${didYouMean(
          source.name,
          command.parameters.map(({ name }) => name),
        )}`
      if (required && !parameter.required)
        return `"${source.name}" may be left out, but "${theirs}" is required there: make "${source.name}" required, or take the value from output or facts`
      if (parameter.type === wanted || wanted === 'text' || parameter.type === 'text') return null
      return `"${source.name}" is of another kind (${parameter.type}) than is wanted there (${wanted})`
    }
    case 'facts':
      return [...command.parameters, ...command.facts].some(({ entity }) => entity === source.entity)
        ? null
        : `no parameter names the entity "${source.entity}", so nothing of it is known`
    case 'actor':
    case 'output':
      return null
    default:
      return assertNever(source)
  }
}

function targetKind(command: Command): string {
  const target = command.parameters.find(({ name }) => name === command.intent.target)
  return target === undefined ? 'none' : (target.entity ?? target.type)
}
