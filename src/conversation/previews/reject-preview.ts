import type { ReplyCommand } from '../../channel/reply.ts'
import type { ReasonCode } from '../../envelope/lifecycle.ts'
import type { Pending } from '../session.ts'
import type { Decision } from '../step.ts'

/**
 * Rejects a preview: what is said about its command, and what is decided. One that has lapsed was rejected when it lapsed.
 */
export function rejectPreview(
  { commandId, ref, draft, lapsed }: Pending,
  reason: ReasonCode,
): { readonly command: ReplyCommand; readonly decisions: readonly Decision[] } {
  return {
    command: { id: commandId, ref, name: draft.command, status: 'rejected', reason },
    decisions: lapsed ? [] : [{ kind: 'reject', commandId, reason }],
  }
}
