/** `docs/architecture.md` is the map of the house as it stands: its rooms are the folders, its rules of import those of the lint. */
import { existsSync, globSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { maxRounds } from '../../conversation/step.ts'
import { quotedIn, tableUnder } from './markdown-tables.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const read = (name: string): string => readFileSync(path.join(root, name), 'utf8')
const page = read('docs/architecture.md')

type RestrictedImports = {
  readonly paths?: readonly { readonly name: string }[]
  readonly patterns?: readonly { readonly group: readonly string[] }[]
}
type Rules = Readonly<Record<string, unknown>>
type LintConfig = {
  readonly rules: Rules
  readonly overrides: readonly { readonly files: readonly string[]; readonly rules: Rules }[]
}

// What is not there fails the comparison.
const lint = JSON.parse(read('.oxlintrc.json')) as LintConfig
const restricted = ({ 'no-restricted-imports': rule }: Rules): RestrictedImports | 'off' | undefined =>
  Array.isArray(rule) ? (rule[1] as RestrictedImports) : (rule as 'off' | undefined)

/** All folders below src/ that hold a module, from src/. */
function roomsOf(folder: string): readonly string[] {
  const entries = readdirSync(path.join(root, 'src', folder), { withFileTypes: true })
  const isRoom = entries.some((each) => each.isFile() && /(?<!\.test)\.ts$/u.test(each.name))
  const inner = entries.filter((each) => each.isDirectory()).flatMap((each) => roomsOf(path.join(folder, each.name)))
  return isRoom && folder !== '' ? [folder, ...inner] : inner
}

/** Rooms of one room from which a room imports values; `render` excepted. */
function importsOfRoom(room: string): readonly { readonly file: string; readonly from: string; readonly to: string }[] {
  const folder = path.join(root, 'src', room)
  const files = readdirSync(folder).filter((name) => /(?<!\.test)\.ts$/u.test(name))
  return files.flatMap((file) =>
    [...readFileSync(path.join(folder, file), 'utf8').matchAll(valueImport)]
      .map(([, from = '']) => ({ file, from: room, to: path.join(room, path.dirname(from)) }))
      .filter(({ to }) => to.split('/')[0] === room.split('/')[0] && to.includes('/') && innerOf(to) !== innerOf(room))
      .filter(({ to }) => ![room, to].some((each) => each.endsWith('/render'))),
  )
}

/** `import { type A, b } from './c.ts'`; types alone may come from anywhere. */
const valueImport = /^import (?!type\b)(?:\{(?!(?:\s*type \w+,?)*\s*\})[^}]*\}|\w+) from '(\.[^']+)'/gmu

/** Whether a module imports another one, types included, or loads it later. */
function doesImport(file: string, other: string): boolean {
  const named = [...read(file).matchAll(/(?:\bfrom |\bimport\(|^import )'(\.[^']+)'/gmu)]
  return named.some(([, from = '']) => path.join(path.dirname(file), from) === other)
}

/** `understanding/values` of `understanding/values/dates`. */
const innerOf = (room: string): string => room.split('/').slice(0, 2).join('/')

/** What a restriction forbids by name: packages, not patterns of our own files. */
function forbidden({ paths = [], patterns = [] }: RestrictedImports): readonly string[] {
  return [...paths.map(({ name }) => name), ...patterns.flatMap(({ group }) => group)]
}

test('every folder under src/ is a room of the map, and every room of the map a folder', () => {
  const named = tableUnder(page, 'Rooms').flatMap(([room = '']) => quotedIn(room))
  expect(named.map((each) => each.replace(/^src\/|\/$/gu, '')).toSorted()).toEqual(roomsOf('').toSorted())
})

test('of the rooms within a room each imports values only from those that the map names above it', () => {
  const order = tableUnder(page, 'Rooms').flatMap(([room = '']) => quotedIn(room).map((each) => each.slice(4, -1)))
  const imports = order.filter((room) => room.includes('/')).flatMap(importsOfRoom)
  const place = (room: string): number => order.findIndex((each) => innerOf(each) === innerOf(room))
  const wrong = imports.filter(({ from, to }) => place(to) > place(from))
  expect(imports.length).toBeGreaterThan(200)
  expect(wrong).toEqual([])
})

test('every module that stands beside the rooms is on the map', () => {
  const named = tableUnder(page, 'Beside the rooms').flatMap(([file = '']) => quotedIn(file))
  const files = readdirSync(path.join(root, 'src')).filter((name) => /(?<!\.test)\.ts$/u.test(name))
  expect(named.map((each) => each.replace('src/', '')).toSorted()).toEqual(files.toSorted())
})

test('what may be imported where is what the lint enforces', () => {
  const base = restricted(lint.rules)
  const free = lint.overrides.filter(({ rules }) => restricted(rules) === 'off').flatMap(({ files }) => files)
  const bound = lint.overrides.flatMap(({ files, rules }) => {
    const rule = restricted(rules)
    return rule === undefined || rule === 'off' ? [] : [{ files, forbids: forbidden(rule) }]
  })
  const lines = tableUnder(page, 'Who may import what').map(([what = '', where = '']) => [
    quotedIn(what).toSorted(),
    quotedIn(where).toSorted(),
  ])
  const expected = forbidden(typeof base === 'object' ? base : {}).map((each) => {
    const beside = bound.filter(({ forbids }) => !forbids.includes(each)).flatMap(({ files }) => files)
    return [[each], beside.toSorted()]
  })
  expect(lines.filter(([what]) => what?.length === 1)).toEqual(expect.arrayContaining(expected))
  expect(lines).toHaveLength(expected.length)

  const [, everywhere = ''] = /are exempt: ([\s\S]*?)\n\n/u.exec(page) ?? []
  expect(quotedIn(everywhere).toSorted()).toEqual(free.toSorted())
  const [, pure = ''] = /^Pure files are ([\s\S]*?)\n\n/mu.exec(page) ?? []
  const [mostForbidding] = bound.toSorted((one, other) => other.forbids.length - one.forbids.length)
  expect(quotedIn(pure).toSorted()).toEqual(mostForbidding?.files.toSorted())
})

test('of all modules but those of tests only the command line imports the composition roots', () => {
  const [, freed = '', named = ''] =
    /Beside tests and ([^,]*), only (.*\n?.*)\. The test of this page/u.exec(page) ?? []
  const [commandLine = '', ...roots] = quotedIn(named)
  const importers = globSync('src/**/*.ts', { cwd: root }).filter((file) =>
    roots.some((each) => doesImport(file, each)),
  )
  const shipped = importers.filter((file) => !file.endsWith('.test.ts') && !file.startsWith(quotedIn(freed)[0] ?? ''))
  expect(roots).toEqual(['src/main.ts', 'src/bot.ts', 'src/worker.ts'])
  expect(shipped.length).toBeGreaterThan(3)
  expect(shipped.filter((file) => !file.startsWith(commandLine))).toEqual([])
})

test('how often the caller looks up what a turn lacks is what it does', () => {
  const [, times] = /The caller looks up what is missing and calls again, (\d+) times at most\./u.exec(page) ?? []
  expect(times).toBe(String(maxRounds))
})

test('every file and folder that the map links or names is there', () => {
  const links = [...page.matchAll(/\]\((?!https?:|#)([^)#]+)/gu)].map(([, to = '']) => path.join(root, 'docs', to))
  const files = quotedIn(page).filter((each) => /^(?:src|commands|locales|docs)\/[\w./-]+$/u.test(each))
  const named = [...links, ...files.map((each) => path.join(root, each))]
  expect(named.filter((each) => !existsSync(each))).toEqual([])
})
