import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { UserError } from '../errors.ts'
import { createActions, type Actions } from '../execution/action.ts'
import type { Chain } from '../execution/plan/chain.ts'
import type { ChainProblem } from '../execution/plan/chain-problem.ts'
import type { Catalogue, Entity, Locale } from './catalogue.ts'
import { checkCommands } from './commands/check-commands.ts'
import type { ReadCommand } from './commands/check-commands.ts'
import { checkLocale } from './locales/check-locale.ts'
import type { ReadLocale } from './locales/check-locale.ts'
import { checkRoles } from './commands/check-roles.ts'
import { checkContracts } from './contract/contract-checks.ts'
import { deepFreeze, frozenMap } from './deep-freeze.ts'
import { openKeptCatalogue, type KeepingPlace, type ParseYaml } from './kept-catalogue.ts'
import { checkLookups, checkOrder, collectEntities, compareByMenu } from './commands/parse-menus.ts'
import type { ReadMenu } from './commands/parse-menus.ts'
import { fileProblem, renderProblems } from './source/problem.ts'
import type { Problem, Report } from './source/problem.ts'
import { noBase, readBase, type Base } from './source/read-base.ts'
import { readCommands, type ReadCommands } from './commands/read-commands.ts'
import { mainLanguage } from './locales/main-language.ts'
import { languagesOf, readLocales } from './locales/read-locales.ts'
import { listedPhrases } from './locales/read-phrases.ts'
import { readTextFiles } from './source/read-text-files.ts'
import type { TextFile } from './source/read-text-files.ts'
import { parseYamlSource } from './source/yaml-source.ts'
import type { YamlSource } from './source/yaml-source.ts'

/** Where the catalogue lies, and what its chains are judged by. */
export type CatalogueSources = {
  readonly commandsDir: string
  readonly localesDir: string
  /** The folder of Sayso, whose commands of administration and texts stand under those of the catalogue (`readBase`); nothing does when absent. */
  readonly shippedDir?: string
  /** `all`: the catalogue has every command that can be inherited, whatever its menu says. */
  readonly inherit?: 'all'
  /** Where it is kept what was read and found sound (`openKeptCatalogue`); nowhere when absent. */
  readonly keeping?: KeepingPlace | undefined
  /** The actions that steps may name. */
  readonly actions: Actions
  /** Everything that is wrong with a chain, and where. */
  readonly planProblems: (chain: Chain) => readonly ChainProblem[]
}

/**
 * Reads commands/ and locales/ and checks everything that can be checked before anybody asks for anything. The result is
 * frozen. Nothing but this function, the reading of its files and what is kept of them touches the disk.
 * @throws UserError `catalogue_invalid` with every problem there is, each as `file:line:column: message`
 */
export async function loadCatalogue(sources: CatalogueSources): Promise<Catalogue> {
  const { catalogue, problems } = await readCatalogue(sources)
  if (problems.length > 0) throw new UserError('catalogue_invalid', renderProblems(problems))
  return catalogue
}

/** A catalogue together with the files that it was read from, for those who speak about the files. */
export type CatalogueReading = {
  /** What could be read; only without problems is it what the files mean. */
  readonly catalogue: Catalogue
  readonly problems: readonly Problem[]
  /** In the order in which menus show them. */
  readonly commands: readonly ReadCommand[]
  readonly menus: readonly ReadMenu[]
  readonly locales: readonly ReadLocale[]
  /** The paths of the commands that come with Sayso and are inherited. */
  readonly inherited: ReadonlySet<string>
  /** Files of commands that say what those of Sayso say, which count instead. */
  readonly copies: readonly YamlSource[]
  /** Files of commands/ beside the commands that stand over one of Sayso. */
  readonly layered: readonly YamlSource[]
}

/** The same as `loadCatalogue`, but gives the problems instead of throwing them. */
export async function readCatalogue(sources: CatalogueSources): Promise<CatalogueReading> {
  const problems: Problem[] = []
  const report: Report = (problem) => void problems.push(problem)
  if (!(await isFolder(sources.commandsDir)) && !(await isFolder(sources.localesDir)))
    return noCatalogue(dirname(resolve(sources.commandsDir)))
  const [commandFiles, localeFiles] = await Promise.all([
    readTextFiles(sources.commandsDir, report),
    readTextFiles(sources.localesDir, report),
  ])
  const { localesDir, shippedDir } = sources
  const isOwn = shippedDir !== undefined && resolve(localesDir) !== resolve(shippedDir, 'locales')
  const base = isOwn ? await readBase(shippedDir, report) : noBase
  const version = versionOf([...commandFiles, ...localeFiles, ...base.commands, ...base.locales])
  const { keeping } = sources
  const kept = keeping === undefined ? null : await openKeptCatalogue(keeping, resolve(localesDir), version)
  const parse = kept?.parse ?? parseYamlSource
  const wasSound = kept?.wasSound ?? false
  const built = buildCatalogue({ ...sources, commandFiles, localeFiles, base, version, parse, wasSound }, report)
  await kept?.keep({ isSound: problems.length === 0 })
  return { ...built, problems }
}

async function isFolder(place: string): Promise<boolean> {
  return stat(place).then(
    (found) => found.isDirectory(),
    () => false,
  )
}

/** Without a folder there is one thing to say, and not one for every file that it lacks. */
function noCatalogue(folder: string): CatalogueReading {
  const message =
    'there is no catalogue here (a folder with commands/ and locales/); `sayso catalogue new FOLDER/NAME` makes one'
  const nothing = {
    commandFiles: [],
    localeFiles: [],
    base: noBase,
    version: versionOf([]),
    parse: parseYamlSource,
    wasSound: false,
    actions: createActions([]),
    planProblems: () => [],
  }
  return { ...buildCatalogue(nothing, () => undefined), problems: [fileProblem(folder, message)] }
}

type Input = Pick<CatalogueSources, 'actions' | 'planProblems' | 'inherit'> & {
  readonly commandFiles: readonly TextFile[]
  readonly localeFiles: readonly TextFile[]
  readonly base: Base
  readonly version: string
  readonly parse: ParseYaml
  /** Whether nothing was found wrong when everything was as it is now. */
  readonly wasSound: boolean
}

function buildCatalogue(input: Input, report: Report): Omit<CatalogueReading, 'problems'> {
  const { base, parse } = input
  const spoken = languagesOf(input.localeFiles)
  const read = readCommands(input.commandFiles, spoken, { files: base.commands, inherit: input.inherit }, report, parse)
  const { commands, menus, roles, inherited } = read
  const entities = collectEntities(menus, report)
  const names = {
    commands: inherited,
    entities: read.inheritedEntities,
    changed: changedBy(commands),
    lost: [...read.lostRoles, ...languagesOf(base.locales).filter((each) => !spoken.includes(each))],
  }
  const language = mainLanguageOf(spoken, menus, report)
  const locales = readLocales(input.localeFiles, { files: base.locales, names, main: language }, report, parse)
  if (!input.wasSound) checkAll(read, entities, { locales, language }, input, report)
  const byMenu = compareByMenu(menus, inherited)
  const ordered = commands.toSorted((one, other) => byMenu(one.command.path, other.command.path))
  const catalogue: Catalogue = Object.freeze({
    version: input.version,
    language: language ?? 'en',
    commands: frozenMap(ordered.map(({ command }) => [command.token, command])),
    entities: frozenMap(entities),
    roles: frozenMap(Object.entries(roles?.file ?? {})),
    locales: frozenMap(locales.map((locale) => [locale.language, localeOf(locale)])),
  })
  const layered = [...menus, ...(roles === null ? [] : [roles])].map(({ source }) => source)
  return { catalogue, commands: ordered, menus, locales, inherited, copies: read.copies, layered }
}

/** Reports where it cannot be told which language stands in for the others. */
function mainLanguageOf(spoken: readonly string[], menus: readonly ReadMenu[], report: Report): string | null {
  const menu = menus.find(({ folder, file }) => folder === '' && file.language !== undefined)
  const named = menu?.file.language
  const main = mainLanguage(spoken, named)
  if (main !== null) return main
  if (menu !== undefined && named !== undefined)
    report(menu.source.problemAt(['language'], `there is no locales/${named}; known: ${spoken.join(', ')}`))
  else if (spoken.length === 0) report(fileProblem('locales', 'has no language; write locales/en/commands.yaml'))
  else
    report(
      fileProblem(
        'commands/_menu.yaml',
        `does not say which language stands in for those that are not spoken; add language: ${spoken[0] ?? ''}`,
      ),
    )
  return null
}

/** The things that the catalogue's own commands change. */
function changedBy(commands: readonly ReadCommand[]): ReadonlySet<string> {
  const changing = commands.filter(({ command }) => command.isInherited !== true && command.safety !== 'read')
  const targets = changing.map(({ command: { intent, parameters } }) =>
    parameters.find(({ name }) => name === intent.target),
  )
  return new Set(targets.flatMap((target) => target?.entity ?? []))
}

/** Reports what is wrong between the files, each of which has its shape. */
function checkAll(
  { commands, menus, roles, paths, complete }: ReadCommands,
  entities: ReadonlyMap<string, Entity>,
  { locales, language: main }: { readonly locales: readonly ReadLocale[]; readonly language: string | null },
  { actions, planProblems }: Input,
  report: Report,
): void {
  checkOrder(menus, paths, report)
  checkLookups(menus, { actions, planProblems }, report)
  checkCommands(commands, { entities, actions, planProblems, complete }, report)
  checkContracts(commands, { menus, entities, paths, complete }, report)
  const known = commands.map(({ command }) => command)
  const files = new Map(commands.map(({ command, source }) => [command.token, source]))
  if (roles !== null && complete) checkRoles(roles, known, report)
  const held = locales.find(({ language }) => language === main)
  for (const locale of locales) {
    checkLocale(locale, held ?? locale, { commands: known, files, entities, paths, complete }, report)
  }
}

function localeOf({ language, messages, phrases, texts }: ReadLocale): Locale {
  const titles = Object.values(texts.file.entities).map(({ title }) => title)
  const words = Object.entries(phrases.words).map(([name, list]) => [name, listedPhrases(list, titles)] as const)
  const commands = Object.entries(texts.file.commands).map(([path, command]) => [
    path,
    { ...command, effect: command.effect ?? '', labels: command.labels ?? {}, questions: command.questions ?? {} },
  ])
  return deepFreeze({
    language,
    ...messages.file,
    words: Object.fromEntries(words),
    skipWords: listedPhrases(phrases.skipWords, titles),
    commands: Object.fromEntries(commands),
    menus: texts.file.menus,
    entities: texts.file.entities,
  })
}

/** Lengths stand before names and texts, so that no two different catalogues are the same bytes. */
function versionOf(files: readonly Pick<TextFile, 'file' | 'text'>[]): string {
  const hash = createHash('sha256')
  for (const { file, text } of files.toSorted((one, other) => (one.file < other.file ? -1 : 1))) {
    for (const part of [file, text]) hash.update(`${Buffer.byteLength(part)}:`).update(part)
  }
  return hash.digest('hex')
}
