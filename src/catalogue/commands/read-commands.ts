import type { Grant } from '../../access/grant.ts'
import type { Surroundings, ReadCommand } from './check-commands.ts'
import { createPublishedShapeCheck, createShapeCheck } from '../shapes/check-shape.ts'
import { inheritedLevels } from '../contract/contract-levels.ts'
import { commandFileShape, menuFileShape, rolesFileShape } from '../shapes/file-shapes.ts'
import type { CommandFileShape } from '../shapes/file-shapes.ts'
import { claimantRole } from '../../access/owner.ts'
import { inheritCommands, type CommandSources } from './inherit-commands.ts'
import type { Contract } from '../contract/merge-contract.ts'
import { rolesToGive, withOwnChoices } from '../own-choices.ts'
import { parseCommand } from './parse-command.ts'
import type { ParseYaml } from '../kept-catalogue.ts'
import type { ReadMenu } from './parse-menus.ts'
import { fileProblem } from '../source/problem.ts'
import type { Report } from '../source/problem.ts'
import type { TextFile } from '../source/read-text-files.ts'
import { ownerOf } from '../source/layered-source.ts'
import ujgSchema from '../ujg-command.schema.json' with { type: 'json' }
import type { YamlSource } from '../source/yaml-source.ts'

/** What the files of commands/ say, each for itself. */
export type ReadCommands = {
  readonly commands: readonly ReadCommand[]
  readonly menus: readonly ReadMenu[]
  readonly roles: { readonly source: YamlSource; readonly file: Readonly<Record<string, readonly Grant[]>> } | null
  /** Every command file there is, read or not: `orders.cancel`. */
  readonly paths: readonly string[]
  /** Those of them that come with Sayso. */
  readonly inherited: ReadonlySet<string>
  /** The things of Sayso that these are about. */
  readonly inheritedEntities: ReadonlySet<string>
  /** Files of commands that say what those of Sayso say, which count instead. */
  readonly copies: readonly YamlSource[]
  /** Roles of Sayso that the catalogue does not have. */
  readonly lostRoles: readonly string[]
} & Pick<Surroundings, 'complete'>

const checkCommand = createShapeCheck(commandFileShape)
const checkMenu = createShapeCheck(menuFileShape)
const checkRoles = createShapeCheck(rolesFileShape)
const checkContract = createPublishedShapeCheck<Contract>(ujgSchema)

/**
 * Reads every file of commands/; a broken one is reported and left out.
 * @param languages those that the catalogue speaks
 * @param base the files of Sayso's commands, which are there too as far as the catalogue inherits them; `inherit`: all of them are
 */
export function readCommands(
  files: readonly TextFile[],
  languages: readonly string[],
  base: { readonly files: readonly TextFile[]; readonly inherit?: 'all' | undefined },
  report: Report,
  parse: ParseYaml,
): ReadCommands {
  let problems = 0
  const count: Report = (problem) => {
    problems += 1
    report(problem)
  }
  const ownPaths = new Set(files.map(({ path }) => path))
  if (!ownPaths.has('_roles.yaml'))
    count(fileProblem('commands/_roles.yaml', 'is missing: without roles nobody may do anything'))
  const misnamed = new Set(files.filter((file) => !isWellNamed(file, count)).map(({ path }) => path))
  const parsed = (all: readonly TextFile[]): CommandSources =>
    new Map(
      all.flatMap(({ path, file, text }): [string, YamlSource][] => {
        const source = misnamed.has(path) ? null : parse(file, text, count)
        return source === null ? [] : [[path, source]]
      }),
    )
  const baseSources = parsed(base.files)
  const { sources, inherited, entities, copies } = inheritCommands(
    parsed(files),
    { sources: baseSources, inherit: base.inherit },
    (path) => ownPaths.has(path),
    count,
  )
  const roles = rolesIn(sources, count)
  const given = rolesToGive(sources.get('_roles.yaml')?.value)
  const menus = [...sources].flatMap(([path, source]) => (isMenu(path) ? readMenu(path, source, count) : []))
  // Of roles or languages that could not be read it is told where they stand, and not at every choice of one.
  const choices = { roles: orSome(given, claimantRole), languages: orSome(languages, 'en') }
  // Whether every file could be read is known only before the commands are looked into.
  const checked = [...sources].flatMap(([path, written]) => {
    const source = withOwnChoices(written, choices)
    const file = isCommand(path) ? checkCommandFile(source, count) : null
    return file === null ? [] : [{ source, file, path: commandPath(path), isInherited: inherited.has(path) }]
  })
  const complete = problems === 0
  const commands = checked.map(({ source, file, path, isInherited }) => {
    // The published schema was asked when the file was read.
    const contracts = [...inheritedLevels(path, menus).map(({ contract }) => contract), file.contract as Contract]
    const command = parseCommand({ source, file, path, contracts, onlyPrivate: isPrivate(path, menus) }, report)
    return { source, command: isInherited ? { ...command, isInherited } : command }
  })
  const paths = [...inherited, ...ownPaths].filter((path) => isCommand(path) && !misnamed.has(path)).map(commandPath)
  return {
    commands,
    menus,
    roles,
    paths: [...new Set(paths)],
    inherited: new Set([...inherited].map(commandPath)),
    inheritedEntities: entities,
    copies,
    lostRoles: rolesToGive(baseSources.get('_roles.yaml')?.value).filter((role) => !given.includes(role)),
    complete,
  }
}

function orSome(names: readonly string[], name: string): readonly string[] {
  return names.length === 0 ? [name] : names
}

function rolesIn(sources: CommandSources, report: Report): ReadCommands['roles'] {
  const source = sources.get('_roles.yaml')
  const file = source === undefined ? null : checkRoles(source, report)
  if (source !== undefined && file !== null && rolesToGive(file).length === 0)
    report(ownerOf(source).problemAt([], 'has no role: without roles nobody may do anything'))
  return source === undefined || file === null ? null : { source, file }
}

/** What one menu keeps private, no menu below it opens. */
function isPrivate(path: string, menus: readonly ReadMenu[]): boolean {
  return menus.some(({ folder, file }) => file.private === true && (folder === '' || path.startsWith(`${folder}.`)))
}

/** The contract is checked even when the rest is wrong, so that everything is told at once. */
function checkCommandFile(source: YamlSource, report: Report): CommandFileShape | null {
  const file = checkCommand(source, report)
  const contract = hasContract(source.value) ? checkContract(source, report, ['contract']) : null
  return contract === null ? null : file
}

function hasContract(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'contract' in value && typeof value.contract === 'object'
}

function readMenu(path: string, source: YamlSource, report: Report): readonly ReadMenu[] {
  const file = checkMenu(source, report)
  if (file === null) return []
  for (const part of ['state', 'transitions'] as const) {
    if (file[part] !== undefined && checkContract(source, report, [part]) === null) return []
  }
  return [{ source, file, folder: path.split('/').slice(0, -1).join('.') }]
}

function isWellNamed({ path, file }: TextFile, report: Report): boolean {
  if (!isCommand(path) || /^([a-z][a-z0-9-]*\/)*[a-z][a-z0-9-]*\.yaml$/u.test(path)) return true
  report(
    fileProblem(file, 'has no name for a command: folders and files are small letters, digits and -, like cancel.yaml'),
  )
  return false
}

function isCommand(path: string): boolean {
  return !isMenu(path) && path !== '_roles.yaml'
}

function isMenu(path: string): boolean {
  return path === '_menu.yaml' || path.endsWith('/_menu.yaml')
}

function commandPath(path: string): string {
  return path.replace(/\.yaml$/u, '').replaceAll('/', '.')
}
