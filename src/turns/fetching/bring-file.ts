/**
 * Brings the file of a message here, whether a voice note or any other. What cannot be had any more is not asked for again; what
 * cannot be had now is, as long as nothing else has to wait for it, and whoever sent it is told so after a while.
 */
import { localeOf } from '../../conversation/render/locale-of.ts'
import type { FetchedFile } from '../../channel/channel.ts'
import { say } from '../../conversation/render/say.ts'
import { RetryableError, TerminalError } from '../../errors.ts'
import { findSpeaker } from '../../ledger/people/people.ts'
import type { LaneRow } from '../../ledger/talk/inbox.ts'
import { waitsBehind } from '../../ledger/talk/waits-behind.ts'
import { fileWaits, pauseAfter, type FilePatience } from './file-patience.ts'
import { sendReplies } from '../sending/send-replies.ts'
import type { TurnDeps } from '../turn-deps.ts'

/** Why there is no file: nobody has it, it is not what was sent, or it was tried to be had for long enough. */
export type NoFile = 'gone' | 'too-large' | 'tampered' | 'unreachable'

/** What a lane knows while it has a file brought. */
export type Bringing = {
  readonly patience: FilePatience
  /** Has this called whenever something comes in for the chat; what it gives ends that. */
  readonly heed: (onWoken: () => void) => () => void
}

/**
 * @param options.mostBytes a larger file is not wanted
 * @throws RetryableError when it is to be tried again
 */
export async function bringFile(
  deps: TurnDeps,
  row: LaneRow,
  { path, mostBytes }: { readonly path: string; readonly mostBytes: number },
  bringing: Bringing,
): Promise<FetchedFile | NoFile> {
  const { fetchFile, log } = deps
  const { seq, chatId: chat } = row
  const { patience } = bringing
  if (fetchFile === undefined) return { path, release: async () => undefined }
  const watch = watchFetch(deps, row, bringing)
  try {
    return (await fetchFile(path, { mostBytes, signal: watch.signal, onReached: watch.begin })) ?? 'gone'
  } catch (error) {
    if (error instanceof TerminalError) {
      log.warn({ event: 'file.tampered', seq, chat, err: error }, 'what was fetched is not what was sent')
      return 'tampered'
    }
    if (await isWorthWaiting(deps, row, error, patience)) throw triedAgain(row, error, patience)
    log.warn({ event: 'file.unreachable', seq, chat, err: error }, 'what was sent could not be fetched for too long')
    return 'unreachable'
  } finally {
    await watch.end()
  }
}

type FetchWatch = {
  /** Aborts when it is not worth waiting for any more. */
  readonly signal: AbortSignal
  /** The time of this try begins. */
  readonly begin: () => void
  /** Resolves when nothing more is told. */
  readonly end: () => Promise<void>
}

/** A server that stalls is as good as one that fails, while a try lasts: who waits is told, and what is written behind does not wait. */
function watchFetch(deps: TurnDeps, row: LaneRow, { patience, heed }: Bringing): FetchWatch {
  const fetching = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let ignore: (() => void) | null = null
  let looks: Promise<void> = Promise.resolve()

  function lookIn(ms: number): void {
    timer = setTimeout(() => {
      const early = fileWaits.briefly - patience.waitedMs(row)
      if (early > 0) return lookIn(early)
      ignore = heed(look)
      look()
    }, ms)
  }

  function look(): void {
    looks = looks.then(endUnlessWorthWaiting)
  }

  async function endUnlessWorthWaiting(): Promise<void> {
    // What cannot be asked now is asked when the try is over.
    const isWorth = await isWorthWaiting(deps, row, undefined, patience).catch(() => true)
    if (!isWorth) fetching.abort(new RetryableError('download_failed', 'It takes too long', { retryAfterMs: 0 }))
  }

  return {
    signal: fetching.signal,
    begin: () => lookIn(Math.max(fileWaits.tryAtLeast, fileWaits.briefly - patience.waitedMs(row))),
    end: async () => {
      clearTimeout(timer)
      ignore?.()
      await looks
    },
  }
}

/**
 * Whether what failed now may be tried again; whoever has waited for a while is told that it is.
 * @param error why it failed; absent while it is being tried
 */
export async function isWorthWaiting(
  deps: TurnDeps,
  row: LaneRow,
  error: unknown,
  patience: FilePatience,
): Promise<boolean> {
  const waitedMs = patience.waitedMs(row, error)
  if (waitedMs < fileWaits.briefly) return true
  if (waitedMs >= fileWaits.atMost || (await waitsBehind(deps.db, row))) return false
  await tellOfWait(deps, row)
  return true
}

/** Whether a row has been tried for so long that what has come in behind it does not wait for it any more. */
export async function holdsUp({ db }: Pick<TurnDeps, 'db'>, row: LaneRow, patience: FilePatience): Promise<boolean> {
  return patience.waitedMs(row) >= fileWaits.briefly && (await waitsBehind(db, row))
}

/** What is thrown where that is so: it says when to try again. */
export function triedAgain(row: LaneRow, error: unknown, patience: FilePatience): RetryableError {
  return new RetryableError('download_failed', 'What was sent cannot be had now', {
    cause: error,
    retryAfterMs: pauseAfter(patience.waitedMs(row, error)),
  })
}

/** Once, since the reply has the id of its row; nobody needs to hear it spoken. */
async function tellOfWait(deps: TurnDeps, row: LaneRow): Promise<void> {
  const person = await findSpeaker(deps.db, deps, row)
  if (person === null) return
  const text = say(localeOf(deps.catalogue, person), 'file_waits')
  await sendReplies(deps, deps.db, row, { cause: 'file-waits', replies: [{ about: 'progress', text }] })
  deps.onSaid()
}
