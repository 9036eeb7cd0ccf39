import type { Catalogue } from '../../catalogue/catalogue.ts'
import { renderOutcome } from '../../conversation/render/render-outcome.ts'
import type { Outcome } from '../../execution/run/outcome.ts'
import { jsonText, type JsonObject } from '../../json.ts'
import { conversationContext } from './conversation-context.ts'

/** What a person reads when a command ended like this, as a conversation in that language says it. */
export function shownOutcome(
  catalogue: Catalogue,
  token: string,
  args: JsonObject,
  outcome: Outcome,
  language = 'en',
): string {
  const command = catalogue.commands.get(token)
  if (command === undefined) throw new TypeError(`No command ${token}`)
  const now = new Date('2026-03-15T10:00:00Z')
  const target = command.intent.target === null ? null : { id: jsonText(args[command.intent.target] ?? null) }
  const reply = renderOutcome(
    { ...conversationContext(catalogue, { language }), now },
    {
      commandId: 'id',
      ref: 'K7Q2M',
      name: token,
      safety: command.safety,
      status: outcome.kind,
      reason: outcome.kind === 'failed' ? outcome.reason : null,
      args,
      intent: { entity: command.intent.entity, action: command.intent.action, target },
      messageIds: [],
      facts: {},
      actor: { language, time_zone: 'UTC' },
      lastStep: command.chain.at(-1)?.stepName ?? '',
      outcome,
      verdict: null,
      settledAt: now.toISOString(),
      started: true,
    },
  )
  return reply.text
}
