import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { appendToList, insertIntoMap } from './insert-into-map.ts'

const entry = ['# Still in English: title.', 'orders.hold:', '  title: Hold', '  sentences:', '    - "hold {id}"']
const place = { key: 'commands', beside: 'orders.', name: 'orders.hold', entry }

const file = `# What each command is called.
menus: {orders: Orders,   files: "Files"}   # folders

commands:
  orders.status:
    title:   Look at an order # in menus
    sentences:
      - 'status of {id}'
      - >-
        how is
        order {id}
  # The dangerous ones.

  orders.cancel:
    title: Cancel
    sentences: ["cancel {id}"]   # and more

  # Files come last.
  files.list:
    title: List
    sentences: [ list ]
# The end of commands.

entities: {}
`

describe('insertIntoMap()', () => {
  test('puts an entry after the last of its folder, and leaves every other byte as it is', () => {
    const text = insertIntoMap(file, place)
    const added = `  # Still in English: title.
  orders.hold:
    title: Hold
    sentences:
      - "hold {id}"
`
    expect(text).toBe(file.replace('  # and more\n', `  # and more\n${added}`))
    expect(text.replace(added, '')).toBe(file)
    expect(Object.keys((parse(text) as { commands: object }).commands)).toEqual([
      'orders.status',
      'orders.cancel',
      'orders.hold',
      'files.list',
    ])
  })

  test('puts the first of a folder at the end, before the comment that follows', () => {
    const text = insertIntoMap(file, { ...place, beside: 'parcels.' })
    expect(text).toContain('sentences: [ list ]\n  # Still in English: title.\n  orders.hold:')
    expect(text).toContain('      - "hold {id}"\n# The end of commands.')
  })

  test.each([
    ['commands: {}\n', 'an empty one'],
    ['commands:\n', 'one without a value'],
    ['commands: {} # none yet\nentities: {}\n', 'an empty one with a comment'],
    ['commands:\n  files.list: { title: List }', 'one that ends without a line break'],
    ['commands: { files.list: { title: List } }\n', 'one in flow style'],
    ['entities: {}\n', 'a file without one'],
    ['', 'an empty file'],
  ])('puts an entry into %j, %s', (text) => {
    const before = (parse(text) ?? {}) as { readonly commands?: object | null }
    const after: unknown = parse(insertIntoMap(text, place))
    expect(after).toEqual({
      ...before,
      commands: { ...before.commands, 'orders.hold': { title: 'Hold', sentences: ['hold {id}'] } },
    })
  })

  test('never loses or changes what a file says', () => {
    const name = fc.stringMatching(/^[a-z]{1,5}\.[a-z]{1,5}$/u)
    const texts = fc.record({
      title: fc.string(),
      sentences: fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 3 }),
    })
    const commands = fc.dictionary(name, texts, { maxKeys: 4, noNullPrototype: true })
    fc.assert(
      fc.property(commands, fc.constantFrom('', '# a\n', '\n\n'), (given, comment) => {
        const text = `${comment}${stringify({ commands: given })}${comment}entities: {}\n`
        const after: unknown = parse(insertIntoMap(text, place))
        expect(after).toEqual({
          commands: { ...given, 'orders.hold': { title: 'Hold', sentences: ['hold {id}'] } },
          entities: {},
        })
      }),
    )
  })
})

describe('appendToList()', () => {
  test.each([
    ['viewer: [a.b, "c.*"] # looks\n', 'viewer: [a.b, "c.*", orders.hold] # looks\n'],
    [
      'viewer:\n  - a.b\n  - { scope: c.d, limits: { x: { maximum: 1 } } } # up to 1\nowner: ["*"]\n',
      'viewer:\n  - a.b\n  - { scope: c.d, limits: { x: { maximum: 1 } } } # up to 1\n  - orders.hold\nowner: ["*"]\n',
    ],
    ['viewer:\n- a.b\n', 'viewer:\n- a.b\n- orders.hold\n'],
    ['viewer: [] # none\n', 'viewer: [ orders.hold ] # none\n'],
    ['viewer:\n  - a.b', 'viewer:\n  - a.b\n  - orders.hold\n'],
  ])('adds to %j, and changes nothing else', (text, wanted) => {
    expect(appendToList(text, 'viewer', 'orders.hold')).toBe(wanted)
  })
})
