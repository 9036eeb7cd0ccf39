/**
 * A voice note is transcribed before its turn begins, in no transaction and outside of the lane, so that nothing else waits
 * for an engine. The result is stored with the row at once: the work is done once, and repeated only if a crash comes before
 * that.
 */
import type { Person } from '../../access/person.ts'
import { RetryableError } from '../../errors.ts'
import type { LaneRow, MessageBody } from '../../ledger/talk/inbox.ts'
import { storeHearing } from '../../ledger/talk/message-contents.ts'
import { wordsInTheEnd } from '../../ledger/talk/overtaken-words.ts'
import { standingOf } from '../../ledger/people/lockouts.ts'
import { findSpeaker } from '../../ledger/people/people.ts'
import { loadSession } from '../../ledger/talk/sessions.ts'
import type { Hearing, Unheard } from '../../voice/engines/transcript.ts'
import { maxNoteBytes } from '../../voice/audio/voice-limits.ts'
import { bringFile, type Bringing, type NoFile } from './bring-file.ts'
import type { Speaker } from '../lookups/expected-names.ts'
import { isAddressed } from '../reading/read-event.ts'
import type { TurnDeps } from '../turn-deps.ts'

/**
 * How turns hear: a note, by its path on this machine, in the language of the person, with the names that the speaker may
 * mention.
 */
export type Ears = {
  readonly hear: (file: string, language: string, speaker: Speaker) => Promise<Hearing>
  /** Whether any engine understands a language at all; takes a locale. */
  readonly understands: (language: string) => Promise<boolean>
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

/** What a lane knows while it prepares a row. */
export type Preparing = Bringing & {
  /** The process is about to end: what it cannot do now is left to the next. */
  readonly stopping: AbortSignal
}

/**
 * Transcribes the note of such a row, and stores what was heard or why nothing was.
 * @throws RetryableError when it is to be tried again
 */
export async function hearVoice(deps: TurnDeps, row: LaneRow, preparing: Preparing): Promise<void> {
  const { content } = row.body as MessageBody
  if (content.kind !== 'voice') return
  const person = await speakerOf(deps, row)
  const hearing = person === null ? notHeard : await hear(deps, row, content.path, { person, ...preparing })
  await storeHearing(deps.db, deps.secrets, row, hearing)
  preparing.patience.forget(row)
}

const notHeard: Hearing = { kind: 'unheard', why: 'off' }
const whyNoFile: { readonly [why in NoFile]: Unheard } = {
  gone: 'gone',
  'too-large': 'too_large',
  tampered: 'unreadable',
  unreachable: 'unreachable',
}

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
  deps: TurnDeps,
  row: LaneRow,
  path: string,
  { person, stopping, ...bringing }: Preparing & { readonly person: Person },
): Promise<Hearing> {
  const { ears } = deps
  if (ears === undefined) return notHeard
  const file = await bringFile(deps, row, { path, mostBytes: maxNoteBytes }, bringing)
  if (typeof file === 'string') return { kind: 'unheard', why: whyNoFile[file] }
  try {
    const hearing = await transcribe(deps, row, file.path, { ears, person })
    // An engine that is closed hears nothing more, which says nothing of the note.
    if (hearing.kind === 'unheard' && stopping.aborted)
      throw new RetryableError('interrupted', 'The bot stops before the voice note is heard', { retryAfterMs: 0 })
    if (hearing.kind === 'heard') await keepAudio(deps, row, file.path, ears)
    return hearing
  } finally {
    await file.release()
  }
}

async function transcribe(
  { log }: TurnDeps,
  { seq, chatId: chat, chatKind }: LaneRow,
  file: string,
  { ears, person }: { readonly ears: Ears; readonly person: Person },
): Promise<Hearing> {
  try {
    return await ears.hear(file, person.language, { person, isPublic: chatKind === 'group' })
  } catch (error) {
    log.warn({ event: 'voice.failed', seq, chat, err: error }, 'the voice note could not be heard')
    return { kind: 'unheard', why: 'engine_down' }
  }
}

/** What was heard counts, also where its audio cannot be kept. */
async function keepAudio({ log }: TurnDeps, { seq, chatId: chat }: LaneRow, file: string, ears: Ears): Promise<void> {
  await ears.keep(seq, file).catch((error: unknown) => {
    log.error(
      { event: 'voice.unkept', seq, chat, err: error },
      'the audio of a voice note could not be kept: check the permissions of the data folder and the disk',
    )
  })
}
