import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkCompliance } from './check-compliance.ts'
import { readSourceNames } from './source-names.ts'

const sound = `introduction: "Which clause is met *where*."
specifications:
  ABC:
    title: The abc
    count: 3
    sections: { I: 2, II.A: 1 }
    clauses:
      ABC-I-1: { level: must, section: I. First, requires: Say a | b, code: ["src/a.ts#a"], tests: { src/a.test.ts: [says a] } }
      ABC-I-2:
        level: should
        section: I. First
        requires: "Say b."
        code: [src/a.ts, b.yaml]
        tests: { src/a.test.ts: ["letters > says it", "more > says it"] }
        open: "saying it \`aloud\`"
      ABC-II.A-1: { level: rule, section: II.A Second, requires: Sing., open: singing, note: Out of tune is fine }
`

let root: string
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'sayso-compliance-'))
  await Promise.all(['docs', 'src/testing'].map((each) => mkdir(path.join(root, each), { recursive: true })))
  await put('docs/compliance.yaml', sound)
  await put('b.yaml', 'b: 1')
  await put('src/a.ts', 'export const a = 1\nexport type B = string\nconst hidden = 2\nexport { hidden as c }\n')
  await put('src/main.ts', "import { a } from './a.ts'\nvoid import('./far.ts')\n")
  await put('src/far.ts', "import {\n  type B,\n  c as d,\n} from './more.ts'\nexport const far = 1\n")
  await put('src/more.ts', 'export type B = string\nexport const c = 1\nexport const d = 2\n')
  await put('src/testing/fixture.ts', "import * as all from '../a.ts'\nexport const fixture = 1\n")
  await put(
    'src/a.test.ts',
    `import { c } from './a.ts'
     import { fixture } from './testing/fixture.ts'
     test('says a', () => {})
     test.skip('says nothing', () => {})
     describe('letters', () => { test('says it', () => {}) })
     describe('more', () => { test.each([1])('says it', () => {}) })`,
  )
})
afterEach(() => rm(root, { recursive: true, force: true }))

const put = (file: string, text: string) => writeFile(path.join(root, file), text)
const messages = () =>
  checkCompliance(root).map(({ file, line, column, message }) => `${file}:${line}:${column}: ${message}`)

/** What is found once a piece of the map is another. */
async function found(piece: string, by: string): Promise<readonly string[]> {
  expect(sound.split(piece)).toHaveLength(2)
  await put('docs/compliance.yaml', sound.replace(piece, by))
  return messages().filter((each) => !each.startsWith('docs/compliance.md'))
}

describe('checkCompliance()', () => {
  test('finds nothing in a map that is whole, and writes the page that it then wants', async () => {
    expect(messages()).toEqual([
      'docs/compliance.md:1:1: is not what docs/compliance.yaml says; run npm run compliance -- --write',
    ])
    expect(checkCompliance(root, { write: true })).toEqual([])
    expect(messages()).toEqual([])
    await put('docs/compliance.md', `${await readFile(path.join(root, 'docs/compliance.md'), 'utf8')} `)
    expect(messages()).toHaveLength(1)
  })

  test('writes a page with a table per section, links, and what is open', async () => {
    checkCompliance(root, { write: true })
    const page = (await readFile(path.join(root, 'docs/compliance.md'), 'utf8')).split('\n')
    expect(page).toEqual(
      expect.arrayContaining([
        '| ABC | The abc | 3 | 1 | 1 | 1 |',
        '## The abc',
        '### I. First',
        '| ✅ ABC-I-1 | must | Say a \\| b | [a.ts](../src/a.ts) `a` | [a.test.ts](../src/a.test.ts): `says a` |',
        '| 🟡 ABC-I-2 | should | Say b.<br>**Open:** saying it `aloud` | [a.ts](../src/a.ts)<br>[b.yaml](../b.yaml) | [a.test.ts](../src/a.test.ts): `letters > says it`; `more > says it` |',
        '### II.A Second',
        '| ⬜ ABC-II.A-1 | rule | Sing.<br>*Out of tune is fine*<br>**Open:** singing |  |  |',
      ]),
    )
  })

  test.each([
    ['ABC-II.A-1: {', 'ABC-II.A-2: {', ['7:5: ABC-II.A-1 is missing', '16:7: ABC has no clause "ABC-II.A-2"']],
    ['count: 3', 'count: 4', ['5:12: the sections of ABC have 3 clauses, not 4']],
    ['src/a.ts#a', 'src/a.ts#b', ['8:78: src/a.ts does not export "b"']],
    ['src/a.ts#a', 'src/a.ts#hidden', ['8:78: src/a.ts does not export "hidden"']],
    ['src/a.ts#a', 'src/a.ts#c', ['8:78: nothing but tests imports "c" of src/a.ts']],
    ['src/a.ts#a', 'src/more.ts#d', ['8:78: nothing but tests imports "d" of src/more.ts']],
    [
      'src/a.ts#a',
      'src/testing/fixture.ts#fixture',
      ['8:78: nothing but tests imports "fixture" of src/testing/fixture.ts'],
    ],
    ['src/a.ts#a', 'src/far.ts#far", "src/more.ts#B", "src/more.ts#c', []],
    ['src/a.ts#a', 'src/b.ts', ['8:78: there is no file "src/b.ts"']],
    ['src/a.ts#a', 'src', ['8:78: there is no file "src"']],
    ['[says a]', '[says b]', ['8:118: src/a.test.ts has no test "says b"']],
    ['[says a]', '[says nothing]', ['8:118: src/a.test.ts has no test "says nothing"']],
    ['[says a]', '[says it]', ['8:118: src/a.test.ts has 2 tests of this title; put their describe before it']],
    ['src/a.test.ts: [says a]', 'src/b.test.ts: [says a]', ['8:102: there is no file "src/b.test.ts"']],
    ['src/a.test.ts: [says a]', 'src/a.ts: [says a]', ['8:102: "src/a.ts" is no file of tests']],
    [
      ', tests: { src/a.test.ts: [says a] }',
      '',
      ['8:7: names code and tests, or says under "open" what will bring it'],
    ],
    ['open: singing, ', '', ['16:7: names code and tests, or says under "open" what will bring it']],
    ['level: rule', 'level: law', ['16:28: must be one of must, should, may, rule']],
    ['ABC-I-2:', 'ABC-I-1:', ['9:7: Map keys must be unique']],
  ])('refuses %j as %j', async (piece, by, expected) => {
    expect(await found(piece, by)).toEqual(expected.map((each) => `docs/compliance.yaml:${each}`))
  })

  test('writes no page while something is wrong', async () => {
    await put('docs/compliance.yaml', sound.replace('count: 3', 'count: 4'))
    expect(checkCompliance(root, { write: true })).toHaveLength(1)
    await expect(readFile(path.join(root, 'docs/compliance.md'))).rejects.toThrow('ENOENT')
  })
})

describe('readSourceNames()', () => {
  test('finds tests however they are declared, with the describes around them', () => {
    const { tests } = readSourceNames(`
      import { test } from 'vitest'
      const title: string = 'not a title'
      test(title, () => {})
      test.concurrent('side by side', async () => {})
      describe.runIf(1 > 0)('maybe', () => { it.each<[number]>([[1]])('one of %j', (n: number) => {}) })
      describe.skip('left out', () => { test('never', () => {}) })
      export function contract(name: string) { describe(\`in \${name}\`, () => { test.each\`a\`('it\\'s there', () => {}) }) }
      other('no test', () => {})
    `)
    expect(tests).toEqual(['side by side', 'maybe > one of %j', "in ${name} > it's there"])
  })

  test('finds what is exported by name', () => {
    const { exports } = readSourceNames(
      'export const a = 1, b = 2\nexport async function c() {}\nexport type D = 1\nexport interface E {}\nconst f = 1\nexport { f as g }\nexport class H {}',
    )
    expect([...exports]).toEqual(['a', 'b', 'c', 'D', 'E', 'g', 'H'])
  })
})
