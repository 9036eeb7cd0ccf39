import type { Catalogue, Command } from '../../catalogue/catalogue.ts'
import { mainLocale } from '../../catalogue/locale-for.ts'

/** A folder or a command of the menu tree, as `sayso catalogue list --json` prints it. */
export type ListEntry =
  | { readonly kind: 'menu'; readonly path: string; readonly entries: readonly ListEntry[] }
  | {
      readonly kind: 'command'
      readonly path: string
      readonly token: string
      readonly title: string
      readonly safety: Command['safety']
      readonly confirm: Command['confirm']
      readonly scope: string
    }

/** The menu tree below a folder, '' being commands/ itself, in the order in which menus show it. */
export function listCatalogue(catalogue: Catalogue, folder = ''): readonly ListEntry[] {
  const prefix = folder === '' ? '' : `${folder}.`
  const seen = new Set<string>()
  const entries: ListEntry[] = []
  for (const command of catalogue.commands.values()) {
    const [name, ...below] = command.path.startsWith(prefix) ? command.path.slice(prefix.length).split('.') : []
    if (name === undefined || seen.has(name)) continue
    seen.add(name)
    const path = prefix + name
    entries.push(
      below.length === 0
        ? commandEntry(catalogue, command)
        : { kind: 'menu', path, entries: listCatalogue(catalogue, path) },
    )
  }
  return entries
}

function commandEntry(catalogue: Catalogue, command: Command): ListEntry {
  const { path, token, safety, confirm, scope } = command
  const title = mainLocale(catalogue).commands[path]?.title ?? ''
  return { kind: 'command', path, token, title, safety, confirm, scope }
}

/** The tree as lines for people: folders indented, commands with token, safety, scope and title in columns. */
export function renderList(entries: readonly ListEntry[]): string {
  const rows = rowsOf(entries, '')
  const width = (column: number): number =>
    Math.max(0, ...rows.map((row) => (row.length > 1 ? (row[column] ?? '') : '').length))
  const widths = [0, 1, 2].map(width)
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function rowsOf(entries: readonly ListEntry[], indent: string): readonly (readonly string[])[] {
  return entries.flatMap((entry) =>
    entry.kind === 'menu'
      ? [[`${indent}${entry.path.split('.').at(-1) ?? ''}/`], ...rowsOf(entry.entries, `${indent}  `)]
      : [[`${indent}${entry.token}`, entry.safety, entry.scope, entry.title]],
  )
}
