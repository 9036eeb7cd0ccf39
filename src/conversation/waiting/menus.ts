/**
 * Menus (CCP VI.C): the folders of the catalogue as numbered lists, in the catalogue's order, of what the person may do. A
 * number answers the list that they saw last or the one that they quote; a number for an older one gets a fresh menu.
 */
import type { Command } from '../../catalogue/catalogue.ts'
import type { ReplyOption } from '../../channel/reply.ts'
import { startWishes } from './wishes.ts'
import type { MessageFacts } from '../event.ts'
import { commandsHere } from '../things/find-topic.ts'
import { plainWords } from '../things/plain-words.ts'
import { textsOf } from '../render/describe-command.ts'
import { say } from '../render/say.ts'
import type { Context, Scene } from '../scene.ts'
import { isFree, type OpenMenu } from '../session.ts'
import { done, type Step } from '../step.ts'

/** A phone's screen and a single digit have room for this many options; more go on further pages. */
const maxOptions = 9

type Entry = { readonly key: string; readonly label: string }

/** Shows a folder; an unknown or empty one shows the first menu. */
export function showMenu({ session, context }: Scene, path: string, page = 0, before: string | null = null): Step {
  const entries = entriesOf(context, path)
  if (entries.length === 0) {
    if (path !== '') return showMenu({ session, context, facts: new Map() }, '', 0, before)
    return done(session, [{ about: 'menu', text: say(context.locale, 'menu_empty'), options: [] }])
  }
  const shown = pageOf(context, entries, page)
  const options: ReplyOption[] = shown.map(({ key, label }, index) => ({ n: index + 1, label, key }))
  const title = path === '' ? say(context.locale, 'menu_title') : titleOf(context, path)
  const lines = [
    before,
    `*${title}*`,
    ...options.map(({ n, label }) => `${n}. ${label}`),
    say(context.locale, path === '' ? 'menu_footer' : 'menu_footer_back'),
  ]
  const menu: OpenMenu = { path, page, keys: shown.map(({ key }) => key), live: true }
  const text = lines.filter((line) => line !== null).join('\n')
  return done({ ...session, menu }, [{ about: 'menu', text, options }])
}

/** A number in the quoted menu, or else the open one; `null` when no menu claims it. */
export function pickFromMenu(scene: Scene, n: number, message: MessageFacts): Step | null {
  const { menu } = scene.session
  const keys = message.quotedOptions ?? (menu?.live === true ? menu.keys : null)
  if (keys === null) return null
  const key = keys[n - 1]
  if (key === undefined)
    return showMenu(scene, menu?.path ?? '', menu?.page ?? 0, say(scene.context.locale, 'menu_no_such'))
  return openEntry(scene, key, message)
}

/** An entry of the open menu, by its name; `null` when none has that name. */
export function callFromMenu(scene: Scene, name: string, message: MessageFacts): Step | null {
  const called = entriesOf(scene.context, scene.session.menu?.path ?? '').find(
    ({ label }) => plainWords(label) === plainWords(name),
  )
  return called === undefined ? null : openEntry(scene, called.key, message)
}

/**
 * A number that belongs to no open list: nothing is guessed, and the menu is shown afresh; if something waits for an answer
 * and no menu was open, the person is told how to change what waits.
 */
export function refuseNumber(scene: Scene, n: number): Step {
  const { session, context } = scene
  if (!isFree(session) && session.menu === null)
    return done(session, [{ about: 'refusal', text: say(context.locale, 'number_stale', { n: String(n) }) }])
  return staleMenu(scene)
}

function staleMenu(scene: Scene): Step {
  return showMenu(scene, '', 0, say(scene.context.locale, 'menu_stale'))
}

/** One folder up; from a question or a command, back to the menu from which it was picked. */
export function goBack(scene: Scene): Step {
  const { session } = scene
  const { menu } = session
  if (menu === null) return showMenu(scene, '')
  if (!menu.live) return showMenu({ ...scene, session: { ...session, question: null } }, menu.path, menu.page)
  return showMenu(scene, parentOf(menu.path))
}

function openEntry(scene: Scene, key: string, message: MessageFacts): Step {
  const [kind, name = ''] = key.split(/:(.*)/su)
  const { menu } = scene.session
  if (kind === 'folder') return showMenu(scene, name)
  if (kind === 'page') return showMenu(scene, menu?.path ?? '', Number(name))
  const command = scene.context.catalogue.commands.get(name)
  if (kind !== 'command' || command === undefined) return staleMenu(scene)
  return startWishes(scene, [{ command: command.token, args: {}, source: 'menu' }], message)
}

/** What a folder contains that this person may ask for here; a subfolder counts if anything below it does. */
function entriesOf(context: Context, path: string): readonly Entry[] {
  const entries = new Map<string, Entry>()
  for (const command of commandsHere(context)) {
    if (!isBelow(command, path)) continue
    const inner = command.path.slice(path === '' ? 0 : path.length + 1).split('.')
    const folder = [path, inner[0] ?? ''].filter((each) => each !== '').join('.')
    const entry =
      inner.length > 1
        ? { key: `folder:${folder}`, label: titleOf(context, folder) }
        : { key: `command:${command.token}`, label: textsOf(context.locale, command).title }
    entries.set(entry.key, entry)
  }
  return [...entries.values()]
}

function isBelow({ path }: Command, folder: string): boolean {
  return folder === '' || path.startsWith(`${folder}.`)
}

/** The last number of a full page leads to the next page; that of the last page, back to the first. */
function pageOf({ locale }: Context, entries: readonly Entry[], page: number): readonly Entry[] {
  if (entries.length <= maxOptions) return entries
  const size = maxOptions - 1
  const from = page * size
  const isLast = from + size >= entries.length
  const more = { key: `page:${isLast ? 0 : page + 1}`, label: say(locale, isLast ? 'menu_first_page' : 'menu_more') }
  return [...entries.slice(from, from + size), more]
}

function titleOf({ locale }: Context, path: string): string {
  return locale.menus[path] ?? path
}

function parentOf(path: string): string {
  return path.split('.').slice(0, -1).join('.')
}
