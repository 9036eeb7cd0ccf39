import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { parse, stringify } from 'yaml'
import { createTestCatalogue } from './test-catalogue.ts'

const root = path.join(import.meta.dirname, '..', '..', '..')
const folder = 'orders'
const entities = ['order', 'note']

type Texts = Readonly<Record<'menus' | 'commands' | 'entities', Readonly<Record<string, unknown>>>>

/**
 * The shipped commands about orders as they are, in English, and no others: for tests that start so many bots that reading the
 * whole catalogue would take most of their time.
 */
export async function createOrdersCatalogue(): ReturnType<typeof createTestCatalogue> {
  const names = await readdir(path.join(root, 'commands', folder))
  const files = await Promise.all(
    names.map(async (name) => [`${folder}/${name}`, await readFile(path.join(root, 'commands', folder, name), 'utf8')]),
  )
  // Of this form wherever the shipped catalogue is sound.
  const english = parse(await readFile(path.join(root, 'locales', 'en', 'commands.yaml'), 'utf8')) as Texts
  return createTestCatalogue({
    files: { '_roles.yaml': 'owner: ["*"]\n', '_menu.yaml': `order: [${folder}]\n`, ...Object.fromEntries(files) },
    texts: stringify({
      menus: only(english.menus, (name) => name === folder),
      commands: only(english.commands, (name) => name.startsWith(`${folder}.`)),
      entities: only(english.entities, (name) => entities.includes(name)),
    }),
  })
}

function only(texts: Texts[keyof Texts], isWanted: (name: string) => boolean): Texts[keyof Texts] {
  return Object.fromEntries(Object.entries(texts).filter(([name]) => isWanted(name)))
}
