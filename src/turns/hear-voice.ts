/**
 * A voice note is transcribed before its turn begins, in no transaction and outside of the lane, so that nothing else waits
 * for an engine. The result is stored with the row at once: the work is done once, and repeated only if a crash comes before
 * that.
 */
import type { Person } from '../access/person.ts'
import type { Channel, FetchedFile } from '../channel/channel.ts'
import { TerminalError } from '../errors.ts'
import type { LaneRow, MessageBody } from '../ledger/talk/inbox.ts'
import { storeHearing } from '../ledger/talk/message-contents.ts'
import { wordsInTheEnd } from '../ledger/talk/overtaken-words.ts'
import { standingOf } from '../ledger/people/lockouts.ts'
import { findSpeaker } from '../ledger/people/people.ts'
import { loadSession } from '../ledger/talk/sessions.ts'
import type { Hearing } from '../voice/transcript.ts'
import type { Speaker } from './expected-names.ts'
import { isAddressed } from './read-event.ts'
import type { TurnDeps } from './turn-deps.ts'

/**
 * How turns hear: a note, by its path on this machine, in the language of the person, with the names that the speaker may
 * mention.
 */
export type Ears = {
  readonly hear: (file: string, language: string, speaker: Speaker) => Promise<Hearing>
  /** Whether any engine understands a language at all; takes a locale. */
  readonly understands: (language: string) => Promise<boolean>
  /** Brings the file here; when the channel has no way of its own, the path is already one of this machine. */
  readonly fetchFile: Channel['fetchFile']
  /** Keeps the audio of this row, for as long as audio is kept. */
  readonly keep: (seq: string, file: string) => Promise<void>
}

/** Whether the row is a voice note that has not been transcribed yet. */
export function isUnheard(row: LaneRow): boolean {
  if (row.kind !== 'message' || row.takenAt !== null) return false
  // Rows of kind `message` are written by `admitMessage` alone.
  const { content } = row.body as MessageBody
  return content.kind === 'voice' && content.heard === undefined
}

/** Transcribes the note of such a row, and stores what was heard or why nothing was. */
export async function hearVoice(deps: TurnDeps, row: LaneRow): Promise<void> {
  const { content } = row.body as MessageBody
  if (content.kind !== 'voice') return
  const person = await speakerOf(deps, row)
  await storeHearing(
    deps.db,
    deps.secrets,
    row,
    person === null ? notHeard : await hear(deps, row, content.path, person),
  )
}

const notHeard: Hearing = { kind: 'unheard', why: 'off' }

/** The speaker; `null` for somebody whom the bot will not answer and of a note that was deleted, so that nothing is spent on it. */
async function speakerOf(deps: TurnDeps, row: LaneRow): Promise<Person | null> {
  const { db, secrets, clock } = deps
  const [words, person, standing, session] = await Promise.all([
    wordsInTheEnd(db, secrets, row),
    findSpeaker(db, deps, row),
    standingOf(db, row.senderId, clock()),
    loadSession(db, deps, { chatId: row.chatId, identityId: row.senderId }),
  ])
  const ignored = row.chatKind === 'group' && !isAddressed(row.body as MessageBody, session)
  return words === null || standing.lockedOut || ignored ? null : person
}

async function hear(
  { ears, log }: TurnDeps,
  { seq, chatId: chat, chatKind }: LaneRow,
  path: string,
  person: Person,
): Promise<Hearing> {
  if (ears === undefined) return notHeard
  const file = await fetchFile(ears, path).catch((error: unknown) => {
    log.warn({ event: 'voice.gone', seq, chat, err: error }, 'the voice note could not be fetched')
    // It is not what its sender sent, and trying again cannot help.
    return error instanceof TerminalError ? 'tampered' : null
  })
  if (file === null) return { kind: 'unheard', why: 'gone' }
  if (file === 'too-large') return { kind: 'unheard', why: 'too_large' }
  if (file === 'tampered') return { kind: 'unheard', why: 'unreadable' }
  try {
    const hearing = await ears.hear(file.path, person.language, { person, isPublic: chatKind === 'group' })
    if (hearing.kind === 'heard') await ears.keep(seq, file.path)
    return hearing
  } catch (error) {
    log.warn({ event: 'voice.failed', seq, chat, err: error }, 'the voice note could not be heard')
    return { kind: 'unheard', why: 'engine_down' }
  } finally {
    await file.release()
  }
}

async function fetchFile({ fetchFile: fetch }: Ears, path: string): Promise<FetchedFile | 'too-large' | null> {
  return fetch === undefined ? { path, release: async () => undefined } : fetch(path)
}
