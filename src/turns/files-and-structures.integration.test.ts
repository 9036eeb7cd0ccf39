import { appendFile, mkdir, readdir, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Door, Printed, Said } from '../testing/processes/door.ts'
import { importListCommand, importListTexts } from '../testing/catalogues/import-list-command.ts'
import { createTestCatalogue } from '../testing/catalogues/test-catalogue.ts'
import { createTestInstallation, type TestInstallation } from '../testing/installations/test-installation.ts'

const files = {
  '_roles.yaml': 'owner: ["*"]\n',
  '_menu.yaml': 'order: [orders]\n',
  'orders/_menu.yaml': 'order: [import, ship, tag]\n',
  'orders/import.yaml': importListCommand,
  'orders/ship.yaml': `
token: SHIP_ORDER
intent: { entity: Order, action: Ship, target: id }
safety: mutation
scope: orders.ship
contract:
  commandRef: urn:test:ship
  idempotency: non-idempotent
  parameters:
    - { name: id, kind: scalar, required: true, source: user }
    - { name: address, kind: structured, required: true, source: user }
arguments:
  id: { type: string, pattern: "^[0-9]{1,10}$" }
  address:
    type: object
    properties:
      street: { type: string, maxLength: 40 }
      number: { type: integer, minimum: 1 }
      zip: { type: string, pattern: "^[0-9]{5}$" }
      floor: { type: integer }
    required: [street, number, zip]
steps:
  - stepName: Ship
    stepDescription: Ships it
    stepMsg: Shipping
    actionDomain: sql
    actionType: execute
    actionMeta: { connection: shop, statement: "update orders set customer = :to::text where id = :id::int", values: { id: "{{args.id}}", to: "{{args.address.street}} {{args.address.number + 1}} {{args.address.zip}}" } }
    yield: []
`,
  'orders/tag.yaml': `
token: TAG_ORDER
intent: { entity: Order, action: Tag, target: id }
safety: mutation
scope: orders.tag
contract:
  commandRef: urn:test:tag
  idempotency: non-idempotent
  parameters:
    - { name: id, kind: scalar, required: true, source: user }
    - { name: tags, kind: structured, required: true, source: user }
arguments:
  id: { type: string, pattern: "^[0-9]{1,10}$" }
  tags: { type: array, items: { type: string, maxLength: 10 }, minItems: 1, maxItems: 3 }
steps:
  - stepName: Tag
    stepDescription: Tags it
    stepMsg: Tagging
    actionDomain: sql
    actionType: execute
    actionMeta: { connection: shop, statement: "update orders set customer = :tags::text where id = :id::int", values: { id: "{{args.id}}", tags: "{{$join(args.tags, '+')}}" } }
    yield: []
`,
}

const texts = `menus: { orders: Orders }
entities: {}
commands:
  orders.import:${importListTexts}  orders.ship:
    title: Ship an order
    summary: "Ship order {id}"
    effect: it is shipped
    done: "Shipped {id}"
    labels: { id: order, address: address, address.zip: ZIP code }
    questions: { id: "Which order?", address: "Where to?", address.street: "Which street?", address.zip: "Which ZIP code?" }
    sentences: ["ship order {id}", "ship order {id} to {address}"]
  orders.tag:
    title: Tag an order
    summary: "Tag order {id}"
    effect: it is tagged
    done: "Tagged {id}"
    labels: { id: order, tags: tags }
    questions: { id: "Which order?", tags: "Which tags?" }
    sentences: ["tag order {id}", "tag order {id} as {tags}"]
`

let house: TestInstallation
let remove: () => Promise<void>
let door: Door
beforeAll(async () => {
  const catalogue = await createTestCatalogue({ files, texts })
  remove = catalogue.remove
  house = await createTestInstallation({ SAYSO_CATALOGUE: catalogue.dir })
  await mkdir(path.join(house.dir, 'sent'), { recursive: true })
  door = house.openDoor()
  await door.idle()
})
afterAll(async () => {
  await house.close()
  await remove()
})

let people = 0
const somebody = (): string => house.phone(people++)
const workspace = (name: string) => path.join(house.dir, 'workspace', name)
const received = () => readdir(workspace('received'))

async function say(from: string, said: string | Omit<Said, 'from'>) {
  const before = door.lines.length
  await door.turn({ from, ...(typeof said === 'string' ? { text: said } : said) })
  await door.idle()
  const replies: readonly Printed[] = door.lines.slice(before).filter(({ about }) => about !== undefined)
  return { replies, about: (about: string) => replies.findLast((each) => each.about === about) ?? {} }
}

/** A file as a channel hands it over. */
async function sent(filename: string, contents: string) {
  const place = path.join(house.dir, 'sent', `${people}-${Math.random().toString(36).slice(2)}`)
  await writeFile(place, contents)
  return { file: { path: place, mimetype: 'text/plain', filename } }
}

async function customerOf(order: number): Promise<string | undefined> {
  return (await house.rows<{ customer: string }>('select customer from orders where id = $1', [order]))[0]?.customer
}

async function argsOf(preview: Printed): Promise<unknown> {
  const [row] = await house.rows<{ args: unknown }>(
    `select document->'args' as args from envelopes where command_id = $1`,
    [preview.command?.id],
  )
  return row?.args
}

describe('a file', () => {
  test('is asked for, kept under a safe name, shown, and given to the step by its path', async () => {
    const ana = somebody()
    expect((await say(ana, 'import a list')).about('ask').text).toMatch(/Which list\?\nSend the file here/u)
    const preview = (await say(ana, await sent('../../Março: "Lista" 1.CSV', 'a,b\n'))).about('preview')
    const [name = ''] = await received()
    expect(name).toMatch(/^Março-Lista-1-[0-9a-f]{12}\.csv$/u)
    expect(preview.text).toContain(`Import /received/${name} (4 bytes)`)
    expect(await argsOf(preview)).toEqual({
      list: { $file: `/received/${name}`, sha256: expect.stringMatching(/^[0-9a-f]{64}$/u), bytes: 4 },
    })
    expect((await say(ana, 'yes')).about('outcome').text).toContain(`Imported /received/${name} (4 bytes): a,b`)
  })

  test('is kept once however often it is sent, and never takes the place of another one of its name', async () => {
    const before = (await received()).length
    const ana = somebody()
    for (const contents of ['one', 'one', 'two']) {
      await say(ana, 'import a list')
      await say(ana, await sent('same.csv', contents))
    }
    const names = (await received()).filter((name) => name.startsWith('same-'))
    expect([names.length, (await received()).length - before]).toEqual([2, 2])
  })

  test.each([
    ['of another kind', () => sent('list.exe', 'x'), /not the kind of file that I need here: csv, txt/u],
    ['too large for the command', () => sent('large.csv', 'x'.repeat(1001)), /too large[^\n]*1 kB/u],
    [
      'that is gone',
      async () => ({ file: { path: '/nowhere/at/all.csv', mimetype: 'text/csv', filename: 'a.csv' } }),
      /could not open/u,
    ],
    ['that is not there', async () => 'lists/none.csv', /no such file/u],
    ['outside the workspace', async () => '../../../../etc/passwd.txt', /not in the workspace/u],
    ['behind a link that leads out', async () => 'link.txt', /not in the workspace/u],
    ['of the workspace that is too large', async () => 'large.txt', /too large[^\n]*1 kB/u],
  ])('%s is refused, kept nowhere, and asked for again', async (_what, answer, why) => {
    await symlink('/etc/hostname', workspace('link.txt')).catch(() => undefined)
    await writeFile(workspace('large.txt'), '')
    await truncate(workspace('large.txt'), 20_000_000)
    const ana = somebody()
    await say(ana, 'import a list')
    const before = await received()
    const { replies } = await say(ana, await answer())
    expect(replies.map(({ text }) => text).join('\n')).toMatch(why)
    expect(replies.at(-1)?.text).toContain('Which list?')
    expect(await received()).toEqual(before)
  })

  test('that the workspace does not take is refused, and holds nothing up', async () => {
    const ana = somebody()
    await say(ana, 'import a list')
    await mkdir(workspace('received'), { recursive: true })
    await rename(workspace('received'), workspace('received.aside'))
    await writeFile(workspace('received'), 'in the way')
    try {
      const { replies } = await say(ana, await sent('list.csv', 'a,b\n'))
      expect(replies[0]?.text).toMatch(/could not open/u)
      expect(replies.at(-1)?.text).toContain('Which list?')
    } finally {
      await rm(workspace('received'))
      await rename(workspace('received.aside'), workspace('received'))
    }
    expect((await say(ana, await sent('list.csv', 'a,b\n'))).about('preview').text).toContain('Import /received/list-')
  })

  test('that changes before the confirmation is shown again, and runs only as it was shown last', async () => {
    const ana = somebody()
    await writeFile(workspace('names.txt'), 'first')
    await say(ana, 'import names.txt')
    await appendFile(workspace('names.txt'), ' second')
    const again = (await say(ana, 'yes')).about('preview')
    expect(again.text).toContain('/names.txt (12 bytes)')
    expect(again.command?.status).toBe('accepted')
  })

  test('that changes between the confirmation and the worker is not used', async () => {
    const ana = somebody()
    await door.stop()
    const lonely = house.openDoor({ worker: false })
    await writeFile(workspace('late.txt'), 'as confirmed')
    await lonely.turn({ from: ana, text: 'import late.txt' })
    await lonely.turn({ from: ana, text: 'yes' })
    await writeFile(workspace('late.txt'), 'as it is now')
    await lonely.kill()
    door = house.openDoor()
    const outcome = await door.until('the outcome', (lines) => lines.find(({ about }) => about === 'outcome'))
    expect(outcome.command).toMatchObject({ status: 'failed', reason: 'precondition_failed' })
    expect(outcome.text).toContain('nothing was changed')
    expect(outcome.text).toContain('A file that it needs is gone, or is not any more what you confirmed.')
  })

  test('that nobody asked for is said to be of no use', async () => {
    expect((await say(somebody(), await sent('a.csv', 'x'))).about('refusal').text).toMatch(
      /^I cannot use that document here/u,
    )
  })
})

describe('a structured value', () => {
  test.each([
    ['as JSON in a token', 'SHIP_ORDER id=204 address={"street": "Rua  Azul", "number": 7, "zip": "01310"}'],
    ['as pairs in a token', 'SHIP_ORDER id=204 address="street=Rua Azul, number=7, zip=01310"'],
    ['as pairs in a sentence', 'ship order 204 to Street: Rua Azul, Number: 7; ZIP=01310'],
  ])('is taken %s, and its members are shown one a line', async (_how, text) => {
    const ana = somebody()
    const preview = (await say(ana, text)).about('preview')
    expect(preview.text).toContain('Address:\n• street: Rua Azul\n• number: 7\n• ZIP code: 01310\n')
    expect(await argsOf(preview)).toEqual({ id: '204', address: { street: 'Rua Azul', number: 7, zip: '01310' } })
    await say(ana, 'yes')
    expect(await customerOf(204)).toBe('Rua Azul 8 01310')
  })

  test('is asked for member by member, and told which of them is wrong', async () => {
    const ana = somebody()
    expect((await say(ana, 'ship order 205')).about('ask').text).toBe('Where to?\nShip an order · Which street?')
    expect((await say(ana, 'Avenida Paulista')).about('ask').text).toBe('Ship an order · Which number?')
    expect((await say(ana, 'lots')).about('ask').text).toMatch(
      /^number: I need a whole number.*\nShip an order · Which number\?\nCANCEL/u,
    )
    expect((await say(ana, 'one hundred')).about('ask').text).toBe('Ship an order · Which ZIP code?')
    expect((await say(ana, '123')).about('ask').text).toMatch(
      /^ZIP code: .*valid.*\nShip an order · Which ZIP code\?\nCANCEL/u,
    )
    const preview = (await say(ana, '01311')).about('preview')
    expect(await argsOf(preview)).toEqual({
      id: '205',
      address: { street: 'Avenida Paulista', number: 100, zip: '01311' },
    })
  })

  test('may be answered with the rest of its members at once', async () => {
    const ana = somebody()
    await say(ana, 'ship order 206 to street=Rua Verde')
    const preview = (await say(ana, 'number=3, zip=01312, floor=2')).about('preview')
    expect(await argsOf(preview)).toEqual({
      id: '206',
      address: { street: 'Rua Verde', number: 3, zip: '01312', floor: 2 },
    })
  })

  test.each([
    ['a member that does not exist', 'street=x, nmber=7', /nmber: That does not belong here/u],
    ['JSON that is broken', '{"street": "x"', /Write it like this: street=…, number=…, zip=…, floor=…/u],
    ['a number of the wrong kind', '{"street":"x","number":1.5,"zip":"01310"}', /number: /u],
  ])('with %s is not taken', async (_what, address, why) => {
    const { replies } = await say(somebody(), `SHIP_ORDER id=207 address='${address}'`)
    expect(replies.map(({ about }) => about)).toEqual(['ask'])
    expect(replies[0]?.text).toMatch(why)
  })

  test('that is a list is written as one, with as many values as it may have', async () => {
    const ana = somebody()
    expect((await say(ana, 'tag order 208')).about('ask').text).toBe('Tag an order · Which tags?')
    expect((await say(ana, 'a, b, c, d')).about('ask').text).toMatch(/valid tags/u)
    const preview = (await say(ana, 'red, "dark, blue"')).about('preview')
    expect(preview.text).toContain('Tags:\n• red\n• dark, blue\n')
    await say(ana, 'yes')
    expect(await customerOf(208)).toBe('red+dark, blue')
  })
})
