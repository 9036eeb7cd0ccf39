import type { DraftCommand } from './draft-command.ts'
import type { DraftTexts } from './draft-texts.ts'
import { blockText, inFlow } from './yaml-text.ts'

/** `commands/orders/hold.yaml`, as people would write it. */
export function renderCommandFile(draft: DraftCommand, main: Pick<DraftTexts, 'title' | 'effect'>): string {
  const { token, intent, safety, scope, undo, path, parameters, step } = draft
  const isRead = safety === 'read'
  const { target, ...about } = intent
  const { statement, ...meta } = step.meta
  return `token: ${token}
intent: ${inFlow(target === null ? about : { ...about, target })}
safety: ${safety}
scope: ${scope}
${undo === null ? '' : `undo: ${inFlow(undo)}\n`}contract:
  commandRef: urn:sayso:command:${path}
  ${parameters.length === 0 ? 'parameters: []' : 'parameters:'}
${parameters.map(({ name, kind, required }) => `    - ${inFlow({ name, kind, ...(required ? { required } : {}), source: 'user' })}\n`).join('')}  idempotency: ${isRead ? 'idempotent' : 'non-idempotent'}
  retry: ${isRead ? 'automatic' : 'manual'}
${parameters.length === 0 ? 'arguments: {}' : 'arguments:'}
${parameters.map(({ name, schema }) => `  ${name}: ${inFlow(schema)}\n`).join('')}steps:
  - stepName: ${inFlow(main.title)}
    stepDescription: ${inFlow(main.effect ?? main.title)}
    stepMsg: ${inFlow(target === null ? main.title : `${main.title}: {{args.${target}}}`)}
    actionDomain: ${step.domain}
    actionType: ${step.type}
${typeof statement === 'string' ? renderStatement(statement, meta) : `    actionMeta: ${inFlow(meta)}\n`}    observationDomain: ""
    observe: ""
    yield: []
`
}

/** A statement is read more easily in lines of its own. */
function renderStatement(statement: string, meta: Parameters<typeof inFlow>[0] & object): string {
  const others = Object.entries(meta).map(([key, value]) => `      ${key}: ${inFlow(value)}\n`)
  return `    actionMeta:\n      statement: ${blockText(statement, 8)}\n${others.join('')}`
}
