import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Type } from 'typebox'
import { createActions } from '../../execution/action.ts'
import type { Action, Actions } from '../../execution/action.ts'
import type { Chain } from '../../execution/plan/chain.ts'
import type { ChainProblem } from '../../execution/plan/chain-problem.ts'
import { planChain } from '../../execution/plan/plan-chain.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import { loadCatalogue } from '../../catalogue/load-catalogue.ts'
import type { CatalogueSources } from '../../catalogue/load-catalogue.ts'

/** A small sound catalogue for tests to break; by path, one command of each safety. */
const sampleFiles = {
  'commands/_roles.yaml': `keeper: ["things.*"]
`,
  'commands/_menu.yaml': `order: [things]
state: { triggerKinds: [submit] }
`,
  'commands/things/_menu.yaml': `order: [look, drop, restore]
entities:
  thing:
    byId: { actionDomain: shelf, actionType: look, actionMeta: { key: "{{args.value}}" } }
    byName: { actionDomain: shelf, actionType: look, actionMeta: { key: "{{args.value}}" } }
state: { triggerKinds: [tap], retry: none }
transitions: { retry: manual }
`,
  'commands/things/look.yaml': `token: LOOK_AT
intent: { entity: Thing, action: Look, target: id }
safety: read
scope: things.look
contract:
  commandRef: urn:sample:look
  parameters:
    - { name: id, kind: entity-ref, required: true }
arguments:
  id: { type: string, pattern: "^[0-9]+$", entity: thing }
steps:
  - stepName: Look
    stepDescription: Looks
    stepMsg: Looking
    actionDomain: shelf
    actionType: look
    actionMeta: { key: "{{args.id}}" }
    yield: []
`,
  'commands/things/drop.yaml': `token: DROP_IT
intent: { entity: Thing, action: Drop, target: id }
safety: destructive
scope: things.drop
undo: RESTORE_IT
window: 1h
contract:
  commandRef: urn:sample:drop
  parameters:
    - { name: id, kind: entity-ref, required: true }
    - { name: why, kind: scalar }
arguments:
  id: { type: string, pattern: "^[0-9]+$", entity: thing }
  why: { type: string, maxLength: 20 }
steps:
  - stepName: Drop
    stepDescription: Drops
    stepMsg: Dropping
    actionDomain: shelf
    actionType: change
    actionMeta: { key: "{{args.id}}", why: "{{args.why}}" }
    yield: []
`,
  'commands/things/restore.yaml': `token: RESTORE_IT
intent: { entity: Thing, action: Restore, target: id }
safety: mutation
scope: things.restore
contract:
  commandRef: urn:sample:restore
  parameters:
    - { name: id, kind: entity-ref, required: true }
arguments:
  id: { type: string, pattern: "^[0-9]+$", entity: thing }
steps:
  - stepName: Restore
    stepDescription: Restores
    stepMsg: Restoring
    actionDomain: shelf
    actionType: change
    actionMeta: { key: "{{args.id}}" }
    yield: []
`,
  'locales/en/messages.yaml': `region: en-US
words:
  yes: ["yes"]
  no: ["no"]
  drop: ["0"]
  again: [again]
  help: [help]
  menu: [menu]
  back: [back]
  confirm: [confirm]
  undo: [undo]
  cancel: [cancel]
  negation: [never]
  and: [and]
skipWords: [please]
rules:
  thing: "[the] thing"
messages:
  hello: "Hello {name}"
`,
  'locales/en/commands.yaml': `commands:
  things.look:
    title: Look
    summary: "Look at {id}"
    done: "{out_name}, {count, plural, one {#} other {#}}"
    labels: { id: thing }
    questions: { id: "Which thing?" }
    sentences: ["look at <thing> {id}"]
  things.drop:
    title: Drop
    summary: "Drop {id}"
    effect: it falls
    done: "Dropped {id}"
    labels: { id: thing, why: reason }
    questions: { id: "Which thing?" }
    sentences: ["drop {id:name}", "drop {id} because {why}"]
  things.restore:
    title: Restore
    summary: "Restore {id}"
    effect: it is back
    done: "Restored {id}"
    labels: { id: thing }
    questions: { id: "Which thing?" }
    sentences: ["restore {id}"]
entities:
  thing: { title: thing, label: "{name}", missing: "No {value}" }
menus: { things: Things }
`,
} as const

/** A file of the sample. */
export type SamplePath = keyof typeof sampleFiles

/** Loads the sample with files changed or added (`null` leaves one out); the files lie in a folder of their own. */
export async function loadSample(changes: SampleChanges = {}): Promise<Catalogue> {
  return withSample(changes, loadCatalogue)
}

type SampleChanges = Readonly<Record<string, string | null>>

/** Hands over where the changed sample lies, for as long as `use` takes. */
export async function withSample<T>(
  changes: SampleChanges,
  use: (sources: CatalogueSources) => Promise<T>,
): Promise<T> {
  const root = await mkdtemp(join(tmpdir(), 'sayso-catalogue-'))
  try {
    for (const [path, text] of Object.entries({ ...sampleFiles, ...changes })) {
      if (text === null) continue
      await mkdir(dirname(join(root, path)), { recursive: true })
      await writeFile(join(root, path), text)
    }
    return await use({
      commandsDir: join(root, 'commands'),
      localesDir: join(root, 'locales'),
      actions: sampleActions,
      planProblems: problemsWith(sampleActions),
    })
  } finally {
    await rm(root, { recursive: true })
  }
}

/** The sample with one piece of one file replaced; the piece must be there. */
export function replaced(path: SamplePath, piece: string, by: string): Readonly<Record<string, string>> {
  const text = sampleFiles[path]
  if (!text.includes(piece)) throw new TypeError(`${path} does not hold ${piece}`)
  return { [path]: text.replace(piece, () => by) }
}

/** What is wrong with a chain when these are all the actions there are. */
export function problemsWith(actions: Actions): (chain: Chain) => readonly ChainProblem[] {
  return (chain) => {
    const result = planChain(chain, { actions, outsideDomains: [] })
    return result.kind === 'problems' ? result.problems : []
  }
}

const sampleActions = createActions([
  shelfAction('look', 'none'),
  shelfAction('change', 'mutates'),
  {
    ...shelfAction('rows', 'none'),
    columns: () => ['id', 'name', 'price', 'currency'],
    gives: () => ['rows', 'more'],
  },
  { ...shelfAction('ask', 'mutates'), mayRefuse: true },
  { ...shelfAction('nameless', 'none'), columns: () => ['name'] },
  { ...shelfAction('names', 'none'), columns: () => ['id', 'name'] },
])

function shelfAction(type: string, effect: Action['effect']): Action {
  const meta = Type.Object({ key: Type.String(), why: Type.Optional(Type.Unknown()) }, { additionalProperties: false })
  return { domain: 'shelf', type, meta, effect, repeat: 'safe', run: () => Promise.resolve({}) }
}
