import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { CatalogueReading } from '../load-catalogue.ts'
import { loadCatalogue, readCatalogue } from '../load-catalogue.ts'
import { renderProblems } from '../source/problem.ts'
import { baseText, withSampleOverBase } from '../../testing/catalogues/sample-base.ts'
import { replaced } from '../../testing/catalogues/sample-catalogue.ts'

const menu = 'commands/_menu.yaml'
const roles = 'commands/_roles.yaml'

type Changes = Readonly<Record<string, string | null>>

function load(changes: Changes) {
  return withSampleOverBase(changes, loadCatalogue)
}

/** What is wrong, by place. */
async function problemsIn(changes: Changes, laid: Changes = {}): Promise<readonly string[]> {
  const { problems } = await withSampleOverBase(changes, readCatalogue, laid)
  const lines = renderProblems(problems).split('\n')
  return problems.length === 0 ? [] : lines.filter((line) => /^\S+:\d+:\d+: /u.test(line))
}

function inheriting(what: string): Changes {
  return replaced(menu, 'order: [things]', `order: [things]\ninherit: ${what}`)
}

describe('the commands of administration', () => {
  test('are in every catalogue, behind its own, and no other command of Sayso is', async () => {
    const { commands, entities } = await load({})
    expect([...commands.keys()]).toEqual(['LOOK_AT', 'DROP_IT', 'RESTORE_IT', 'WHO_IS', 'TAKE_ON', 'LET_GO'])
    const inherited = [...commands.values()].filter(({ isInherited }) => isInherited === true)
    expect(inherited.map(({ token }) => token)).toEqual(['WHO_IS', 'TAKE_ON', 'LET_GO'])
    expect([...entities.keys()].toSorted()).toEqual(['thing', 'worker'])
    expect(commands.get('TAKE_ON')).toMatchObject({ onlyPrivate: true, undo: { command: 'LET_GO' } })
  })

  test('stand where the menu of the catalogue puts them', async () => {
    const { commands } = await load(replaced(menu, 'order: [things]', 'order: [admin, things]'))
    expect([...commands.keys()].slice(0, 4)).toEqual(['WHO_IS', 'TAKE_ON', 'LET_GO', 'LOOK_AT'])
    const without = await load(replaced(menu, 'order: [things]\n', ''))
    expect([...without.commands.keys()].at(-1)).toBe('LET_GO')
  })

  test('inherit what all commands of Sayso do, and so do those of the catalogue where it does not say otherwise', async () => {
    const { commands } = await load({})
    expect(commands.get('WHO_IS')?.contract).toMatchObject({ triggerKinds: ['submit'], retry: 'none' })
    expect(commands.get('LOOK_AT')?.contract).toMatchObject({ triggerKinds: ['submit', 'tap'], retry: 'manual' })
  })

  test('are there as far as the menu names them', async () => {
    const tokens = async (what: string) => [...(await load(inheriting(what))).commands.keys()].slice(3)
    expect(await tokens('all')).toEqual(['WHO_IS', 'TAKE_ON', 'LET_GO'])
    expect(await tokens('none')).toEqual([])
    expect(await tokens('[admin.who]')).toEqual(['WHO_IS'])
    expect(await tokens('[admin]')).toEqual(['WHO_IS', 'TAKE_ON', 'LET_GO'])
    const none = await load(inheriting('none'))
    expect([...none.entities.keys()]).toEqual(['thing'])
    expect(none.locales.get('en')?.menus).toEqual({ things: 'Things' })
  })

  test('are all there for whoever asks for all', async () => {
    const found = await withSampleOverBase(inheriting('none'), (sources) =>
      loadCatalogue({ ...sources, inherit: 'all' }),
    )
    expect([...found.commands.keys()].slice(3)).toEqual(['WHO_IS', 'TAKE_ON', 'LET_GO'])
  })

  test('are named by what there is', async () => {
    expect(await problemsIn(inheriting('[admin.wo, things]'))).toEqual([
      'commands/_menu.yaml:2:11: Sayso has no command "admin.wo" that could be inherited (did you mean "admin.who"?)',
      'commands/_menu.yaml:2:21: Sayso has no command "things" that could be inherited; known: admin.fire, admin.hire, admin.who',
    ])
    expect(await problemsIn(inheriting('some'))).toEqual([
      'commands/_menu.yaml:2:10: must be all, none or a list such as [admin.whoami, admin.language]',
    ])
    const inside = replaced('commands/things/_menu.yaml', 'order:', 'inherit: none\norder:')
    expect(await problemsIn(inside)).toEqual(['commands/things/_menu.yaml:1:1: stands in commands/_menu.yaml alone'])
  })

  test('come with what takes them back', async () => {
    expect(await problemsIn(inheriting('[admin.hire]'))).toEqual([
      'commands/_menu.yaml:2:1: admin.hire is taken back by admin.fire; name that too',
    ])
    expect(await problemsIn(inheriting('[admin.hire, admin.fire]'))).toEqual([])
  })

  test('may be asked for by the first owner alone as far as their role says, without which there is none', async () => {
    expect((await load({})).roles).toEqual(
      new Map([
        ['claimant', ['admin.hire']],
        ['keeper', ['things.*']],
      ]),
    )
    expect([...(await load(inheriting('[admin.who]'))).roles.keys()]).toEqual(['keeper'])
    const own = await load({ [roles]: 'keeper: ["*"]\nclaimant: [admin.fire]\n' })
    expect(own.roles.get('claimant')).toEqual(['admin.fire'])
    expect(await problemsIn({ [roles]: null })).toEqual([
      'commands/_roles.yaml:1:1: is missing: without roles nobody may do anything',
    ])
  })
})

describe('one’s own command', () => {
  const hire = baseText('commands/admin/hire.yaml')
  const texts = replaced(
    'locales/en/commands.yaml',
    'commands:\n',
    `commands:
  admin.hire:
    title: Take on
    summary: "Take on {id}"
    effect: they work here
    done: "Took on {id}"
    labels: { id: worker }
    questions: { id: "Whom?" }
    sentences: ["take on {id}"]
`,
  )

  test('counts where it has the path of one that is inherited, with its texts alone', async () => {
    const { commands, locales } = await load({
      ...texts,
      'commands/admin/hire.yaml': hire.replace('scope: admin.hire', 'scope: admin.take-on'),
    })
    expect(commands.get('TAKE_ON')).toMatchObject({ scope: 'admin.take-on' })
    expect(commands.get('TAKE_ON')).not.toHaveProperty('isInherited')
    expect(locales.get('en')?.commands['admin.hire']?.sentences).toEqual(['take on {id}'])
    expect([...commands.keys()].slice(3)).toEqual(['WHO_IS', 'TAKE_ON', 'LET_GO'])
  })

  test('counts where it has the token of one that is inherited', async () => {
    const moved = {
      'commands/things/look.yaml': baseText('commands/admin/who.yaml').replace('entity: worker', 'entity: thing'),
    }
    const said = replaced(
      'locales/en/commands.yaml',
      'done: "{out_name}, {count, plural, one {#} other {#}}"',
      'done: "{id}"',
    )
    const { commands } = await load({ ...moved, ...said })
    expect(commands.get('WHO_IS')?.path).toBe('things.look')
    expect([...commands.keys()].slice(-2)).toEqual(['TAKE_ON', 'LET_GO'])
  })

  test('is that of Sayso where both say the same', async () => {
    const { commands, copies } = await withSampleOverBase(
      { 'commands/admin/hire.yaml': `# Copied.\n${hire}` },
      async (sources): Promise<CatalogueReading & { readonly commands: unknown }> => readCatalogue(sources),
    ).then((reading) => ({ commands: reading.catalogue.commands, copies: reading.copies }))
    expect(commands.get('TAKE_ON')?.isInherited).toBe(true)
    expect(copies.map(({ file }) => file)).toEqual(['commands/admin/hire.yaml'])
  })

  test('stands in the menu of Sayso beside what is inherited there', async () => {
    const own = hire.replaceAll('TAKE_ON', 'LEND').replaceAll('base:hire', 'own:lend').replace('undo: LET_GO\n', '')
    const more = { ...texts }
    more['locales/en/commands.yaml'] = (more['locales/en/commands.yaml'] ?? '').replace('admin.hire:', 'admin.lend:')
    const { commands } = await load({ ...more, 'commands/admin/lend.yaml': own })
    expect([...commands.keys()].slice(3)).toEqual(['WHO_IS', 'TAKE_ON', 'LET_GO', 'LEND'])
    expect(commands.get('LEND')?.onlyPrivate).toBe(true)
    const ordered = { 'commands/admin/_menu.yaml': 'order: [lend, fire]\nprivate: false\n' }
    const other = await load({ ...more, ...ordered, 'commands/admin/lend.yaml': own })
    expect([...other.commands.keys()].slice(3)).toEqual(['LEND', 'LET_GO', 'TAKE_ON', 'WHO_IS'])
    expect(other.commands.get('TAKE_ON')?.onlyPrivate).toBe(false)
  })
})

describe('what is wrong between both', () => {
  test('is told of one’s own', async () => {
    const person =
      '  worker:\n    byId: { actionDomain: shelf, actionType: look, actionMeta: { key: "{{args.value}}" } }\n'
    const twice = replaced('commands/things/_menu.yaml', 'entities:\n', `entities:\n${person}`)
    expect(await problemsIn(twice)).toEqual([
      'commands/things/_menu.yaml:3:3: sayso/commands/admin/_menu.yaml already has an entity "worker"',
    ])
    const ref = replaced('commands/things/look.yaml', 'urn:sample:look', 'urn:base:who')
    expect(await problemsIn(ref)).toEqual([
      'commands/things/look.yaml:5:1: "urn:base:who" is taken by sayso/commands/admin/who.yaml; choose another one',
    ])
    const messages = 'locales/en/messages.yaml'
    const later = baseText(messages).replace('words:\n', 'words:\n  later: [soon]\n')
    const soon = replaced('commands/things/look.yaml', 'token: LOOK_AT', 'token: SOON')
    expect(await problemsIn(soon, { [messages]: later })).toEqual([
      'commands/things/look.yaml:1:8: is a word of Sayso in en ("soon", of later); choose another',
    ])
  })

  test('is told of Sayso where that is broken', async () => {
    const broken = baseText('commands/admin/who.yaml').replace('safety: read', 'safety: reed')
    expect(await problemsIn({}, { 'commands/admin/who.yaml': broken })).toEqual([
      'sayso/commands/admin/who.yaml:3:9: must be one of read, mutation, destructive (did you mean "read"?)',
    ])
  })

  test('is found at a start that has kept what was sound', async () => {
    await withSampleOverBase({}, async (sources) => {
      const folder = path.join(sources.shippedDir ?? '', 'kept')
      const keeping = { folder, program: 'this program', surroundings: '' }
      const first = await loadCatalogue({ ...sources, keeping })
      expect(await loadCatalogue({ ...sources, keeping })).toEqual(first)
      const file = path.join(sources.shippedDir ?? '', 'commands/admin/who.yaml')
      await writeFile(file, (await readFile(file, 'utf8')).replace('actionType: look', 'actionType: luck'))
      await expect(loadCatalogue({ ...sources, keeping })).rejects.toThrow(
        /sayso\/commands\/admin\/who\.yaml:\d+:\d+: .*"shelf\/luck"/u,
      )
    })
  })
})

function choice(what: string): Changes {
  return replaced(
    'commands/things/drop.yaml',
    'why: { type: string, maxLength: 20 }',
    `why: { type: string, enum: ${what} }`,
  )
}

test('an argument may be one of the roles that the catalogue gives, or of the languages that it speaks', async () => {
  const choices = async (what: string) => {
    const found = await load({
      ...choice(what),
      [roles]: 'keeper: ["*"]\nclaimant: [admin.hire]\nguest: [things.look]\n',
    })
    return found.commands.get('DROP_IT')?.parameters.find(({ name }) => name === 'why')?.schema['enum']
  }
  expect(await choices('roles')).toEqual(['keeper', 'guest'])
  expect(await choices('languages')).toEqual(['en'])
  expect(await problemsIn(choice('people'))).toEqual([
    'commands/things/drop.yaml:14:30: must be a list, roles or languages',
  ])
})
