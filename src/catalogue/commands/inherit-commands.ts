/**
 * Which commands of Sayso a catalogue of one's own has too, and how its files stand over theirs. Its own always count: a command of
 * Sayso gives way to one with its path or its token.
 */
import { isDeepStrictEqual } from 'node:util'
import { claimantRole } from '../../access/owner.ts'
import { didYouMean } from '../did-you-mean.ts'
import { layOver } from '../source/layered-source.ts'
import type { Report } from '../source/problem.ts'
import { entriesOf, memberOf } from '../source/yaml-map.ts'
import type { YamlSource } from '../source/yaml-source.ts'

/** The files of commands/, parsed, by their paths below it. */
export type CommandSources = ReadonlyMap<string, YamlSource>

export type Layers = {
  /** What counts: one's own, those of Sayso, and one's own over those of Sayso. */
  readonly sources: CommandSources
  /** The files of Sayso's commands among them. */
  readonly inherited: ReadonlySet<string>
  /** The names of Sayso's things that its commands are about. */
  readonly entities: ReadonlySet<string>
  /** Files of one's own that say the same as those of Sayso, which count instead. */
  readonly copies: readonly YamlSource[]
}

/** Levels that are put together: the keys of a menu, and the entries of each, such as its entities. */
const menuDepth = 2
const rolesDepth = 1

/**
 * @param isOwn whether there is such a file of one's own, broken ones among them
 * @param base the files of Sayso; `inherit`: all of its commands are there, whatever the menu says
 */
export function inheritCommands(
  own: CommandSources,
  { sources: base, inherit }: { readonly sources: CommandSources; readonly inherit?: 'all' | undefined },
  isOwn: (path: string) => boolean,
  report: Report,
): Layers {
  const commands = new Map([...base].filter(([path]) => !path.split('/').at(-1)?.startsWith('_')))
  const chosen = chooseCommands(inherit === 'all' ? undefined : own.get('_menu.yaml'), commands, report)
  const isCopy = (path: string) => isDeepStrictEqual(own.get(path)?.value, commands.get(path)?.value)
  const kept = new Map([...own].filter(([path]) => !chosen.has(path) || !isCopy(path)))
  const tokens = new Set([...kept.values()].map(({ value }) => memberOf(value, 'token')))
  const inherited = new Map(
    [...commands].filter(
      ([path, { value }]) =>
        chosen.has(path) && (!isOwn(path) || isCopy(path)) && !tokens.has(memberOf(value, 'token')),
    ),
  )
  const names = new Set([...kept.keys(), ...inherited.keys()])
  const scopes = new Set([...inherited.values()].map(({ value }) => memberOf(value, 'scope')))
  const under = new Map(
    [...base].flatMap(([path, source]): [string, YamlSource][] => {
      const value = path === '_roles.yaml' ? rolesOf(source, scopes) : menuOf(path, source, inherited, names)
      return commands.has(path) || value === null ? [] : [[path, { ...source, value }]]
    }),
  )
  const over = [...kept].map(([path, source]): [string, YamlSource] => {
    const below = under.get(path)
    return [
      path,
      below === undefined ? source : layOver(source, below, path === '_roles.yaml' ? rolesDepth : menuDepth),
    ]
  })
  return {
    // Those of Sayso stand first, so that of two that are in each other's way one's own is told of.
    sources: new Map([...inherited, ...withoutRoles(under), ...over]),
    inherited: new Set(inherited.keys()),
    entities: new Set([...under.values()].flatMap(({ value }) => Object.keys(entriesOf(memberOf(value, 'entities'))))),
    copies: [...own].filter(([path]) => !kept.has(path)).map(([, source]) => source),
  }
}

/** Without roles of one's own nobody may do anything, which is told. */
function withoutRoles(under: CommandSources): CommandSources {
  return new Map([...under].filter(([path]) => path !== '_roles.yaml'))
}

/** The files of the commands that `inherit` names; all of them where it says nothing. */
function chooseCommands(menu: YamlSource | undefined, commands: CommandSources, report: Report): ReadonlySet<string> {
  const inherit = memberOf(menu?.value, 'inherit')
  if (inherit === 'none') return new Set()
  if (menu === undefined || !Array.isArray(inherit)) return new Set(commands.keys())
  const names = inherit.map(String)
  const known = new Map([...commands.keys()].map((path) => [nameOf(path), path]))
  const covered = (name: string) => names.some((each) => name === each || name.startsWith(`${each}.`))
  for (const [index, name] of names.entries()) {
    if (known.keys().some((each) => each === name || each.startsWith(`${name}.`))) continue
    const hint = didYouMean(name, [...known.keys()]) || `; known: ${[...known.keys()].join(', ')}`
    report(menu.problemAt(['inherit', index], `Sayso has no command "${name}" that could be inherited${hint}`))
  }
  const chosen = new Set([...known].filter(([name]) => covered(name)).map(([, path]) => path))
  for (const path of chosen) {
    const undo = undoneBy(path, commands)
    if (undo === null || chosen.has(undo)) continue
    chosen.add(undo)
    report(menu.problemAt(['inherit'], `${nameOf(path)} is taken back by ${nameOf(undo)}; name that too`, 'key'))
  }
  return chosen
}

/** The file of the command that takes another one back; `null` when nothing does. */
function undoneBy(path: string, commands: CommandSources): string | null {
  const undo = memberOf(commands.get(path)?.value, 'undo')
  const token = memberOf(undo, 'command') ?? undo
  if (token === undefined) return null
  return [...commands].find(([, { value }]) => memberOf(value, 'token') === token)?.[0] ?? null
}

/** What a menu of Sayso says of what is there; `null` where nothing below it is inherited. */
function menuOf(path: string, { value }: YamlSource, inherited: CommandSources, names: ReadonlySet<string>): unknown {
  // What every command inherits; the order of the menus is one's own.
  if (path === '_menu.yaml') return entriesOf(value, (key) => key === 'state' || key === 'transitions')
  const folder = path.slice(0, -'_menu.yaml'.length)
  if (![...inherited.keys()].some((each) => each.startsWith(folder))) return null
  const order = memberOf(value, 'order')
  const isThere = (name: unknown) => [...names].some((each) => each === `${folder}${String(name)}.yaml`)
  return { ...entriesOf(value), ...(Array.isArray(order) ? { order: order.filter(isThere) } : {}) }
}

/** The role of whoever may become the first owner, who needs a command for that. */
function rolesOf({ value }: YamlSource, scopes: ReadonlySet<unknown>): unknown {
  return entriesOf(
    value,
    (name, grants) => name === claimantRole && Array.isArray(grants) && grants.every((scope) => scopes.has(scope)),
  )
}

/** `admin/whoami.yaml` → `admin.whoami` */
function nameOf(path: string): string {
  return path.replace(/\.yaml$/u, '').replaceAll('/', '.')
}
