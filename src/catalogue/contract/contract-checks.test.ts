import { describe, expect, test } from 'vitest'
import { readCatalogue } from '../load-catalogue.ts'
import { replaced, withSample } from '../../testing/catalogues/sample-catalogue.ts'

const drop = 'commands/things/drop.yaml'
const look = 'commands/things/look.yaml'
const menu = 'commands/things/_menu.yaml'

/** The problems of the sample with lines added to the contract of a command, as `file:line:column: message`. */
async function problems(changes: Readonly<Record<string, string | null>>): Promise<readonly string[]> {
  const reading = await withSample(changes, readCatalogue)
  return reading.problems.map(({ file, line, column, message }) => `${file}:${line}:${column}: ${message}`)
}

const withContract = (line: string) =>
  replaced(drop, '  commandRef: urn:sample:drop', `  commandRef: urn:sample:drop\n  ${line}`)

describe('a contract that is loaded', () => {
  test.each([
    '{ kind: selection-required }',
    '{ kind: selection-required, ref: id }',
    '{ kind: non-empty, ref: why }',
    '{ kind: validated }',
    '{ kind: confirmed }',
    '{ kind: reachable }',
    '{ kind: reachable, ref: id }',
    '{ kind: custom, ref: thing.colour, value: red }',
    '{ kind: custom, ref: thing.price, value: 1.5 }',
    '{ kind: custom, ref: thing.sold, value: false }',
  ])('may ask for %s', async (precondition) => {
    expect(await problems(withContract(`preconditions: [${precondition}]`))).toEqual([])
  })

  test.each([
    ['{ kind: non-empty, ref: colour }', '9:43: DROP_IT has no parameter "colour", so this could never hold'],
    ['{ kind: reachable, ref: why }', '9:43: "reachable" needs a parameter of DROP_IT with an entity'],
    ['{ kind: validated, value: yes }', '9:45: "value" has a meaning only for "custom"; remove it'],
    ['{ kind: confirmed, ref: id }', '9:43: "confirmed" is about the whole command; remove "ref"'],
    ['{ kind: custom, ref: thing.colour }', '9:19: "custom" needs a "value" that the column must have'],
    [
      '{ kind: custom, ref: colour, value: red }',
      '9:40: "custom" needs a "ref" like order.status: an entity and its column',
    ],
    ['{ kind: custom, value: red }', '9:19: "custom" needs a "ref" like order.status: an entity and its column'],
    [
      '{ kind: custom, ref: person.age, value: red }',
      '9:40: there is no entity "person" in any _menu.yaml; known: thing',
    ],
    ['{ kind: custom, ref: thing.size, value: 3 }', 'must not be a whole number'],
  ])('may not ask for %s', async (precondition, expected) => {
    const [problem, ...more] = await problems(withContract(`preconditions: [${precondition}]`))
    expect(problem).toContain(expected)
    expect(more).toEqual([])
  })

  test('may not ask a read to be confirmed, nor about an entity that the command does not name', async () => {
    const text = replaced(look, 'kind: entity-ref', 'kind: scalar')[look] ?? ''
    const changed = text
      .replace(', entity: thing', '')
      .replace(
        'commandRef: urn:sample:look',
        'commandRef: urn:sample:look\n  preconditions: [{ kind: confirmed }, { kind: custom, ref: thing.a, value: b }]',
      )
    expect(await problems({ [look]: changed })).toEqual([
      'commands/things/look.yaml:7:19: LOOK_AT is a read, which nobody confirms, so "confirmed" could never hold',
      'commands/things/look.yaml:7:61: no parameter of LOOK_AT names the entity "thing", so this could never hold',
    ])
  })

  test('is told what a menu above it asks in vain, at the menu, and a fault of the menu itself once', async () => {
    const inherited = replaced(
      menu,
      'transitions: { retry: manual }',
      'transitions: { preconditions: [{ kind: non-empty, ref: why }], outcomes: { errorNodeRef: here } }',
    )
    expect(await problems(inherited)).toEqual([
      'commands/things/_menu.yaml:7:90: there is no menu "here"; known: urn:sayso:menu, urn:sayso:state:things',
      'commands/things/_menu.yaml:7:56: LOOK_AT has no parameter "why", so this could never hold',
      'commands/things/_menu.yaml:7:56: RESTORE_IT has no parameter "why", so this could never hold',
    ])
  })

  test.each(['urn:sayso:menu', 'urn:sayso:menu:things', 'urn:sayso:state:things'])('may lead to %s', async (node) => {
    expect(await problems(withContract(`outcomes: { successNodeRef: "${node}" }`))).toEqual([])
  })

  test.each(['urn:sayso:journey', 'urn:sayso:state:other', 'urn:sayso:transition:things.look', 'things', ''])(
    'may not lead to "%s"',
    async (node) => {
      const [problem] = await problems(withContract(`outcomes: { successNodeRef: "${node}" }`))
      expect(problem).toContain(`commands/things/drop.yaml:9:31: there is no menu "${node}"`)
    },
  )
})
