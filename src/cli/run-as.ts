/**
 * One command from the command line, on the road that every message takes: admitted, read, previewed, confirmed, claimed, queued,
 * run and proved, in a chat of its own (`command-line`). Nothing here decides anything: what was confirmed and what came of
 * it is read from the ledger.
 */
import { randomUUID } from 'node:crypto'
import { startBot } from '../bot.ts'
import type { Channel } from '../channel/channel.ts'
import type { Reply, ReplyConfirm } from '../channel/reply.ts'
import { speakingAsOthers } from '../channel/terminal/json-door.ts'
import { typedMessage } from '../channel/terminal/typed-message.ts'
import type { CommandRecord } from '../conversation/lookup.ts'
import { localeFor } from '../catalogue/locale-for.ts'
import { errorMessage } from '../error-message.ts'
import { UserError } from '../errors.ts'
import { ownCommandLine } from '../ledger/account-lock.ts'
import { mayPass } from '../ledger/connection-trouble.ts'
import { insist } from '../ledger/insist.ts'
import { findRecords } from '../ledger/commands/envelopes.ts'
import { unconfirmedCommand } from '../ledger/commands/pending-work.ts'
import { findPeopleByPhone } from '../ledger/people/people-list.ts'
import { numberOfSpeaker } from '../ledger/people/person-row.ts'
import type { Foundation } from '../open-foundation.ts'
import type { Understanding } from '../understanding/create-understanding.ts'
import { startWorker, type RunningWorker } from '../worker.ts'
import { loadLocalPeople, type Speaker } from './local-people.ts'
import { onStopSignal } from './stop-signal.ts'

/** Somebody who may speak, and the language that they are answered in. */
export type KnownSpeaker = Pick<Speaker, 'phone' | 'name'> & { readonly language: string }

/** How it ended. */
export type RunEnd =
  /** The command is over, however it went. */
  | { readonly kind: 'over'; readonly record: CommandRecord }
  /** It was shown and nobody confirmed it; `confirm` when it was shown just now. */
  | { readonly kind: 'unconfirmed'; readonly record: CommandRecord; readonly confirm: ReplyConfirm | null }
  /** It was asked for before and is not asked for again; nothing was done now. */
  | { readonly kind: 'repeat'; readonly record: CommandRecord }
  /** What was asked for before is called off. */
  | { readonly kind: 'dropped'; readonly record: CommandRecord }
  /** It is confirmed, and goes on without us. */
  | { readonly kind: 'running'; readonly record: CommandRecord }
  /** The ledger went away after something was said: whether that was taken, and what came of it, is not known. */
  | { readonly kind: 'unknown'; readonly why: string }
  /** It was not taken, or asks what nobody answered; nothing was done. */
  | { readonly kind: 'refused' }

export type RunOptions = {
  /** What is said. */
  readonly text: string
  /** Whether it answers the preview that an earlier run has shown. */
  readonly answers: boolean
  /** What reads what is said. */
  readonly understanding: Understanding
  /** Shows a reply as it comes. */
  readonly show: (reply: Reply) => void
  /** Answers a question or a preview; `null`: nobody does. */
  readonly answer: (reply: Reply) => Promise<string | null>
  /** How long to wait for the end, in milliseconds. */
  readonly waitMs: number
  /** Whether this process runs what was confirmed. */
  readonly worker: boolean
}

/**
 * Whom this command line speaks for: the first owner of the people file, the terminal's own person, or `as`.
 * @throws UserError `usage` when that is nobody here, or may not be spoken for
 */
export async function localSpeaker(foundation: Foundation, as: string | null): Promise<KnownSpeaker> {
  const { config, ledger, secrets } = foundation
  if (as !== null && !config.mayImpersonate) throw new UserError('usage', speakingAsOthers)
  const local = await loadLocalPeople(foundation)
  const phone = as === null ? (local.speaker?.phone ?? null) : await numberOfSpeaker(ledger.db, as)
  if (phone === null) throw new UserError('usage', 'The people file is empty: add at least one owner')
  const found = await findPeopleByPhone(ledger.db, secrets, phone, { removed: false })
  const person = found.find((each) => each.phone === phone)
  if (person !== undefined) return { phone, name: person.name, language: person.language }
  const who = as === null && config.peopleFile === null ? `Whoever has this terminal (${phone})` : phone
  throw new UserError(
    'usage',
    `${who} has no rights here, so nothing was asked for. Become the owner with \`npm exec -- sayso chat\`, name an owner in a ` +
      'people file (--people FILE), or speak as an owner (--as PHONE, with SAYSO_ALLOW_IMPERSONATION=1).',
  )
}

/** Says it, answers what is asked back, and waits for the end. */
export async function runAs(foundation: Foundation, speaker: KnownSpeaker, options: RunOptions): Promise<RunEnd> {
  const { ledger } = foundation
  const owned = await ownCommandLine(ledger)
  const stopped = new AbortController()
  const signal = onStopSignal(() => stopped.abort())
  let running: RunningWorker | null = null
  try {
    if (options.worker) running = await startWorker(foundation)
    const line = await openLine(foundation, speaker, owned.account, { ...options, stopped: stopped.signal })
    try {
      const { words } = localeFor(foundation.catalogue, speaker.language)
      const { account } = owned
      const earlier = options.answers ? await unconfirmedCommand(ledger.db, { account, phone: speaker.phone }) : null
      return await toTheEnd(foundation, line, { ...options, earlier, drop: words['drop']?.find(isWord) ?? 'drop' })
    } catch (error) {
      if (!line.hasSaid() || !mayPass(error)) throw error
      return { kind: 'unknown', why: errorMessage(error) }
    } finally {
      await line.close()
    }
  } finally {
    signal.release()
    await running?.stop()
    await owned.release()
  }
}

/** However short somebody waits for the end, an answer comes within this time, in milliseconds, or something is wrong. */
const answerMs = 60_000

type Line = {
  /** Says something; resolves with what was replied to it once all is quiet, or waiting is over. `quietly`: that is not shown. */
  readonly say: (text: string, how?: { readonly quietly: boolean }) => Promise<readonly Reply[]>
  /** Whether anything was said, which may have been taken. */
  readonly hasSaid: () => boolean
  /** Whether a message was said here, by its id. */
  readonly isOurs: (messageId: string) => boolean
  readonly close: () => Promise<void>
}

async function toTheEnd(
  { ledger }: Foundation,
  line: Line,
  { text, answer, earlier, drop }: RunOptions & { readonly earlier: string | null; readonly drop: string },
): Promise<RunEnd> {
  const began = new Date()
  let commandId = earlier
  let confirm: ReplyConfirm | null = null
  for (let said = text; ;) {
    const replies = await line.say(said)
    const last = replies.findLast(({ about }) => about !== 'progress')
    commandId = replies.findLast(({ command }) => command !== undefined)?.command?.id ?? commandId
    confirm = replies.findLast((reply) => reply.confirm !== undefined)?.confirm ?? confirm
    const id = commandId
    const [record] = id === null ? [] : await insist(() => findRecords(ledger.db, { commandId: id }))
    if (record !== undefined && record.status !== 'accepted') {
      const isAskedHere = record.commandId === earlier || record.messageIds.some(line.isOurs)
      return endOf(record, { isAskedHere, began })
    }
    const asks = last?.about === 'ask' || last?.about === 'choose'
    const answered = last === undefined || (record === undefined && !asks) ? null : await answer(last)
    if (answered !== null) {
      said = answered
      continue
    }
    if (asks) await line.say(drop, { quietly: true })
    return record === undefined ? { kind: 'refused' } : { kind: 'unconfirmed', record, confirm }
  }
}

/** What was asked for before is over too, but it is not this that ended it, unless it ended just now. */
function endOf(
  record: CommandRecord,
  { isAskedHere, began }: { readonly isAskedHere: boolean; readonly began: Date },
): RunEnd {
  if (record.status === 'confirmed') return { kind: 'running', record }
  if (isAskedHere) return { kind: 'over', record }
  const endedNow = record.settledAt !== null && new Date(record.settledAt) >= began
  if (!endedNow) return { kind: 'repeat', record }
  return { kind: record.status === 'rejected' ? 'dropped' : 'over', record }
}

async function openLine(
  foundation: Foundation,
  { phone, name }: KnownSpeaker,
  account: string,
  { show, understanding, waitMs, stopped }: RunOptions & { readonly stopped: AbortSignal },
): Promise<Line> {
  const ours = new Set<string>()
  let heard: Reply[] = []
  let hidden = false
  let answered = Promise.withResolvers<void>()
  const channel: Channel = {
    send: async ({ replyTo, reply }) => {
      if (!hidden) show(reply)
      if (replyTo !== null && ours.has(replyTo)) heard.push(reply)
    },
    turnOver: ({ id }) => {
      if (ours.has(id)) answered.resolve()
    },
  }
  const nameOf = (of: string) => (of === phone ? name : null)
  const bot = await startBot(foundation, { account, channel, nameOf, understanding })
  return {
    hasSaid: () => ours.size > 0,
    isOurs: (messageId) => ours.has(messageId),
    say: async (text, { quietly } = { quietly: false }) => {
      const id = randomUUID()
      hidden = quietly
      ours.add(id)
      heard = []
      answered = Promise.withResolvers()
      await insist(() => bot.receive(typedMessage({ account, from: phone, text, id })), stopped)
      // What is waited for is the end of what was confirmed, and not the preview of it.
      await Promise.race([answered.promise, overAfter(Math.max(waitMs, answerMs), stopped)])
      await Promise.race([bot.whenQuiet(), overAfter(waitMs, stopped)])
      return heard
    },
    close: () => bot.stop(),
  }
}

/** A number may be an answer to what was asked. */
function isWord(text: string): boolean {
  return !/^\d+$/u.test(text)
}

function overAfter(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref()
    signal.addEventListener('abort', () => resolve())
  })
}
