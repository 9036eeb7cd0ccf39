/**
 * Texts, undos, conditions and arguments that name a column which nothing gives: people would read nothing there. Only where the columns are
 * certain is anything said; what an action gives it may tell itself (`Action.columns`).
 */
import type { Actions } from '../../execution/action.ts'
import type { Command, Entity, Lookup } from '../catalogue.ts'
import type { ReadCommand } from '../commands/check-commands.ts'
import type { ReadLocale } from '../locales/check-locale.ts'
import { didYouMean } from '../did-you-mean.ts'
import { factPlaceholder } from '../fact-placeholder.ts'
import { messagePlaceholders } from '../locales/message-placeholders.ts'
import type { ReadMenu } from '../commands/parse-menus.ts'
import type { Report } from '../source/problem.ts'
import { placedMembers } from '../commands/succeeds-if.ts'
import { thingColumnsOf } from '../thing-columns.ts'
import type { YamlPath, YamlSource } from '../source/yaml-source.ts'

/** What is looked at together. */
type Read = {
  readonly commands: readonly ReadCommand[]
  readonly menus: readonly ReadMenu[]
  readonly locales: readonly ReadLocale[]
  readonly entities: ReadonlyMap<string, Entity>
}

/** Reports every column that is named and that nothing gives. */
export function lintColumns({ commands, menus, locales, entities }: Read, actions: Actions, report: Report): void {
  const columnsOf = ({ actionDomain, actionType, actionMeta }: Lookup): Columns =>
    actions.find(actionDomain, actionType)?.columns?.(actionMeta) ?? null
  for (const menu of menus) {
    lintLookups(menu, columnsOf, report)
    lintFields(menu, commands, columnsOf, report)
  }
  for (const read of commands) {
    const last = read.command.chain.at(-1)
    const given = last === undefined ? null : columnsOf(last)
    lintUndo(read, given, { entities, columnsOf }, report)
    lintConditions(read, { entities, columnsOf }, report)
    lintThingColumns(read, { entities, columnsOf }, report)
    for (const locale of locales) {
      lintTexts(read.command, locale, given, report)
      lintUnmet(read.command, locale, { entities, columnsOf }, report)
    }
  }
  for (const { texts } of locales) {
    for (const [name, said] of Object.entries(texts.file.entities)) {
      const entity = entities.get(name)
      const columns = entity === undefined ? null : columnsOf(entity.byId)
      for (const key of ['label', 'named'] as const) {
        const place = { source: texts.source, path: ['entities', name, key] }
        const text = said[key] ?? ''
        checkNames({ place, text, prefix: '', columns, gives: `"byId" of ${name} gives no column` }, report)
      }
    }
  }
}

/** Why it would not succeed is told with what was found, by entity and column. */
function lintUnmet(
  { path, parameters, facts }: Command,
  { texts }: ReadLocale,
  { entities, columnsOf }: Known,
  report: Report,
): void {
  const text = texts.file.commands[path]?.unmet ?? ''
  const place = { source: texts.source, path: ['commands', path, 'unmet'] }
  const names = new Set([...parameters, ...facts].flatMap(({ entity }) => entity ?? []))
  for (const name of names) {
    const entity = entities.get(name)
    const columns = entity === undefined ? null : columnsOf(entity.byId)
    checkNames(
      { place, text, prefix: factPlaceholder(name, ''), columns, gives: `"byId" of ${name} gives no column` },
      report,
    )
  }
}

/** `null`: they cannot be known. */
type Columns = readonly string[] | null
type Known = {
  readonly entities: ReadonlyMap<string, Entity>
  readonly columnsOf: (lookup: Lookup) => Columns
}

function lintLookups({ source, file }: ReadMenu, columnsOf: Known['columnsOf'], report: Report): void {
  for (const [name, entity] of Object.entries(file.entities ?? {})) {
    lintNamed(source, name, entity, columnsOf, report)
    for (const kind of ['byId', 'byName', 'near', 'alike', 'all'] as const) {
      // Its shape and its actionMeta were checked when the menu was read.
      const columns = entity[kind] === undefined ? null : columnsOf(entity[kind] as Lookup)
      if (columns === null || columns.includes('id')) continue
      // Its shape was checked, too.
      const isAsked = (entity[kind] as Lookup).actionDomain === 'http'
      const cure = isAsked ? 'name in "rowsAt" where its rows are' : 'write "… as id"'
      const message = `"${kind}" of ${name} gives no column "id", by which it is known (it gives ${listOf(columns)}); ${cure}`
      report(source.problemAt(['entities', name, kind, 'actionMeta', 'statement'], message))
    }
  }
}

/** What is found by its name is read again by its id before it is confirmed: with other columns it would have changed each time. */
function lintNamed(
  source: YamlSource,
  name: string,
  { byId, byName }: NonNullable<ReadMenu['file']['entities']>[string],
  columnsOf: Known['columnsOf'],
  report: Report,
): void {
  const found = { byId: columnsOf(byId as Lookup), byName: byName === undefined ? null : columnsOf(byName as Lookup) }
  const lacks = (one: keyof typeof found, other: keyof typeof found) => {
    const column = found[other]?.find((each) => !isGiven(each, found[one]))
    return column === undefined ? null : `"${one}" of ${name} gives no column "${column}", which "${other}" gives`
  }
  const unlike = lacks('byName', 'byId') ?? lacks('byId', 'byName')
  if (unlike === null) return
  const why = 'each preview of what was named would come once more, for it is read by its id before it is confirmed'
  report(source.problemAt(['entities', name, 'byName', 'actionMeta', 'statement'], `${unlike}; ${why}`))
}

/** The fields of an entity say how the rows of its lookup are shown, and those of the commands that are about it. */
function lintFields(
  { source, file }: ReadMenu,
  commands: readonly ReadCommand[],
  columnsOf: Known['columnsOf'],
  report: Report,
): void {
  for (const [name, { byId, fields = {} }] of Object.entries(file.entities ?? {})) {
    const [found, shown] = [columnsOf(byId as Lookup), shownOf(name, commands, columnsOf)]
    const columns = found === null || shown === null ? null : [...new Set([...found, ...shown])]
    for (const [field, format] of Object.entries(fields)) {
      const path = ['entities', name, 'fields', field]
      const currency = 'currency' in format ? format.currency : field
      const gives = `nothing that is shown of ${name} gives a column`
      if (!isGiven(field, columns)) report(source.problemAt(path, missing(field, columns, gives), 'key'))
      else if (!isGiven(currency, columns))
        report(source.problemAt([...path, 'currency'], missing(currency, columns, gives)))
    }
  }
}

/** What the commands that are about an entity give. */
function shownOf(name: string, commands: readonly ReadCommand[], columnsOf: Known['columnsOf']): Columns {
  const all = commands
    .filter(({ command: { intent, parameters } }) =>
      [intent.entity.toLowerCase(), ...parameters.map(({ entity }) => entity)].includes(name),
    )
    .map(({ command: { chain } }) => chain.at(-1))
    .map((last) => (last === undefined ? null : columnsOf(last)))
  return all.some((each) => each === null) ? null : all.flatMap((each) => each ?? [])
}

function lintTexts(command: Command, { texts: { source, file } }: ReadLocale, columns: Columns, report: Report): void {
  const texts = file.commands[command.path]
  if (texts === undefined) return
  const gives = `the last step of ${command.token} gives no column`
  const at = (key: string) => ({ source, path: ['commands', command.path, key] })
  checkNames({ place: at('done'), text: texts.done, prefix: 'out_', columns, gives, always: 'out_more' }, report)
  if (texts.row !== undefined) checkNames({ place: at('row'), text: texts.row, prefix: '', columns, gives }, report)
}

function lintUndo({ source, command }: ReadCommand, given: Columns, known: Known, report: Report): void {
  for (const [name, from] of Object.entries(command.undo?.arguments ?? {})) {
    const path = ['undo', 'arguments', name]
    if (from.from === 'output' && !isGiven(from.column, given))
      report(source.problemAt(path, missing(from.column, given, `the last step of ${command.token} gives no column`)))
    if (from.from !== 'facts') continue
    const columns = factsOf(from.entity, known)
    if (!isGiven(from.column, columns))
      report(source.problemAt(path, missing(from.column, columns, `"byId" of ${from.entity} gives no column`)))
  }
}

function lintConditions({ source, command }: ReadCommand, known: Known, report: Report): void {
  if (command.succeedsIf === null) return
  for (const { pointer, path, place } of placedMembers(command.succeedsIf)) {
    const [, part, entity = '', column] = pointer.split('/')
    if (part !== 'facts' || column === undefined) continue
    const columns = factsOf(entity, known)
    if (!isGiven(column, columns))
      report(
        source.problemAt(
          ['succeedsIf', ...path],
          missing(column, columns, `"byId" of ${entity} gives no column`),
          place,
        ),
      )
  }
}

/** What an argument takes from the thing that another one names. */
function lintThingColumns({ source, command }: ReadCommand, known: Known, report: Report): void {
  for (const { name, keyword, entity, column } of thingColumnsOf(command)) {
    const columns = factsOf(entity, known)
    if (!isGiven(column, columns))
      report(
        source.problemAt(['arguments', name, keyword], missing(column, columns, `"byId" of ${entity} gives no column`)),
      )
  }
}

function factsOf(name: string, { entities, columnsOf }: Known): Columns {
  const entity = entities.get(name)
  return entity === undefined ? null : columnsOf(entity.byId)
}

function checkNames(
  {
    place: { source, path },
    text,
    prefix,
    columns,
    gives,
    always,
  }: {
    readonly place: { readonly source: YamlSource; readonly path: YamlPath }
    readonly text: string
    /** What stands before the name of a column in this text. */
    readonly prefix: string
    readonly columns: Columns
    readonly gives: string
    /** What it sees besides columns. */
    readonly always?: string
  },
  report: Report,
): void {
  const placeholders = messagePlaceholders(text)
  if (placeholders.kind === 'broken') return
  for (const name of placeholders.names) {
    if (!name.startsWith(prefix) || name === always) continue
    const column = name.slice(prefix.length)
    if (!isGiven(column, columns)) report(source.problemAt(path, missing(column, columns, gives, prefix)))
  }
}

function isGiven(column: string, columns: Columns): boolean {
  return columns === null || columns.includes(column)
}

/** @param gives who does not give it: "the last step of CANCEL_ORDER gives no column" */
function missing(column: string, columns: Columns, gives: string, prefix = ''): string {
  const known = (columns ?? []).map((each) => `${prefix}${each}`)
  return `${gives} "${column}"${didYouMean(`${prefix}${column}`, known)}; there is ${listOf(columns)}`
}

function listOf(columns: Columns): string {
  return columns === null || columns.length === 0 ? 'none' : columns.join(', ')
}
