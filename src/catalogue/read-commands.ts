import type { Grant } from '../access/grant.ts'
import type { Surroundings, ReadCommand } from './check-commands.ts'
import { createPublishedShapeCheck, createShapeCheck } from './check-shape.ts'
import { inheritedLevels } from './contract-levels.ts'
import { commandFileShape, menuFileShape, rolesFileShape } from './file-shapes.ts'
import type { CommandFileShape } from './file-shapes.ts'
import type { Contract } from './merge-contract.ts'
import { parseCommand } from './parse-command.ts'
import type { ParseYaml } from './kept-catalogue.ts'
import type { ReadMenu } from './parse-menus.ts'
import { fileProblem } from './problem.ts'
import type { Report } from './problem.ts'
import type { TextFile } from './read-text-files.ts'
import ujgSchema from './ujg-command.schema.json' with { type: 'json' }
import type { YamlSource } from './yaml-source.ts'

/** What the files of commands/ say, each for itself. */
export type ReadCommands = {
  readonly commands: readonly ReadCommand[]
  readonly menus: readonly ReadMenu[]
  readonly roles: { readonly source: YamlSource; readonly file: Readonly<Record<string, readonly Grant[]>> } | null
  /** Every command file there is, read or not: `orders.cancel`. */
  readonly paths: readonly string[]
} & Pick<Surroundings, 'complete'>

const checkCommand = createShapeCheck(commandFileShape)
const checkMenu = createShapeCheck(menuFileShape)
const checkRoles = createShapeCheck(rolesFileShape)
const checkContract = createPublishedShapeCheck<Contract>(ujgSchema)

/** Reads every file of commands/; a broken one is reported and left out. */
export function readCommands(files: readonly TextFile[], report: Report, parse: ParseYaml): ReadCommands {
  let problems = 0
  const count: Report = (problem) => {
    problems += 1
    report(problem)
  }
  const rolesFile = files.find(({ path }) => path === '_roles.yaml')
  if (rolesFile === undefined)
    count(fileProblem('commands/_roles.yaml', 'is missing: without roles nobody may do anything'))
  const roles = rolesFile === undefined ? null : read(rolesFile, checkRoles, { report: count, parse })
  const menus = files.flatMap((file) =>
    baseName(file) === '_menu.yaml' ? readMenu(file, { report: count, parse }) : [],
  )
  const commandFiles = files.filter((file) => isCommandFile(file, count))
  // Whether every file could be read is known only before the commands are looked into.
  const parsed = commandFiles.flatMap((file) => {
    const found = read(file, checkCommandFile, { report: count, parse })
    return found === null ? [] : [{ ...found, path: commandPath(file) }]
  })
  const complete = problems === 0
  const commands = parsed.map(({ source, file, path }) => {
    // The published schema was asked when the file was read.
    const contracts = [...inheritedLevels(path, menus).map(({ contract }) => contract), file.contract as Contract]
    return {
      source,
      command: parseCommand({ source, file, path, contracts, onlyPrivate: isPrivate(path, menus) }, report),
    }
  })
  return { commands, menus, roles, paths: commandFiles.map(commandPath), complete }
}

/** What one menu keeps private, no menu below it opens. */
function isPrivate(path: string, menus: readonly ReadMenu[]): boolean {
  return menus.some(({ folder, file }) => file.private === true && (folder === '' || path.startsWith(`${folder}.`)))
}

type Reading = { readonly report: Report; readonly parse: ParseYaml }

function read<T>(
  { file, text }: TextFile,
  check: (source: YamlSource, report: Report) => T | null,
  { report, parse }: Reading,
): { readonly source: YamlSource; readonly file: T } | null {
  const source = parse(file, text, report)
  const checked = source === null ? null : check(source, report)
  return source === null || checked === null ? null : { source, file: checked }
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

function readMenu(file: TextFile, reading: Reading): readonly ReadMenu[] {
  const found = read(file, checkMenu, reading)
  if (found === null) return []
  for (const part of ['state', 'transitions'] as const) {
    if (found.file[part] !== undefined && checkContract(found.source, reading.report, [part]) === null) return []
  }
  return [{ ...found, folder: file.path.split('/').slice(0, -1).join('.') }]
}

function isCommandFile(file: TextFile, report: Report): boolean {
  if (baseName(file) === '_menu.yaml' || file.path === '_roles.yaml') return false
  if (/^([a-z][a-z0-9-]*\/)*[a-z][a-z0-9-]*\.yaml$/u.test(file.path)) return true
  report(
    fileProblem(
      file.file,
      'has no name for a command: folders and files are small letters, digits and -, like cancel.yaml',
    ),
  )
  return false
}

function baseName({ path }: TextFile): string {
  return path.split('/').at(-1) ?? path
}

function commandPath({ path }: TextFile): string {
  return path.replace(/\.yaml$/u, '').replaceAll('/', '.')
}
