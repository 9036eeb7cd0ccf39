import type { Catalogue } from '../catalogue/catalogue.ts'
import { localeFor } from '../catalogue/locale-for.ts'
import { renderOutcome } from '../conversation/render/render-outcome.ts'
import type { Outcome } from '../execution/outcome.ts'
import { jsonText, type JsonObject } from '../json.ts'

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
  const person = { id: 'p1', phone: '+5511990000001', name: 'Ana', roles: ['owner'], language, timeZone: 'UTC' }
  const now = new Date('2026-03-15T10:00:00Z')
  const target = command.intent.target === null ? null : { id: jsonText(args[command.intent.target] ?? null) }
  const reply = renderOutcome(
    {
      now,
      person,
      identityId: 'i1',
      channel: 'terminal',
      chatId: 'c1',
      chatKind: 'private',
      catalogue,
      locale: localeFor(catalogue, language),
      ids: { commandId: 'id', ref: 'K7Q2M', token: 'C9F2' },
      limits: { confirmWithinMs: 300_000, staleAfterMs: 300_000 },
    },
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
