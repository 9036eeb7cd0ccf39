import { describe, expect, test } from 'vitest'
import { loadSample, replaced } from '../testing/catalogues/sample-catalogue.ts'

const drop = 'commands/things/drop.yaml'
const restore = 'commands/things/restore.yaml'
const menu = 'commands/things/_menu.yaml'
const texts = 'locales/en/commands.yaml'
const messages = 'locales/en/messages.yaml'

describe('loadCatalogue() with a sound catalogue', () => {
  test('gives commands in the order of their menu, with their defaults', async () => {
    const { commands } = await loadSample()
    expect([...commands.keys()]).toEqual(['LOOK_AT', 'DROP_IT', 'RESTORE_IT'])
    expect([...commands.values()].map(({ path, confirm, windowMs }) => [path, confirm, windowMs])).toEqual([
      ['things.look', 'none', 600_000],
      ['things.drop', 'token', 3_600_000],
      ['things.restore', 'yes', 600_000],
    ])
  })

  test('puts what no menu names behind it, by name', async () => {
    const { commands } = await loadSample({ ...replaced(menu, 'order: [look, drop, restore]', 'order: [restore]') })
    expect([...commands.keys()]).toEqual(['RESTORE_IT', 'DROP_IT', 'LOOK_AT'])
  })

  test('gives each command the payload that it inherits', async () => {
    const { commands } = await loadSample()
    expect(commands.get('LOOK_AT')?.contract).toEqual({
      commandRef: 'urn:sample:look',
      parameters: [{ name: 'id', kind: 'entity-ref', required: true }],
      triggerKinds: ['submit', 'tap'],
      retry: 'manual',
    })
  })

  test('gives a group of transitions to the commands of its own folder alone', async () => {
    const { commands } = await loadSample({
      [restore]: null,
      'commands/things/back/restore.yaml': replaced(restore, 'token', 'token')[restore] ?? '',
      ...replaced(menu, 'order: [look, drop, restore]', 'order: [look, drop, back]'),
      [texts]: (replaced(texts, 'things.restore:', 'things.back.restore:')[texts] ?? '').replace(
        'menus: { things: Things }',
        'menus: { things: Things, things.back: Back }',
      ),
    })
    expect(commands.get('RESTORE_IT')?.contract['retry']).toBe('none')
    expect(commands.get('RESTORE_IT')?.path).toBe('things.back.restore')
  })

  test.for([
    ['commands/_menu.yaml', 'order: [things]'],
    [menu, 'order: [look, drop, restore]'],
  ] as const)('keeps to private chats what stands below a menu that says so: %s', async ([file, order]) => {
    const { commands } = await loadSample(replaced(file, order, `${order}\nprivate: true`))
    expect([...commands.values()].map(({ onlyPrivate }) => onlyPrivate)).toEqual([true, true, true])
    expect((await loadSample()).commands.get('LOOK_AT')?.onlyPrivate).toBe(false)
  })

  test.each([
    ['date-time, minimum: now', { type: 'string', formatMinimum: 'now' }],
    ['date-time, maximum: now', { type: 'string', formatMaximum: 'now' }],
    ['date, minimum: today', { type: 'string', formatMinimum: 'today' }],
    ['date, maximum: today', { type: 'string', formatMaximum: 'today', past: true }],
  ])('keeps when a value may be beside its schema: { format: %s }', async (format, schema) => {
    const { commands } = await loadSample(
      replaced(drop, 'type: string, maxLength: 20', `type: string, format: ${format}`),
    )
    expect(commands.get('DROP_IT')?.parameters[1]?.schema).toEqual(schema)
  })

  test('lets a command find the same things in another way, by an entity of its own', async () => {
    const shared = replaced(menu, 'byId: {', 'byId: &thing {')[menu] ?? ''
    const { commands, entities } = await loadSample({
      [menu]: shared.replace('state:', '  fallen: { byId: *thing }\nstate:'),
      ...replaced(restore, 'entity: thing', 'entity: fallen'),
      ...replaced(drop, 'undo: RESTORE_IT', 'undo: { command: RESTORE_IT, arguments: { id: args.id } }'),
      ...replaced(texts, 'menus:', '  fallen: { title: thing, label: "{name}", missing: "No {value} there" }\nmenus:'),
    })
    expect(commands.get('RESTORE_IT')?.parameters[0]?.entity).toBe('fallen')
    expect(entities.get('fallen')).toEqual({ ...entities.get('thing'), name: 'fallen', byName: null })
  })

  test('reads the schema of an argument apart from our own keys', async () => {
    const { commands } = await loadSample()
    expect(commands.get('DROP_IT')?.parameters).toEqual([
      {
        name: 'id',
        kind: 'entity-ref',
        required: true,
        type: 'id',
        entity: 'thing',
        schema: { type: 'string', pattern: '^[0-9]+$' },
      },
      {
        name: 'why',
        kind: 'scalar',
        required: false,
        type: 'text',
        entity: null,
        schema: { type: 'string', maxLength: 20 },
      },
    ])
  })

  test.each([
    ['{ type: string, pattern: "^\\\\d{4}$" }', 'id'],
    ['{ type: string, pattern: "^[0-9]*x$" }', 'text'],
    ['{ type: string, enum: [a, b] }', 'choice'],
    ['{ type: integer, minimum: 1 }', 'integer'],
    ['{ type: number, exclusiveMinimum: 0, multipleOf: 0.01 }', 'decimal'],
    ['{ type: boolean }', 'boolean'],
    ['{ type: string, format: phone }', 'phone'],
    ['{ type: string, format: email, maxLength: 80 }', 'email'],
    ['{ type: string, format: file }', 'file'],
    ['{ type: string, format: date }', 'date'],
    ['{ type: string, format: month }', 'month'],
    ['{ type: string, format: time }', 'time'],
    ['{ type: string, format: date-time }', 'datetime'],
    ['{ type: integer, format: ordinal, minimum: 1 }', 'ordinal'],
    ['{ type: number, format: percent, maximum: 100 }', 'percent'],
    ['{ type: number, format: money }', 'money'],
    ['{ type: number, format: money, currency: BRL, maximum: 1000 }', 'money'],
  ])('reads %s as %s', async (schema, type) => {
    const { commands } = await loadSample(replaced(drop, '{ type: string, maxLength: 20 }', schema))
    expect(commands.get('DROP_IT')?.parameters[1]?.type).toBe(type)
  })

  test('writes out what its lists of words say, each phrase once', async () => {
    const lists = (
      replaced(messages, 'no: ["no"]', 'no: ["no", "(no|nope) [thanks]", "[the] wrong {thing}"]')[messages] ?? ''
    )
      .replace('again: [again]', 'again: ["(once more|again)"]')
      .replace('skipWords: [please]', 'skipWords: [please, "if you (can|could)"]')
    const { locales } = await loadSample({ [messages]: lists, ...replaced(texts, 'title: thing', 'title: Big Thing') })
    expect(locales.get('en')).toMatchObject({
      words: {
        no: ['no', 'no thanks', 'nope thanks', 'nope', 'the wrong big thing', 'wrong big thing'],
        again: ['once more', 'again'],
      },
      skipWords: ['please', 'if you can', 'if you could'],
    })
  })

  test('is frozen to the bottom, maps included', async () => {
    const catalogue = await loadSample()
    const command = catalogue.commands.get('DROP_IT')
    expect(() => Object.assign(catalogue, { version: '' })).toThrow(TypeError)
    expect(() => Object.assign(command?.chain[0]?.actionMeta ?? {}, { key: 'other' })).toThrow(TypeError)
    const roles: unknown = catalogue.roles
    if (!(roles instanceof Map)) throw new TypeError('roles is no map')
    expect(() => roles.set('stranger', ['*'])).toThrow(TypeError)
    expect(() => roles.clear()).toThrow(TypeError)
  })

  test('has a version that follows every byte and nothing else', async () => {
    const { version } = await loadSample()
    expect(version).toMatch(/^[0-9a-f]{64}$/u)
    expect((await loadSample()).version).toBe(version)
    expect((await loadSample(replaced(drop, 'Drops', 'Drops it'))).version).not.toBe(version)
    expect((await loadSample(replaced(texts, 'it falls', 'it  falls'))).version).not.toBe(version)
  })

  test('takes a second language that says the same things', async () => {
    const { locales } = await loadSample({
      'locales/pt-BR/messages.yaml': replaced(messages, 'Hello {name}', 'Olá {name}')[messages] ?? '',
      'locales/pt-BR/commands.yaml': replaced(texts, 'it falls', 'cai')[texts] ?? '',
    })
    expect([...locales.keys()]).toEqual(['en', 'pt-BR'])
    expect(locales.get('pt-BR')?.commands['things.drop']?.effect).toBe('cai')
    expect(locales.get('pt-BR')?.commands['things.look']?.effect).toBe('')
  })
})
