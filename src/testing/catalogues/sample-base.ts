import { dirname } from 'node:path'
import type { CatalogueSources } from '../../catalogue/load-catalogue.ts'
import { withSample } from './sample-catalogue.ts'

/** What stands in for Sayso itself under the sample: a shop of its own, which nobody inherits, and three commands of administration. */
const baseFiles = {
  'commands/_roles.yaml': `clerk: ["admin.*"]
claimant: [admin.hire]
`,
  'commands/_menu.yaml': `order: [admin, things]
state: { triggerKinds: [deep-link], retry: none }
`,
  'commands/admin/_menu.yaml': `order: [who, hire, fire]
private: true
entities:
  worker:
    byId: { actionDomain: shelf, actionType: look, actionMeta: { key: "{{args.value}}" } }
    byName: { actionDomain: shelf, actionType: look, actionMeta: { key: "{{args.value}}" } }
`,
  'commands/admin/who.yaml': commandOf('WHO_IS', 'Who', 'read', 'look'),
  'commands/admin/hire.yaml': commandOf('TAKE_ON', 'Hire', 'mutation', 'change').replace(
    'steps:',
    'undo: LET_GO\nsteps:',
  ),
  'commands/admin/fire.yaml': commandOf('LET_GO', 'Fire', 'mutation', 'change'),
  'locales/en/messages.yaml': `region: en-US
words:
  yes: ["yes", yep]
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
  thanks: [thanks]
skipWords: [please]
rules:
  worker: "[the] worker"
  thing: "[some] thing"
messages:
  hello: "Hello {name}"
  bye: "Bye {name}"
`,
  'locales/pt-BR/messages.yaml': `region: pt-BR
words:
  yes: [sim]
  no: [não]
  drop: ["0"]
  again: [repete]
  help: [ajuda]
  menu: [menu]
  back: [volta]
  confirm: [confirma]
  undo: [desfaz]
  cancel: [cancela]
  negation: [nunca]
  and: [e]
  thanks: [obrigada]
skipWords: [por favor]
rules: { worker: "[a] pessoa", thing: "[a] coisa" }
messages:
  hello: "Olá {name}"
  bye: "Tchau {name}"
`,
  'locales/en/commands.yaml': textsOf({
    who: 'who is',
    hire: 'hire',
    fire: 'fire',
    menu: 'Administration',
    worker: 'worker',
  }),
  'locales/pt-BR/commands.yaml': textsOf({
    who: 'quem é',
    hire: 'contrata',
    fire: 'demite',
    menu: 'Administração',
    worker: 'pessoa',
  }),
} as const

type BasePath = keyof typeof baseFiles

/** What Sayso says in one of its files. */
export function baseText(path: BasePath): string {
  return baseFiles[path]
}

/** Hands over the changed sample, as a catalogue of one's own over the base; `laid` changes the base. */
export async function withSampleOverBase<T>(
  changes: Readonly<Record<string, string | null>>,
  use: (sources: CatalogueSources) => Promise<T>,
  laid: Readonly<Record<string, string | null>> = {},
): Promise<T> {
  return withSample({ ...baseFiles, ...laid }, ({ commandsDir }) =>
    withSample(changes, (sources) => use({ ...sources, shippedDir: dirname(commandsDir) })),
  )
}

function commandOf(token: string, action: string, safety: 'read' | 'mutation', actionType: string): string {
  return `token: ${token}
intent: { entity: Worker, action: ${action}, target: id }
safety: ${safety}
scope: admin.${action.toLowerCase()}
contract:
  commandRef: urn:base:${action.toLowerCase()}
  parameters:
    - { name: id, kind: entity-ref, required: true }
arguments:
  id: { type: string, pattern: "^[0-9]+$", entity: worker }
steps:
  - stepName: ${action}
    stepDescription: Does it
    stepMsg: Doing it
    actionDomain: shelf
    actionType: ${actionType}
    actionMeta: { key: "{{args.id}}" }
    yield: []
`
}

function textsOf(said: {
  readonly who: string
  readonly hire: string
  readonly fire: string
  readonly menu: string
  readonly worker: string
}): string {
  const { who, hire, fire } = said
  const command = (name: string, words: string, effect: string) => `  admin.${name}:
    title: "${words}"
    summary: "${words} {id}"
${effect}    done: "${words} {id}"
    labels: { id: ${said.worker} }
    questions: { id: "${said.worker}?" }
    sentences: ["${words} [<worker>] {id}"]
`
  return `menus: { admin: ${said.menu}, things: Things }
commands:
${command('who', who, '')}${command('hire', hire, `    effect: "${hire}"\n`)}${command('fire', fire, `    effect: "${fire}"\n`)}
entities:
  worker: { title: ${said.worker}, label: "{name}", missing: "{value}?" }
  thing: { title: thing, label: "{name}", missing: "{value}?" }
`
}
