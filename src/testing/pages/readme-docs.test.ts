/** What the README says is there: variables, subcommands, scripts, files, and whose licences are worth a word. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { configVariables } from '../../config-variables.ts'
import { quotedIn, tableUnder } from './markdown-tables.ts'
import { runSaysoHere } from '../processes/run-sayso-here.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const read = (name: string): string => readFileSync(path.join(root, name), 'utf8')
const readme = read('README.md')
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'docs/architecture.md',
  'docs/authoring.md',
  'docs/chat-json.md',
  'docs/operations.md',
  'docs/security.md',
  'docs/performance.md',
]

/** As npm writes them. */
type Manifest = { readonly scripts: Readonly<Record<string, string>> }
type Lock = { readonly packages: Readonly<Record<string, { readonly license?: string; readonly dev?: boolean }>> }

/** Licences that ask for no more than to be named. */
const free = /^(?:MIT|ISC|0BSD|Apache-2\.0|BSD-[23]-Clause|BlueOak-1\.0\.0)$/u

const { out: overview } = await runSaysoHere(['help'])
const subcommands = [...overview.matchAll(/^ {2}(\w+) +\S/gmu)].map(([, name = '']) => name)

/** What an anchor of a heading looks like on the pages that show it. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-')
}

test('the README lists every variable, and none that is not read', () => {
  const named = tableUnder(readme, 'Configuration').flatMap(([name = '']) => quotedIn(name))
  const variables = named.filter((each) => /^[A-Z_]+$/u.test(each))
  expect(variables.toSorted()).toEqual(Object.keys(configVariables).toSorted())
})

test('the README lists every subcommand, and none that is not there', () => {
  const named = tableUnder(readme, 'Configuration').flatMap(([name = '']) => quotedIn(name))
  expect(named.filter((each) => /^[a-z]+$/u.test(each)).toSorted()).toEqual(subcommands.toSorted())
})

test.each(pages)('%s names subcommands and scripts that are there', (page) => {
  const text = read(page)
  const called = [...text.matchAll(/(?<=[`(]|-- |^|bot )sayso ([a-z]+)/gmu)].map(([, name = '']) => name)
  expect(called.filter((each) => !subcommands.includes(each))).toEqual([])
  // Written by npm.
  const { scripts } = JSON.parse(read('package.json')) as Manifest
  const run = [...text.matchAll(/npm run ([\w:]+)/gu)].map(([, name = '']) => name)
  expect(run.filter((each) => scripts[each] === undefined)).toEqual([])
})

test.each(pages)('%s names commands of the chat with arguments that they have', (page) => {
  const files = globSync('commands/*/*.yaml', { cwd: root }).map(read)
  const named = [...read(page).matchAll(/(?<=[` ])([A-Z]+_[A-Z_]+) (\w+)=/gu)]
  const wrong = named.filter(([, token = '', argument = '']) => {
    const file = files.find((each) => each.startsWith(`token: ${token}\n`))
    return file === undefined || !file.includes(`- { name: ${argument},`)
  })
  expect(wrong.map(([found]) => found)).toEqual([])
})

test.each(pages)('%s links to files and headings that are there', (page) => {
  const targets = [...read(page).matchAll(/\]\((?!https?:)([^)\s]+)\)/gu)].map(([, to = '']) => to)
  const missing = targets.filter((to) => {
    const [file = '', anchor] = to.split('#')
    const found = file === '' ? page : path.join(path.dirname(page), file)
    if (!existsSync(path.join(root, found))) return true
    const headings = anchor === undefined ? [] : [...read(found).matchAll(/^#+ (.+)$/gmu)].map(([, text = '']) => text)
    return anchor !== undefined && !headings.map(anchorOf).includes(anchor)
  })
  expect(missing).toEqual([])
})

test('the README says a word on every licence that asks for more than to be named', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as Lock
  const named = tableUnder(readme, 'Licence').flatMap(([name = '']) => quotedIn(name))
  const isNamed = (name: string): boolean =>
    named.some((each) => (each.endsWith('*') ? name.startsWith(each.slice(0, -1)) : name === each))
  const asking = Object.entries(packages).filter(([, { license, dev }]) => dev !== true && !free.test(license ?? ''))
  const names = asking.flatMap(([place]) => place.split('node_modules/').at(-1) ?? []).filter((each) => each !== '')
  expect(names.filter((each) => !isNamed(each))).toEqual([])
  expect(names).toContain('libsignal')
})
