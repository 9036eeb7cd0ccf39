/**
 * The least that a catalogue of one's own begins with: who may do what, and a place for its texts in each language. The commands of
 * administration, which the first owner comes in by and people are added with, and all that the bot says besides, it inherits.
 */
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { PlannedFile } from './planned-file.ts'

const roles = `# Role → the scopes that it grants: one scope, everything below a name (orders.*), or everything (*). Those of admin are Sayso's.
viewer: [admin.whoami, admin.call-me, admin.language, admin.time-zone, admin.my-data]
owner: ["*"]
`

const menu = `# The menus in their order; admin is Sayso's. Which of its commands are here, inherit would say.
order: [admin]
`

const texts = `menus: {}
commands: {}
entities: {}
`

/** Its files, by their paths in the folder. */
export async function baseCatalogue(shipped: string): Promise<readonly PlannedFile[]> {
  const languages = await readdir(path.join(shipped, 'locales'))
  const files = [
    { file: 'commands/_roles.yaml', text: roles },
    { file: 'commands/_menu.yaml', text: menu },
    ...languages.map((language) => ({ file: `locales/${language}/commands.yaml`, text: texts })),
  ]
  return files.map((each) => ({ ...each, before: null }))
}
