import { assertNever } from '../errors.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { ConversationEvent, MessageFacts } from '../conversation/event.ts'
import type { Session } from '../conversation/session.ts'
import type { Executor } from '../ledger/database.ts'
import { findRecords } from '../ledger/envelopes.ts'
import type { LaneRow, MessageBody } from '../ledger/inbox.ts'
import { findReply } from '../ledger/outbox.ts'
import { isOvertaken, type ProgressBody } from '../ledger/progress.ts'
import type { Expectation } from '../understanding/reading.ts'
import type { TurnDeps } from './turn-deps.ts'

/** What a row of the lane means; `null` when there is nothing to say to it. */
export async function readEvent(
  deps: TurnDeps,
  db: Executor,
  row: LaneRow,
  session: Session,
  language: string,
): Promise<ConversationEvent | null> {
  switch (row.kind) {
    case 'expiry': {
      const [record] = await findRecords(db, { commandId: row.messageId })
      return record?.status === 'accepted' ? { kind: 'expiry', commandId: row.messageId } : null
    }
    case 'outcome': {
      const [record] = await findRecords(db, { commandId: row.messageId })
      return record === undefined ? null : { kind: 'outcome', record }
    }
    case 'progress': {
      // Rows of kind `progress` are written by `recordProgress` alone.
      const { commandId, ...progress } = row.body as ProgressBody
      const [record] = await findRecords(db, { commandId })
      if (record?.status !== 'confirmed' || (await isOvertaken(db, row, commandId))) return null
      return { kind: 'progress', record, progress }
    }
    case 'message':
      return readMessage(deps, db, row, session, language)
    default:
      return assertNever(row.kind)
  }
}

async function readMessage(
  deps: TurnDeps,
  db: Executor,
  row: LaneRow,
  session: Session,
  language: string,
): Promise<ConversationEvent | null> {
  // Rows of kind `message` are written by `admitMessage` alone.
  const body = row.body as MessageBody
  const { content } = body
  if (row.chatKind === 'group' && !isAddressed(body, session)) return null
  const message: MessageFacts = {
    id: row.messageId,
    sentAt: row.sentAt.toISOString(),
    forwarded: body.forwarded,
    ...(await quotedBy(deps, db, row.chatId, body.quoted)),
  }
  switch (content.kind) {
    case 'text': {
      if (content.text.length > deps.limits.maxTextLength) return { kind: 'unreadable', what: 'too_long' }
      const reading = deps.understanding.read(content.text, expectationOf(deps.catalogue, session), language)
      return { kind: 'reading', reading, message }
    }
    case 'voice':
    case 'file':
      return { kind: 'unreadable', what: content.kind }
    case 'edit':
      return { kind: 'withdrawn', messageId: content.of, how: 'edited' }
    case 'revoke':
      return { kind: 'withdrawn', messageId: content.of, how: 'deleted' }
    case 'reaction':
      return readReaction(deps, db, row, content, session, message)
    default:
      return assertNever(content)
  }
}

/** What the message quotes, when it is one of ours: the command of a preview, the numbers of a menu. */
async function quotedBy(
  { secrets }: TurnDeps,
  db: Executor,
  chatId: string,
  quoted: string | null,
): Promise<Pick<MessageFacts, 'quotedCommand' | 'quotedOptions'>> {
  const reply = quoted === null ? null : await findReply(db, secrets, chatId, quoted)
  const keys = reply?.about === 'menu' ? (reply.options ?? []).flatMap(({ key }) => key ?? []) : null
  return { quotedCommand: reply?.about === 'preview' ? (reply.command?.id ?? null) : null, quotedOptions: keys }
}

/** In a group the bot listens when it is spoken to: mentioned, quoted, or waiting for this person's answer. */
function isAddressed(body: MessageBody, session: Session): boolean {
  const waits =
    session.menu?.live === true || session.question !== null || (session.pending !== null && !session.pending.lapsed)
  return body.mentions || body.quoted !== null || waits
}

/** A thumb on the open preview is a yes or a no; on anything else it is only a thumb. */
async function readReaction(
  deps: TurnDeps,
  db: Executor,
  row: LaneRow,
  { to, emoji }: { readonly to: string; readonly emoji: string },
  session: Session,
  message: MessageFacts,
): Promise<ConversationEvent | null> {
  const { quotedCommand: commandId } = await quotedBy(deps, db, row.chatId, to)
  if (commandId === null || session.pending?.commandId !== commandId) return null
  // With or without a skin tone.
  const bare = Array.from(emoji)[0]
  if (bare === '👍') return { kind: 'reading', reading: { kind: 'yes' }, message }
  if (bare === '👎') return { kind: 'reading', reading: { kind: 'no', correction: null }, message }
  return null
}

/** What the bot waits for: the newest open thing decides how a short answer is read. */
export function expectationOf(catalogue: Catalogue, { menu, question, pending }: Session): Expectation {
  if (menu?.live === true) return { kind: 'choice', count: menu.keys.length }
  if (question?.kind === 'choice') return { kind: 'choice', count: question.candidates.length }
  if (question?.kind === 'value') {
    const parameters = catalogue.commands.get(question.draft.command)?.parameters ?? []
    const parameter = parameters.find(({ name }) => name === question.parameter)
    const choices: unknown = parameter?.schema['enum']
    return {
      kind: 'value',
      type: parameter?.type ?? 'text',
      ...(Array.isArray(choices) ? { choices: choices.map(String) } : {}),
    }
  }
  if (pending !== null) return { kind: 'confirmation', method: pending.method, phrase: pending.phrase }
  return { kind: 'nothing' }
}
