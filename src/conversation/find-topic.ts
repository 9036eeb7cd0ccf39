import type { Command } from '../catalogue/catalogue.ts'
import { may } from '../access/may.ts'
import { textsOf } from './render/describe-command.ts'
import type { Context } from './scene.ts'

/** What help can be asked about. */
export type Topic =
  | { readonly kind: 'menu'; readonly title: string; readonly commands: readonly Command[] }
  | { readonly kind: 'command'; readonly command: Command }

type View = Pick<Context, 'catalogue' | 'locale' | 'person'>
type Menu = Extract<Topic, { kind: 'menu' }> & { readonly path: string }

/** The commands that this person may ask for (invariant 6), in the order of the menus. */
export function allowedCommands({ catalogue, person }: Pick<View, 'catalogue' | 'person'>): readonly Command[] {
  return [...catalogue.commands.values()].filter(({ scope }) => may({ person, scope, roles: catalogue.roles }))
}

/** The first menus, each with all that it and its own menus hold. */
export function firstMenus(view: View): readonly Menu[] {
  return menusOf(view).filter(({ path }) => !path.includes('.'))
}

/**
 * The menu or command that somebody means by a name: title, folder or token, whole or as it begins; words before it ("with",
 * "sobre los") do not matter. Several commands with the word in their titles are a list of their own. What the person may not
 * ask for is not found.
 */
export function findTopic(view: View, text: string): Topic | null {
  // A token is meant whole: the menu that its last word begins with is not asked for.
  const words = text.includes('_') ? [fold(text)] : fold(text).split(' ')
  for (const [at] of words.entries()) {
    const found = topicNamed(view, words.slice(at).join(' '))
    if (found !== null) return found
  }
  return null
}

function topicNamed(view: View, name: string): Topic | null {
  if (name === '') return null
  const menus = menusOf(view)
  const commands = allowedCommands(view)
  const titleOf = (command: Command) => fold(textsOf(view.locale, command).title)
  const menu = menus.find(({ title, path }) => [fold(title), fold(path.split('.').at(-1) ?? '')].includes(name))
  if (menu !== undefined) return menu
  const command = commands.find((each) => fold(each.token) === name || titleOf(each) === name)
  if (command !== undefined) return { kind: 'command', command }
  const begun = name.length > 2 ? menus.find(({ title }) => fold(title).startsWith(name)) : undefined
  if (begun !== undefined) return begun
  const named = commands.filter((each) => ` ${titleOf(each)} `.includes(` ${name} `))
  const [only] = named
  if (only === undefined) return null
  return named.length === 1 ? { kind: 'command', command: only } : { kind: 'menu', title: name, commands: named }
}

function menusOf(view: View): readonly Menu[] {
  const byPath = new Map<string, Command[]>()
  for (const command of allowedCommands(view)) {
    const names = command.path.split('.').slice(0, -1)
    for (const [at] of names.entries()) {
      const path = names.slice(0, at + 1).join('.')
      byPath.set(path, [...(byPath.get(path) ?? []), command])
    }
  }
  return [...byPath].map(([path, commands]) => ({
    kind: 'menu',
    path,
    title: view.locale.menus[path] ?? path,
    commands,
  }))
}

/** Small letters without accents, words parted by one blank: `CANCEL_ORDER` and "cancel order" are the same. */
function fold(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
