import type { Chain } from '../../execution/plan/chain.ts'
import type { JsonObject } from '../../json.ts'
import type { Entity, Lookup } from '../catalogue.ts'
import type { Surroundings } from './check-commands.ts'
import { actorOfLookups, checkTemplateNames } from '../locales/check-template-names.ts'
import type { MenuFileShape } from '../shapes/file-shapes.ts'
import type { Report } from '../source/problem.ts'
import type { YamlPath, YamlSource } from '../source/yaml-source.ts'

/** A checked `_menu.yaml` and the folder that it stands in: '' for commands/ itself, else `orders`, `orders.parts`. */
export type ReadMenu = { readonly folder: string; readonly source: YamlSource; readonly file: MenuFileShape }

/** The entities of all menus by name; one name has one entity. */
export function collectEntities(menus: readonly ReadMenu[], report: Report): ReadonlyMap<string, Entity> {
  const entities = new Map<string, Entity>()
  const first = new Map<string, string>()
  for (const { source, file } of menus) {
    for (const [name, { byId, byName, near, alike, all, fields }] of Object.entries(file.entities ?? {})) {
      const other = first.get(name)
      if (other !== undefined)
        report(source.problemAt(['entities', name], `${other} already has an entity "${name}"`, 'key'))
      first.set(name, source.file)
      for (const [field, { type, ...rest }] of Object.entries(fields ?? {})) {
        const path = ['entities', name, 'fields', field]
        if ((type === 'money') === 'currency' in rest) continue
        const message =
          type === 'money'
            ? '"money" needs "currency", the column that names it: { type: money, currency: currency }'
            : '"currency" has a meaning only for money; remove it'
        report(source.problemAt(type === 'money' ? path : [...path, 'currency'], message, 'key'))
      }
      // Parsed from YAML 1.2 without tags, which holds JSON alone.
      entities.set(name, {
        name,
        byId: byId as Lookup,
        byName: (byName as Lookup | undefined) ?? null,
        near: (near as Lookup | undefined) ?? null,
        alike: (alike as Lookup | undefined) ?? null,
        all: (all as Lookup | undefined) ?? null,
        fields: fields ?? {},
      })
    }
  }
  return entities
}

/** Reports lookups that could not run, or that would change something. */
export function checkLookups(
  menus: readonly ReadMenu[],
  surroundings: Pick<Surroundings, 'actions' | 'planProblems'>,
  report: Report,
): void {
  for (const { source, file } of menus) {
    for (const [name, entity] of Object.entries(file.entities ?? {})) {
      for (const kind of ['byId', 'byName', 'near', 'alike', 'all'] as const) {
        const lookup = entity[kind]
        if (lookup !== undefined) checkLookup(source, ['entities', name, kind], lookup as Lookup, surroundings, report)
      }
    }
  }
}

function checkLookup(
  source: YamlSource,
  path: YamlPath,
  lookup: Lookup,
  { actions, planProblems }: Pick<Surroundings, 'actions' | 'planProblems'>,
  report: Report,
): void {
  checkTemplateNames({ source, path, value: lookup, names: ['value'], actor: actorOfLookups }, report)
  for (const { path: inner, place, message } of planProblems(chainOf(lookup))) {
    report(source.problemAt([...path, ...inner], message.replace(/^step 1 \("lookup"\):? /u, ''), place))
  }
  if (actions.find(lookup.actionDomain, lookup.actionType)?.effect === 'mutates') {
    const message = `${lookup.actionDomain}/${lookup.actionType} changes things, which a lookup must not do`
    report(source.problemAt([...path, 'actionType'], message))
  }
}

/** A lookup is judged as the only step of a chain. */
function chainOf({ actionDomain, actionType, actionMeta }: Lookup): Chain {
  const silent = { stepName: 'lookup', stepDescription: '', stepMsg: '', observationDomain: '', observe: '', yield: [] }
  return [{ ...silent, actionDomain, actionType, actionMeta: actionMeta satisfies JsonObject }]
}

/** Reports names in an `order` that stand for nothing, or twice, and what a menu says that only the one above all says. */
export function checkOrder(menus: readonly ReadMenu[], paths: readonly string[], report: Report): void {
  for (const { folder, source, file } of menus) {
    for (const key of ['inherit', 'language'] as const) {
      if (folder !== '' && file[key] !== undefined)
        report(source.problemAt([key], 'stands in commands/_menu.yaml alone', 'key'))
    }
    const names = childrenOf(folder, paths)
    for (const [index, name] of (file.order ?? []).entries()) {
      if (file.order?.indexOf(name) !== index)
        report(source.problemAt(['order', index], `"${name}" is in the order twice`))
      else if (!names.has(name)) {
        report(
          source.problemAt(
            ['order', index],
            `there is no "${name}" in this folder; known here: ${[...names].join(', ')}`,
          ),
        )
      }
    }
  }
}

function childrenOf(folder: string, paths: readonly string[]): ReadonlySet<string> {
  const prefix = folder === '' ? '' : `${folder}.`
  return new Set(
    paths.filter((path) => path.startsWith(prefix)).map((path) => path.slice(prefix.length).split('.')[0] ?? ''),
  )
}

/**
 * Compares two command paths as the menus show them: in the order of their menu, and what it does not name by name.
 * @param inherited the commands that come with Sayso, which stand after all others where no menu names them
 */
export function compareByMenu(
  menus: readonly ReadMenu[],
  inherited: ReadonlySet<string>,
): (one: string, other: string) => number {
  const orders = new Map(menus.map(({ folder, file }) => [folder, file.order ?? []]))
  const rankOf = (folder: string, name: string): number => {
    const rank = orders.get(folder)?.indexOf(name) ?? -1
    return rank === -1 ? Number.MAX_SAFE_INTEGER : rank
  }
  return (one, other) => {
    const [names, otherNames] = [one.split('.'), other.split('.')]
    const at = names.findIndex((name, index) => name !== otherNames[index])
    const [name, otherName] = [names[at] ?? '', otherNames[at] ?? '']
    const folder = names.slice(0, Math.max(at, 0)).join('.')
    return (
      rankOf(folder, name) - rankOf(folder, otherName) ||
      Number(inherited.has(one)) - Number(inherited.has(other)) ||
      (name < otherName ? -1 : Number(name > otherName))
    )
  }
}
