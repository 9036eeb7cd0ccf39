import { describe, expect, test } from 'vitest'
import { contractLevels, contractParts } from './contract-levels.ts'
import { readCatalogue } from '../load-catalogue.ts'
import { replaced, withSample } from '../../testing/catalogues/sample-catalogue.ts'

async function partsOf(token: string, changes: Readonly<Record<string, string | null>>): Promise<readonly string[]> {
  const { commands, menus, problems } = await withSample(changes, readCatalogue)
  expect(problems).toEqual([])
  const read = commands.find(({ command }) => command.token === token)
  return contractParts(read === undefined ? [] : contractLevels(read, menus)).map(({ name, level, at }) => {
    const { file, line } = level.source.problemAt(at, '')
    return `${name}: ${level.node} ${file}:${line}`
  })
}

const drop = 'commands/things/drop.yaml'

describe('contractParts()', () => {
  test('says of every piece which level it comes from, and where that is written', async () => {
    expect(await partsOf('DROP_IT', {})).toEqual([
      'triggerKinds submit: Journey commands/_menu.yaml:2',
      'triggerKinds tap: State commands/things/_menu.yaml:6',
      'retry: OutgoingTransitionGroup commands/things/_menu.yaml:7',
      'parameters id: Transition commands/things/drop.yaml:10',
      'parameters why: Transition commands/things/drop.yaml:11',
      'commandRef: Transition commands/things/drop.yaml:8',
    ])
  })

  test('takes the more specific entry of two, but for strings the level that brought them', async () => {
    const parts = await partsOf('DROP_IT', {
      ...replaced(
        drop,
        '  commandRef: urn:sample:drop',
        '  commandRef: urn:sample:drop\n  triggerKinds: [tap]\n  outcomes: { emitEvents: [a, b], successNodeRef: "urn:sayso:state:things" }\n  preconditions: [{ kind: reachable, ref: id }]',
      ),
      'commands/things/look.yaml': null,
      'commands/things/_menu.yaml': `entities:
  thing:
    byId: { actionDomain: shelf, actionType: look, actionMeta: { key: "{{args.value}}" } }
    byName: { actionDomain: shelf, actionType: look, actionMeta: { key: "{{args.value}}" } }
state:
  triggerKinds: [tap]
  outcomes: { emitEvents: [a], successNodeRef: "urn:sayso:menu" }
  parameters: [{ name: id, kind: scalar }]
  preconditions: [{ kind: confirmed }, { kind: reachable, ref: id }]
`,
      'locales/en/commands.yaml': withoutLook(),
    })
    expect(parts).toEqual([
      'triggerKinds submit: Journey commands/_menu.yaml:2',
      'parameters id: Transition commands/things/drop.yaml:13',
      'preconditions confirmed: State commands/things/_menu.yaml:9',
      'preconditions reachable id: Transition commands/things/drop.yaml:11',
      'triggerKinds tap: State commands/things/_menu.yaml:6',
      'outcomes.successNodeRef: Transition commands/things/drop.yaml:10',
      'outcomes.emitEvents a: State commands/things/_menu.yaml:7',
      'parameters why: Transition commands/things/drop.yaml:14',
      'commandRef: Transition commands/things/drop.yaml:8',
      'outcomes.emitEvents b: Transition commands/things/drop.yaml:10',
    ])
  })
})

function withoutLook(): string {
  const text = replaced('locales/en/commands.yaml', 'things.look:', 'things.look:')['locales/en/commands.yaml'] ?? ''
  return text.replace(/ {2}things\.look:[\s\S]*?(?= {2}things\.drop:)/u, '')
}
