/**
 * A command of one's own, from the first question to a conversation that goes as it is written: `sayso catalogue new`, `sayso test`
 * and actions of a folder outside the repository, as processes.
 */
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { runSayso } from '../../testing/processes/run-sayso.ts'
import { runSaysoHere } from '../../testing/processes/run-sayso-here.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const examples = path.join(root, 'examples')

let folder: string
/** A copy of the shipped catalogue, and a folder of actions far from the repository. */
let env: Readonly<Record<string, string>>
/** The same without them: modules that say what actions there are load as people's do in a process of its own alone. */
let plain: Readonly<Record<string, string>>

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sayso-authoring-'))
  const [shop, actions] = [path.join(folder, 'shop'), path.join(folder, 'actions')]
  for (const part of ['commands', 'locales'])
    await cp(path.join(root, part), path.join(shop, part), { recursive: true })
  await cp(path.join(examples, 'actions'), actions, { recursive: true })
  env = { NO_COLOR: '1', SAYSO_CATALOGUE: shop, SAYSO_ACTIONS: actions, LABELS: path.join(folder, 'labels') }
  plain = { ...env, SAYSO_ACTIONS: '' }
  return () => rm(folder, { recursive: true, force: true, maxRetries: 3 })
})

type Report = {
  readonly passed: number
  readonly failed: number
  readonly conversations: readonly {
    readonly name: string
    readonly passed: boolean
    readonly failure?: { readonly step: number; readonly why: string }
  }[]
}

async function play(args: readonly string[], of: Readonly<Record<string, string>>, run = runSaysoHere) {
  const { code, out, err } = await run(['test', ...args, '--json'], { env: of })
  expect(err).toBe('')
  // Printed by the command itself.
  return { code, report: JSON.parse(out) as Report }
}

describe('a command that takes an action of one’s own', () => {
  test('is written by the answers of the example, with texts in all languages and a test that passes', async () => {
    const answers = path.join(examples, 'answers', 'print-label.json')
    const made = await runSayso(['catalogue', 'new', 'orders/label', '--answers', answers, '--json'], { env })
    expect(made).toMatchObject({ code: 0, err: '' })
    expect(JSON.parse(made.out)).toMatchObject({ token: 'PRINT_LABEL', scope: 'orders.label', untranslated: {} })

    const heavy = path.join(folder, 'heavy.yaml')
    await writeFile(
      heavy,
      `name: too heavy a parcel gets no label
people: { bia: { phone: "+5511990000002", name: Bia, roles: [operator], language: pt-BR } }
steps:
  - { bia: PRINT_LABEL order=204 weight=31, expect: [{ about: preview, text: 31 kg }] }
  - { bia: sim, expect: [{ about: outcome, text: O limite é 30 kg, command: { status: failed, reason: precondition_failed } }] }
---
name: what is expected and does not come is shown
people: { ana: { phone: "+5511990000001", name: Ana, roles: [owner], language: en } }
steps:
  - { ana: PRINT_LABEL order=204 weight=2, expect: [{ about: preview, confirm: { method: token } }] }
`,
    )
    const { code, report } = await play([path.join(folder, 'shop', 'conversations'), heavy], env, runSayso)
    expect(code).toBe(1)
    expect(report).toMatchObject({ passed: 4, failed: 1 })
    expect(report.conversations.filter(({ passed }) => !passed)).toMatchObject([
      { name: 'what is expected and does not come is shown', failure: { step: 0, why: 'did not come' } },
    ])
    const explained = path.join(folder, 'explained.yaml')
    await writeFile(
      explained,
      `name: what an action refuses is explained to whoever tests it
people: { bia: { phone: "+5511990000002", name: Bia, roles: [operator], language: pt-BR } }
steps:
  - { bia: PRINT_LABEL order=204 weight=31, expect: [{ about: preview }] }
  - { bia: sim, expect: [{ about: outcome, command: { status: executed } }] }
`,
    )
    const refused = await runSayso(['test', explained], { env })
    expect(refused.code).toBe(1)
    expect(refused.out).toMatch(/^ {5}the step ".+" failed with precondition_failed: \S/mu)
    // One was confirmed, in one conversation.
    expect(await readdir(path.join(folder, 'labels'))).toHaveLength(1)
  })

  test('is not loaded when its module is broken, and the file is named', async () => {
    const broken = path.join(folder, 'broken')
    await mkdir(broken)
    await writeFile(
      path.join(broken, 'print.ts'),
      "import { nothing } from 'sayso/action'\nexport const action = nothing\n",
    )
    const started = await runSayso(['chat', '--json', '--data', path.join(folder, 'data')], {
      env: { ...env, SAYSO_ACTIONS: broken },
    })
    expect(started).toMatchObject({ code: 2, out: '' })
    expect(started.err).toMatch(/^sayso: .*broken\/print\.ts: cannot be loaded: line 1: SyntaxError: .*nothing/u)
    // Nothing was opened for it.
    expect(await readdir(folder)).not.toContain('data')
  })
})

describe('sayso catalogue new', () => {
  test('makes a catalogue where there is none, with a command that nobody has translated yet', async () => {
    const empty = path.join(folder, 'empty')
    const what = ['--safety', 'read', '--title', 'Late parcels', '--columns', 'id,customer']
    const sql = 'select id, customer from late_parcels'
    const made = await runSaysoHere(['catalogue', 'new', 'parcels/late', '--dir', empty, ...what, '--sql', sql], {
      env: plain,
    })
    expect(made).toMatchObject({ code: 0, err: '' })
    expect(made.out).toContain('Still in English:')
    expect(made.out).toContain('locales/pt-BR/commands.yaml: title, summary, done, sentences, menus.parcels')
    expect(made.out).toContain(
      `Its tables, for the first start and the tests:  ${path.join(empty, 'database', '1.sql')}, which you write`,
    )
    const without = await runSaysoHere(['test'], { env: { ...plain, SAYSO_CATALOGUE: empty } })
    expect(without).toMatchObject({ code: 1, err: expect.stringContaining('relation "late_parcels" does not exist') })
    expect(without.err).toContain(
      'of the demo shop; put tables of your own into shop.sql or database/ beside commands/',
    )
    // Its tables lie beside it, and the test that was named finds them.
    await mkdir(path.join(empty, 'database'))
    await writeFile(path.join(empty, 'database', '1.sql'), 'create table late_parcels (id bigint, customer text)')
    const { code, report } = await play([], { ...plain, SAYSO_CATALOGUE: empty })
    expect({ code, report }).toMatchObject({ code: 0, report: { passed: 1, failed: 0 } })
  })

  test('writes nothing when anything is in the way, and says what', async () => {
    const copy = path.join(folder, 'copy')
    for (const part of ['commands', 'locales'])
      await cp(path.join(root, part), path.join(copy, part), { recursive: true })
    await mkdir(path.join(copy, 'conversations'))
    await writeFile(path.join(copy, 'conversations', 'orders-late.yaml'), 'mine')
    const before = await textsOf(copy)
    const options = [
      '--dir',
      copy,
      '--safety',
      'read',
      '--title',
      'Late orders',
      '--sql',
      'select 1 as one',
      '--columns',
      'one',
    ]
    const attempts = [
      [
        ['orders/late', ...options],
        'conversations/orders-late.yaml exists already, and nothing is overwritten. Choose another name, or edit that file',
      ],
      [['orders/cancel', ...options], 'commands/orders/cancel.yaml exists already'],
      [['Orders/Late', ...options], '"Orders/Late" is no name for a command'],
      [['orders/old', ...options, '--sentence', 'list orders'], 'which has this sentence at locales/en/commands.yaml:'],
      [['orders/old', '--dir', copy], 'There is no terminal to ask on. Give --answers FILE'],
    ] as const
    for (const [args, why] of attempts) {
      const refused = await runSaysoHere(['catalogue', 'new', ...args])
      expect(refused).toEqual({ code: 2, out: '', err: expect.stringContaining(why) })
    }
    expect(await textsOf(copy)).toEqual(before)
  })
})

describe('sayso test', () => {
  test('plays the examples: all go as they are written', async () => {
    const { code, report } = await play([path.join(examples, 'conversations', '*.yaml')], {
      ...plain,
      SAYSO_CATALOGUE: '',
    })
    expect(report.conversations.filter(({ passed }) => !passed)).toEqual([])
    expect({ code, passed: report.passed }).toEqual({ code: 0, passed: 11 })
  })

  test('uses the tables of one’s own shop, and tells what its SQL lacks', async () => {
    const [sql, talk] = [path.join(folder, 'shop.sql'), path.join(folder, 'own.yaml')]
    await writeFile(
      talk,
      `name: no orders yet
people: { ana: { phone: "+5511990000001", name: Ana, roles: [owner], language: en } }
steps: [{ ana: list orders, expect: [{ about: outcome, text: No orders found }] }]
`,
    )
    await writeFile(
      sql,
      'create table orders (id bigint, customer text, amount numeric, currency text, status text, created_at date)',
    )
    // What nobody talks about here is told, and keeps nobody from playing.
    const played = await runSaysoHere(['test', talk, '--shop', sql], { env: { ...plain, SAYSO_CATALOGUE: '' } })
    expect(played).toMatchObject({ code: 0, out: expect.stringContaining('1 passed, 0 failed') })
    expect(played.err).toMatch(/^commands\/orders\/refund\.yaml:\d+:\d+: column "refunded" does not exist$/mu)
    expect(played.err).toMatch(/^These statements do not fit the tables that .*shop\.sql makes\.$/mu)
    expect(played.err).not.toContain('commands/orders/list.yaml')
    await writeFile(sql, 'create table orders (')
    const refused = await runSaysoHere(['test', talk, '--shop', sql], { env: plain })
    expect(refused).toMatchObject({ code: 2, out: '' })
    expect(refused.err).toContain('shop.sql does not run: syntax error')
    // Nobody waits for a signal any more that would end them gently.
    expect(process.listenerCount('SIGINT')).toBe(0)
  })

  test('begins with nothing when a file is not understood, or there is none', async () => {
    const talk = path.join(folder, 'misspelt.yaml')
    await writeFile(talk, 'name: x\nsteps: [{ ana: hello }]\n')
    const talks = path.join(examples, 'conversations')
    const role = path.join(folder, 'role.yaml')
    const [ana, step] = ['{ phone: "+5511990000001", name: Ana, roles: [ownr], language: en }', '{ ana: hello }']
    await writeFile(role, `name: x\npeople: { ana: ${ana} }\nsteps: [${step}]\n`)
    const attempts = [
      [[role], 'role.yaml:1: Ana has a role that does not exist: "ownr" (did you mean "owner"?); known: viewer'],
      [[talk], 'misspelt.yaml:2:11: nobody is called "ana"'],
      [[path.join(folder, 'none', '*.yaml')], 'There is no conversation at'],
      [[talks, '--filter', 'nobody says so'], 'None of 11 conversations is called "nobody says so"'],
      [[talks, '--jobs', '0'], '--jobs 0 is not a whole number from 1 to 16'],
    ] as const
    for (const [args, why] of attempts) {
      const refused = await runSaysoHere(['test', ...args])
      expect(refused).toEqual({ code: 2, out: '', err: expect.stringContaining(why) })
    }
  })
})

/** Every file of a folder, by name. */
async function textsOf(place: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(place, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
  return Object.fromEntries(await Promise.all(files.map(async (file) => [file, await readFile(file, 'utf8')] as const)))
}

test('a shop that speaks Spanish alone writes Spanish alone, and is answered in it whatever its people speak', async () => {
  const shop = path.join(folder, 'tienda')
  const own = { NO_COLOR: '1', SAYSO_CATALOGUE: shop }
  const answers = path.join(folder, 'anotar.json')
  const statement = 'insert into turnos (cliente, dia) values (:cliente, :dia)'
  await writeFile(
    answers,
    JSON.stringify({
      safety: 'mutation',
      title: 'Anotar un turno',
      parameters: [
        { name: 'cliente', type: 'text' },
        { name: 'dia', type: 'date', label: 'día' },
      ],
      step: { domain: 'sql', type: 'execute', statement },
      sentences: ['anotá [un] turno para {cliente} [el] {dia}'],
    }),
  )
  const made = await runSayso(
    ['catalogue', 'new', 'turnos/anotar', '--languages', 'es', '--answers', answers, '--json'],
    { env: own },
  )
  expect(made).toMatchObject({ code: 0, err: '' })
  expect(JSON.parse(made.out)).toMatchObject({ token: 'ANOTAR_TURNO', untranslated: {} })
  expect(await readdir(path.join(shop, 'locales'))).toEqual(['es'])
  await mkdir(path.join(shop, 'database'))
  await writeFile(
    path.join(shop, 'database', '1.sql'),
    'create table turnos (cliente text not null, dia date not null);',
  )
  await writeFile(
    path.join(shop, 'conversations', 'de-lejos.yaml'),
    `name: whoever comes from elsewhere is answered in the main language
people: { bob: { phone: "+12025550142", name: Bob, roles: [owner] } }
strangers: { eva: "+4915112345678" }
steps:
  - { bob: anotá un turno para Ana el lunes, expect: [{ about: preview, text: "Anotar un turno" }] }
  - { bob: sí, expect: [{ about: outcome, command: { status: executed } }] }
  - { eva: hello, expect: [{ about: refusal, text: No conozco este número }] }
`,
  )
  const { code, report } = await play([path.join(shop, 'conversations')], own)
  expect(report.conversations.map(({ failure }) => failure)).toEqual([undefined, undefined])
  expect({ code, passed: report.passed }).toEqual({ code: 0, passed: 2 })
})
