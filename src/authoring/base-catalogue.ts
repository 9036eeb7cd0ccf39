/**
 * The least that a catalogue of one's own needs: what the bot says, who may do everything, and the commands of administration, which
 * the first owner comes in by and people are added with. It is taken from the catalogue that comes with Sayso.
 */
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { isMap, isScalar, isSeq, parseDocument, type Document } from 'yaml'
import type { PlannedFile } from './planned-file.ts'

const roles = `# Role → the scopes that it grants: one scope, everything below a name (orders.*), or everything (*).
viewer: [admin.whoami, admin.call-me, admin.language, admin.time-zone, admin.my-data]
owner: ["*"]
# Given to nobody: whoever holds the code of the first owner is read as one, while there is no owner.
claimant: [admin.add-owner]
`

/** Its files, by their paths in the folder. */
export async function baseCatalogue(shipped: string): Promise<readonly PlannedFile[]> {
  const read = (file: string) => readFile(path.join(shipped, file), 'utf8')
  const names = await readdir(path.join(shipped, 'commands/admin'))
  const administration = await Promise.all(
    names.map(async (name) => ({ file: `commands/admin/${name}`, text: await read(`commands/admin/${name}`) })),
  )
  const entities = namesIn(parseDocument(await read('commands/admin/_menu.yaml')), 'entities')
  const languages = await readdir(path.join(shipped, 'locales'))
  const english = namesIn(parseDocument(await read('locales/en/messages.yaml')), 'words')
  const words = new Set([...english, ...administration.flatMap(({ text }) => choicesIn(text))])
  const locales = await Promise.all(
    languages.map(async (language) => [
      {
        file: `locales/${language}/messages.yaml`,
        text: messagesWith(words, await read(`locales/${language}/messages.yaml`)),
      },
      {
        file: `locales/${language}/commands.yaml`,
        text: ofAdministration(entities, await read(`locales/${language}/commands.yaml`)),
      },
    ]),
  )
  const files = [
    { file: 'commands/_roles.yaml', text: roles },
    { file: 'commands/_menu.yaml', text: menuOfAdministration(await read('commands/_menu.yaml')) },
    ...administration,
    ...locales.flat(),
  ]
  return files.map((each) => ({ ...each, before: null }))
}

function menuOfAdministration(text: string): string {
  const menu = parseDocument(text)
  menu.set('order', menu.createNode(['admin'], { flow: true }))
  return written(menu)
}

/** Words of choices that no command has are refused in a language that is not English. */
function messagesWith(words: ReadonlySet<string>, text: string): string {
  const document = parseDocument(text)
  keep(document, 'words', (name) => words.has(name))
  return written(document)
}

function ofAdministration(entities: readonly string[], text: string): string {
  const document = parseDocument(text)
  keep(document, 'menus', (name) => name === 'admin')
  keep(document, 'commands', (name) => name.startsWith('admin.'))
  keep(document, 'entities', (name) => entities.includes(name))
  return written(document)
}

function keep(document: Document, key: string, wanted: (name: string) => boolean): void {
  const map = document.get(key, true)
  if (isMap(map)) map.items = map.items.filter((pair) => isScalar(pair.key) && wanted(String(pair.key.value)))
}

function namesIn(document: Document, part: string): readonly string[] {
  const map = document.get(part, true)
  return isMap(map) ? map.items.flatMap(({ key }) => (isScalar(key) ? [String(key.value)] : [])) : []
}

/** The values that arguments of a command may be chosen from. */
function choicesIn(text: string): readonly string[] {
  const document = parseDocument(text)
  const given = document.get('arguments', true)
  const names = isMap(given) ? given.items.flatMap(({ key }) => (isScalar(key) ? [String(key.value)] : [])) : []
  return names.flatMap((name) => {
    const choices = document.getIn(['arguments', name, 'enum'], true)
    return isSeq(choices) ? choices.items.flatMap((each) => (isScalar(each) ? [String(each.value)] : [])) : []
  })
}

function written(document: Document): string {
  return document.toString({
    lineWidth: 0,
    flowCollectionPadding: false,
    doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
  })
}
