import type { Person } from '../../access/person.ts'
import { assertNever } from '../../errors.ts'
import { localeOf } from '../../conversation/render/locale-of.ts'
import type { MessageContent, ReceivedFile } from '../../channel/message.ts'
import type { ConversationEvent, MessageFacts } from '../../conversation/event.ts'
import { questionAnsweredBy } from '../../conversation/answers/answered-by.ts'
import { isFree, type Session } from '../../conversation/session.ts'
import type { Executor } from '../../ledger/database.ts'
import { findRecords } from '../../ledger/commands/envelopes.ts'
import type { LaneRow, MessageBody } from '../../ledger/talk/inbox.ts'
import { writtenAtFirst } from '../../ledger/talk/overtaken-words.ts'
import { isOvertaken, type ProgressBody } from '../../ledger/commands/progress.ts'
import { answerTo, askedFor, recalledFrom } from '../../ledger/commands/approvals.ts'
import { settlementOf } from '../../ledger/commands/settlements.ts'
import type { Expectation } from '../../understanding/expectation.ts'
import type { Reading } from '../../understanding/reading.ts'
import type { Wish } from '../../understanding/wish.ts'
import { isNewOwner } from './claim-ownership.ts'
import { expectationOf, spokenExpectation } from './expectation.ts'
import { eventInGroup } from './group-talk.ts'
import { mostBytesOf, wantedFile, wishForFile, type WishForFile } from './receive-file.ts'
import { isOneOfMany, kindOfFile, uselessThing } from './one-of-many.ts'
import { quotedBy } from './quoted-by.ts'
import { readEdit, wouldAnswer } from './read-edit.ts'
import { readReaction } from './read-reaction.ts'
import { readSpoken } from './read-spoken.ts'
import { readWords } from './read-words.ts'
import type { TurnDeps } from '../turn-deps.ts'
import { whenSaid } from './when-said.ts'

type Heard = {
  readonly row: LaneRow
  /** The final text of the message; `null` when it was deleted meanwhile, `undefined` when it has none. */
  readonly words: string | null | undefined
  readonly session: Session
  readonly person: Pick<Person, 'language' | 'timeZone' | 'phone' | 'roles'>
}

/** What a row of the lane means; `null` when there is nothing to say to it. */
export async function readEvent(deps: TurnDeps, db: Executor, heard: Heard): Promise<ConversationEvent | null> {
  const { row } = heard
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
      const { commandId, trace: _followed, ...progress } = row.body as ProgressBody
      const [record] = await findRecords(db, { commandId })
      if (record?.status !== 'confirmed' || (await isOvertaken(db, row, commandId))) return null
      return { kind: 'progress', record, progress }
    }
    case 'settled': {
      const settled = await settlementOf(db, row.messageId)
      // Somebody who no longer has a role may no longer be told either.
      if (settled === null || heard.person.roles.length === 0) return null
      const { commandId, verdict, by } = settled
      const [record] = await findRecords(db, { commandId })
      return record === undefined ? null : { kind: 'settled', record, verdict, by }
    }
    case 'asked': {
      const asked = heard.person.roles.length === 0 ? null : await askedFor(db, row.messageId)
      return asked === null ? null : { kind: 'asked', ...asked }
    }
    case 'recalled': {
      const recalled = heard.person.roles.length === 0 ? null : await recalledFrom(db, row.messageId)
      return recalled === null ? null : { kind: 'recalled', ...recalled }
    }
    case 'answered': {
      const answer = heard.person.roles.length === 0 ? null : await answerTo(db, row.messageId)
      return answer === null ? null : { kind: 'answered', ...answer }
    }
    case 'message':
      return readMessage(deps, db, heard)
    default:
      return assertNever(row.kind)
  }
}

/** What people also send to each other. */
const talk: ReadonlySet<MessageContent['kind']> = new Set(['text', 'voice', 'file', 'unreadable'])

async function readMessage(deps: TurnDeps, db: Executor, heard: Heard): Promise<ConversationEvent | null> {
  const { row, words, session } = heard
  const event = await readContent(deps, db, heard)
  const { content, ...body } = row.body as MessageBody
  if (event?.kind === 'unreadable' && event.what === uselessThing(content) && (await isOneOfMany(db, row))) return null
  const isTalk = talk.has(content.kind)
  if (event === null || row.chatKind === 'private' || !isTalk || isMeantForUs(body)) return event
  const text = content.kind === 'voice' && content.heard?.kind === 'heard' ? content.heard.transcript.text : words
  return eventInGroup(db, row, session, { event, text: text ?? '' })
}

async function readContent(
  deps: TurnDeps,
  db: Executor,
  { row, words, session, person }: Heard,
): Promise<ConversationEvent | null> {
  // Rows of kind `message` are written by `admitMessage` alone.
  const body = row.body as MessageBody
  const { content } = body
  if (row.chatKind === 'group' && !isAddressed(body, session)) return null
  const { isOurs, asks: _asks, ...quotes } = await quotedBy(deps, db, row, body.quoted)
  if (row.chatKind === 'group' && !body.mentions && body.quoted !== null && !isOurs) return null
  const message: MessageFacts = {
    id: row.messageId,
    sentAt: row.sentAt.toISOString(),
    receivedAt: row.receivedAt.toISOString(),
    forwarded: body.forwarded,
    ...quotes,
  }
  switch (content.kind) {
    case 'text':
      return words == null ? null : readText(deps, row, session, person, { text: words, message })
    case 'voice': {
      if (words === null) return null
      const { heard = { kind: 'unheard', why: 'off' } } = content
      if (heard.kind === 'unheard') {
        const { why, cure } = heard
        return { kind: 'unreadable', what: `voice_${why}`, ...(cure === undefined ? {} : { cure }) }
      }
      const when = whenSaid(row.sentAt, person)
      const awaited = spokenExpectation(deps.catalogue, deps.limits, session)
      const { reading, spoken } = readSpoken(heard.transcript, person.language, (text) =>
        readWords(saidBy(deps, row, person, { text, message }), session, awaited, (each, expected) =>
          deps.understanding.read(each, expected, person.language, when),
        ),
      )
      return { kind: 'reading', reading, message: { ...message, spoken } }
    }
    case 'file': {
      const read = (text: string) => readText(deps, row, session, person, { text, message })
      return words === null ? null : readFile(deps, session, { ...content, text: words }, message, read)
    }
    case 'edit':
      return editOf(deps, db, { row, person, session }, content, message)
    case 'revoke':
      return { kind: 'withdrawn', messageId: content.of, how: 'deleted' }
    case 'unreadable':
      return { kind: 'unreadable', what: content.what ?? 'message' }
    case 'reaction':
      return readReaction(deps, db, row, content, session, message)
    default:
      return assertNever(content)
  }
}

async function editOf(
  { catalogue, understanding, limits, secrets }: TurnDeps,
  db: Executor,
  { row, person, session }: Pick<Heard, 'row' | 'person' | 'session'>,
  { of, text }: Extract<MessageContent, { kind: 'edit' }>,
  message: MessageFacts,
): Promise<ConversationEvent> {
  const edited = { kind: 'withdrawn', messageId: of, how: 'edited' } as const
  const asked = questionAnsweredBy(session, of)
  // In a group people talk to others as well.
  const isSpokenTo = row.chatKind === 'private' || asked !== null || isMeantForUs(row.body as MessageBody)
  const before = isSpokenTo ? await writtenAtFirst(db, secrets, row, of) : null
  if (before === null || text.length > limits.maxTextLength) return edited
  const when = whenSaid(row.sentAt, person)
  // What it said at first may have been too long to be read then, and is so now.
  const read = (words: string, awaited: Expectation): Reading =>
    words.length > limits.maxTextLength
      ? { kind: 'unknown' }
      : understanding.read(words, awaited, person.language, when)
  const words = { before: before.text, now: text }
  const reading = readEdit({ ...words, asked }, catalogue, read)
  if (reading === null) return { ...edited, ...(wouldAnswer(words, session, catalogue, read) && { wouldAnswer: true }) }
  const leavesFile = before.belowFile && reading.kind === 'wishes' && wishForFile(catalogue, reading) === null
  // It goes by the id of the message whose new wording it is, so that a further edit withdraws what came of it.
  return { ...edited, anew: { reading, message: { ...message, id: of, ...(leavesFile && { leavesFile }) } } }
}

/** What somebody said, with what is needed to read it. */
function saidBy(
  { catalogue }: Pick<TurnDeps, 'catalogue'>,
  row: LaneRow,
  person: Heard['person'],
  { text, message }: { readonly text: string; readonly message: MessageFacts },
) {
  const { quoted } = message
  const locale = localeOf(catalogue, person)
  return { text, catalogue, locale, at: row.receivedAt, ...(quoted !== undefined && { quoted }) }
}

function readText(
  deps: TurnDeps,
  row: LaneRow,
  session: Session,
  person: Heard['person'],
  { text, message }: { readonly text: string; readonly message: MessageFacts },
): ConversationEvent {
  const { catalogue, understanding, limits } = deps
  if (text.length > limits.maxTextLength) return { kind: 'unreadable', what: 'too_long' }
  const when = whenSaid(row.sentAt, person)
  const read = (words: string, awaited: Expectation) => understanding.read(words, awaited, person.language, when)
  const said = saidBy(deps, row, person, { text, message })
  const reading = readWords(said, session, expectationOf(catalogue, session), read)
  const named =
    reading.kind === 'unknown' && isNewOwner(catalogue, person, session)
      ? read(`${said.locale.words['i_am']?.[0] ?? ''} ${text}`, { kind: 'nothing' })
      : reading
  return { kind: 'reading', reading: named.kind === 'wishes' ? named : reading, message: { ...message, words: text } }
}

/**
 * A file answers the question that asks for one, or goes with the command that is written below it; otherwise the text below
 * it is all that was said. Nobody knows what a file without words would be for.
 */
function readFile(
  { catalogue }: TurnDeps,
  session: Session,
  {
    text,
    mimetype,
    received = { kind: 'gone' },
  }: {
    readonly text: string | undefined
    readonly mimetype: string
    readonly received?: ReceivedFile
  },
  message: MessageFacts,
  read: (text: string) => ConversationEvent,
): ConversationEvent {
  const wanted = wantedFile(catalogue, session)
  if (wanted !== null) {
    if (received.kind === 'answer') return { kind: 'reading', reading: { kind: 'value', text: received.text }, message }
    return received.kind === 'too-large'
      ? { kind: 'too-large', most: mostBytesOf(wanted) }
      : { kind: 'unreadable', what: 'file_gone' }
  }
  if (text === undefined) return { kind: 'unreadable', what: kindOfFile(mimetype) }
  const event = read(text)
  const wished = event.kind === 'reading' ? wishForFile(catalogue, event.reading) : null
  if (wished === null || received.kind === 'unwanted') return leavingFile(event)
  return {
    kind: 'reading',
    reading: { kind: 'wishes', wishes: [withFile(wished, received)] },
    message: { ...message, words: text },
  }
}

/**
 * Marks that something was asked for with a file that it does not take: the sender would otherwise think that it was kept.
 */
function leavingFile(event: ConversationEvent): ConversationEvent {
  if (event.kind !== 'reading' || event.reading.kind !== 'wishes') return event
  return { ...event, message: { ...event.message, leavesFile: true } }
}

/** The wish with the file that came for it, or with the reason why that file will not do. */
function withFile({ wish, parameter }: WishForFile, received: Exclude<ReceivedFile, { kind: 'unwanted' }>): Wish {
  if (received.kind === 'answer') return { ...wish, args: { ...wish.args, [parameter.name]: received.text } }
  const refused =
    received.kind === 'too-large'
      ? ({ problem: 'file_too_large', limit: String(mostBytesOf(parameter)) } as const)
      : ({ problem: 'file_gone', limit: '' } as const)
  return { ...wish, refused: { [parameter.name]: refused } }
}

/** In a group the bot listens when it is mentioned or quoted, or when it waits for this person's answer. */
export function isAddressed(body: MessageBody, session: Session): boolean {
  if (body.aside === true && !body.mentions) return false
  const waits = session.menu?.live === true || !isFree(session)
  // Whom a reaction is for is told by what it reacts to.
  return isMeantForUs(body) || waits || body.content.kind === 'reaction'
}

function isMeantForUs({ mentions, quoted }: Pick<MessageBody, 'mentions' | 'quoted'>): boolean {
  return mentions || quoted !== null
}
