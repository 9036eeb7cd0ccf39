/**
 * The least that a catalogue of one's own begins with: who may do what, and a place for its texts in each language. The commands of
 * administration, which the first owner comes in by and people are added with, and all that the bot says besides, it inherits.
 */
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { mainLanguage } from '../catalogue/locales/main-language.ts'
import { UserError } from '../errors.ts'
import type { PlannedFile } from './planned-file.ts'

const roles = `# Role → the scopes that it grants: one scope, everything below a name (orders.*), or everything (*). Those of admin are Sayso's.
viewer: [admin.whoami, admin.call-me, admin.language, admin.time-zone, admin.my-data]
owner: ["*"]
`

const menu = `# The menus in their order; admin is Sayso's. Which of its commands are here, inherit would say.
order: [admin]
`

const nameMain = (language: string) => `# What stands in for every language that is not spoken here.
language: ${language}
`

const texts = `menus: {}
commands: {}
entities: {}
`

/**
 * Its files, by their paths in the folder.
 * @param wanted the languages that it speaks, the main one first; all that Sayso speaks when absent
 * @throws UserError `usage` when Sayso does not speak one of them: it would not load before much is written by hand
 */
export async function baseCatalogue(
  shipped: string,
  wanted: readonly string[] | undefined,
): Promise<readonly PlannedFile[]> {
  const spoken = await readdir(path.join(shipped, 'locales'))
  const languages = wanted ?? spoken
  const unknown = languages.find((each) => !spoken.includes(each))
  if (unknown !== undefined)
    throw new UserError(
      'usage',
      `Sayso does not speak "${unknown}"; it speaks ${spoken.join(', ')}. docs/authoring.md says what to write for another language`,
    )
  const [main = 'en'] = wanted ?? []
  const needsNoName = mainLanguage(languages, undefined) === main
  const files = [
    { file: 'commands/_roles.yaml', text: roles },
    { file: 'commands/_menu.yaml', text: needsNoName ? menu : `${menu}${nameMain(main)}` },
    ...languages.map((language) => ({ file: `locales/${language}/commands.yaml`, text: texts })),
  ]
  return files.map((each) => ({ ...each, before: null }))
}
