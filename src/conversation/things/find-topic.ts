import type { Command } from '../../catalogue/catalogue.ts'
import { isAlike } from '../../understanding/text/is-alike.ts'
import { mayAsk } from '../may-ask.ts'
import { textsOf } from '../render/describe-command.ts'
import type { Context } from '../scene.ts'
import { plainWords } from './plain-words.ts'

/** What people can ask for help about. */
export type Topic =
  | { readonly kind: 'menu'; readonly title: string; readonly commands: readonly Command[] }
  | { readonly kind: 'command'; readonly command: Command }
  /** Something that can be done with every command, as the message `help_undo` and its like explain. */
  | { readonly kind: 'way'; readonly way: (typeof ways)[number] }

const ways = ['undo', 'confirm', 'cancel'] as const

type View = Pick<Context, 'catalogue' | 'locale' | 'person'>
type Menu = Extract<Topic, { kind: 'menu' }> & { readonly path: string }

/** The commands that this person may ask for (invariant 6), in the order of the menus. */
export function allowedCommands(view: Pick<View, 'catalogue' | 'person'>): readonly Command[] {
  return [...view.catalogue.commands.values()].filter(({ token }) => mayAsk(view, token))
}

/** Those of them that can be asked for in this chat: in a group, none that is for private chats only. */
export function commandsHere(view: Pick<Context, 'catalogue' | 'person' | 'chatKind'>): readonly Command[] {
  return allowedCommands(view).filter(({ onlyPrivate }) => view.chatKind === 'private' || !onlyPrivate)
}

/** The top-level menus, each with those of these commands that it and its submenus contain. */
export function firstMenus(view: Pick<View, 'locale'>, commands: readonly Command[]): readonly Menu[] {
  return menusOf(view, commands).filter(({ path }) => !path.includes('.'))
}

/**
 * The menu or command that somebody means by a name: a title, folder or token, in full or by its beginning; words before it
 * ("with", "sobre los") do not matter. Several commands with the word in their titles become a list. What the person may not
 * ask for is not found.
 */
export function findTopic(view: View, text: string): Topic | null {
  // A token is meant as a whole, not as the menu that begins with its last word.
  const words = text.includes('_') ? [plainWords(text)] : plainWords(text).split(' ')
  const whole = topicNamed(view, words.join(' ')) ?? commandAlike(view, words)
  if (whole !== null) return whole
  for (const [at] of words.entries()) {
    const name = words.slice(at + 1).join(' ')
    const found = topicNamed(view, name)
    // "adiciono uma nota" is not the one command with a note in its title, which does something else with it.
    if (found?.kind === 'menu' || (found?.kind === 'command' && isBegunBy(view, found.command, name))) return found
  }
  return wayNamed(view, words) ?? topicAlike(view, words, text)
}

/** "roles", "notas": the commands that have the word in their titles in another form. */
function topicAlike(view: View, [word = '', ...others]: readonly string[], text: string): Topic | null {
  if (word.length < 3 || others.length > 0) return null
  const isForm = (each: string) => each.length > 2 && (isAlike(each, word) || each === word.replace(/e?s$/u, ''))
  const titled = (command: Command) => plainWords(textsOf(view.locale, command).title).split(' ')
  return topicOf(
    allowedCommands(view).filter((command) => titled(command).some(isForm)),
    /\p{L}+/u.exec(text.normalize('NFC').toLowerCase())?.[0] ?? word,
  )
}

function topicOf(commands: readonly Command[], title: string): Topic | null {
  const [only, ...others] = commands
  if (only === undefined) return null
  return others.length === 0 ? { kind: 'command', command: only } : { kind: 'menu', title, commands }
}

/** "undo", "confirmo isso": the verb alone or with a word that stands for a thing, in any of its forms. */
function wayNamed({ locale }: View, [verb = '', ...rest]: readonly string[]): Topic | null {
  const things = ['', ...(locale.words['that_thing'] ?? []).map(plainWords)]
  if (verb.includes(' ') || !things.includes(rest.join(' '))) return null
  const way = ways.find((each) => (locale.words[each] ?? []).some((word) => isAlike(plainWords(word), verb)))
  return way === undefined ? null : { kind: 'way', way }
}

function isBegunBy({ locale }: View, command: Command, name: string): boolean {
  return plainWords(command.token) === name || plainWords(textsOf(locale, command).title).startsWith(name)
}

/**
 * The command whose title begins with the same verb, and among those the one with most of the words: "cancelo um pedido",
 * "cancelo".
 */
function commandAlike(view: View, words: readonly string[]): Topic | null {
  const ranked = allowedCommands(view).flatMap((command) => {
    const [verb = '', ...others] = plainWords(textsOf(view.locale, command).title).split(' ')
    if (verb.length < 3 || !words.some((word) => isAlike(word, verb))) return []
    const shared = others.filter((other) => other.length > 2 && words.some((word) => isAlike(word, other)))
    return shared.length === 0 && words.length > 1 ? [] : [{ command, shared: shared.length }]
  })
  const most = Math.max(...ranked.map(({ shared }) => shared))
  const [best, ...rivals] = ranked.filter(({ shared }) => shared === most)
  return best === undefined || rivals.length > 0 ? null : { kind: 'command', command: best.command }
}

function topicNamed(view: View, name: string): Topic | null {
  if (name === '') return null
  const commands = allowedCommands(view)
  const menus = menusOf(view, commands)
  const titleOf = (command: Command) => plainWords(textsOf(view.locale, command).title)
  const menu = menus.find(({ title, path }) =>
    [plainWords(title), plainWords(path.split('.').at(-1) ?? '')].includes(name),
  )
  if (menu !== undefined) return menu
  const command = commands.find((each) => plainWords(each.token) === name || titleOf(each) === name)
  if (command !== undefined) return { kind: 'command', command }
  const begun = name.length > 2 ? menus.find(({ title }) => plainWords(title).startsWith(name)) : undefined
  if (begun !== undefined) return begun
  return topicOf(
    commands.filter((each) => ` ${titleOf(each)} `.includes(` ${name} `)),
    name,
  )
}

function menusOf({ locale }: Pick<View, 'locale'>, all: readonly Command[]): readonly Menu[] {
  const byPath = new Map<string, Command[]>()
  for (const command of all) {
    const names = command.path.split('.').slice(0, -1)
    for (const [at] of names.entries()) {
      const path = names.slice(0, at + 1).join('.')
      byPath.set(path, [...(byPath.get(path) ?? []), command])
    }
  }
  return [...byPath].map(([path, commands]) => ({
    kind: 'menu',
    path,
    title: locale.menus[path] ?? path,
    commands,
  }))
}
