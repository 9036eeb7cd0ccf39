import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { knownZone } from './access/known-zone.ts'
import type { Channel } from './channel/channel.ts'
import type { Message } from './channel/message.ts'
import { createCommandQueue, type CommandQueue } from './dispatch/command-queue.ts'
import { queueSettled } from './dispatch/queue-settled.ts'
import { openRedisFront } from './dispatch/redis-front.ts'
import { createSweep } from './dispatch/sweep.ts'
import type { Admission, LaneRow } from './ledger/talk/inbox.ts'
import { listenForLanes } from './ledger/talk/lane-signal.ts'
import { createTroubleLog } from './ledger/trouble-log.ts'
import { createSealer } from './ledger/evidence/sealer.ts'
import type { Foundation } from './open-foundation.ts'
import { shopPlaces } from './open-stores.ts'
import { createPlaces } from './places.ts'
import { measureHearing } from './telemetry/measure-hearing.ts'
import { traceUnderstanding } from './telemetry/trace-understanding.ts'
import { createBacklog } from './turns/await-backlog.ts'
import { createDelivery } from './turns/sending/deliver.ts'
import { createLanes } from './turns/lanes.ts'
import { confirmedCommands, isQuiet } from './ledger/commands/pending-work.ts'
import { tellKept } from './turns/give-up.ts'
import { createHeartbeat } from './turns/heartbeat.ts'
import { createKeptAudio } from './turns/fetching/kept-audio.ts'
import { createReceiver, type Receiver } from './turns/receive-messages.ts'
import { speakReplies } from './turns/sending/spoken-replies.ts'
import type { TurnResult } from './turns/run-turn.ts'
import type { TurnDeps } from './turns/turn-deps.ts'
import { createExpectedNames } from './turns/lookups/expected-names.ts'
import { createUnderstanding, type Understanding } from './understanding/create-understanding.ts'
import type { Voice } from './voice/open-voice.ts'

const quietLookMs = 20
const sealMs = 2000
const sweepMs = 5000
/** How long a start waits for the queue to be usable before it goes on without. */
const queueStartMs = 4000
/** Less than a statement may take, so that the wait for a lock ends as what it is. */
const lockWaitMs = 12_000
const readTimeoutMs = 10_000
/** How long a confirmation may be in coming: an answer or a mutation in an older message is not acted upon. */
const staleAfterMs = 10 * 60_000
const maxTextLength = 10_000

const clock = () => new Date()

/** What trouble is about: our own ids. */
type About = { readonly chat?: string; readonly reply?: string }

export type Bot = Receiver & {
  /** Resolves when every turn is over and nothing is queued, running or unsent, or the bot is stopped. */
  readonly whenQuiet: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** The bot of one account: admits messages, runs turns, sends replies, and keeps the ledger sealed and the queue filled. */
export async function startBot(
  foundation: Foundation,
  {
    account,
    channel,
    nameOf = () => null,
    understanding = createUnderstanding({ catalogue: foundation.catalogue }),
  }: {
    readonly account: string
    readonly channel: Channel
    /** What the channel calls whoever has this number; `null` when it does not say. */
    readonly nameOf?: (phone: string) => string | null
    /** What reads messages; made of the catalogue when it is not given. */
    readonly understanding?: Understanding
  },
): Promise<Bot> {
  const { config, log, ledger, secrets, catalogue, actions, backend, prefix, telemetry } = foundation
  const { tracer, meter } = telemetry
  const { db } = ledger
  const { workspaceDir } = config
  const queue = createCommandQueue({ backend, prefix, telemetry: telemetry.queue })
  const front = openRedisFront({ backend, prefix })
  const warn = createTroubleLog(log)
  const trouble =
    (event: string) =>
    (error: unknown, about: About = {}) => {
      warn(event, error, about, 'failed; it is tried again')
      meter.trouble(event)
    }
  const audio = createKeptAudio({
    db,
    secrets,
    folder: path.join(config.dataDir, 'voice'),
    retentionMs: config.voice.retentionMs,
    clock,
  })
  const stopped = new AbortController()
  let voice: Promise<Voice> | null = null
  // Loaded with the first voice note: most starts never need it.
  const ears = () => (voice ??= openEars(foundation))
  const lookupTimeoutMs = Math.min(readTimeoutMs, config.stepTimeoutMs)
  const lookupPlaces = createPlaces(shopPlaces.lookups, { each: shopPlaces.lookupsOfOne })
  const expectedNames = createExpectedNames({
    catalogue,
    actions,
    lookupPlaces,
    log,
    limits: { readTimeoutMs: lookupTimeoutMs },
    clock,
  })
  const speaks = config.voice.reply !== null
  const spoken = path.join(config.dataDir, 'spoken')
  const deps: TurnDeps = {
    db,
    secrets,
    catalogue,
    actions,
    readPlaces: createPlaces(shopPlaces.reads),
    lookupPlaces,
    understanding: traceUnderstanding(understanding, tracer),
    queue,
    front: front.keys,
    workspaceDir,
    onSaid: () => void delivery.flush(),
    clock,
    log,
    tracer,
    meter,
    limits: {
      confirmWithinMs: config.confirmWithinMs,
      approveWithinMs: config.approveWithinMs,
      staleAfterMs,
      voiceConfirm: config.voice.confirm,
      lockWaitMs,
      readTimeoutMs: lookupTimeoutMs,
      maxTextLength,
    },
    speaks,
    fetchFile: channel.fetchFile,
    ears: {
      hear: (file, language, speaker) =>
        measureHearing(meter, async () => (await ears()).hear(file, language, () => expectedNames(speaker))),
      understands: async (language) => (await ears()).understands(language),
      keep: audio.keep,
    },
    newcomer: { timeZone: knownZone(), nameOf },
  }
  const delivery = createDelivery({
    db,
    secrets,
    account,
    // Also where nothing is spoken any more: what was to be spoken when that was switched off is left out, not in the way.
    channel: speakReplies({
      channel,
      speaker: async () => (speaks ? (await ears()).speaker : null),
      folder: spoken,
      onTrouble: trouble('voice.unspoken'),
    }),
    workspaceDir,
    clock,
    tracer,
    meter,
    onTrouble: trouble('delivery.failed'),
    onGivenUp: (error, about) => {
      const event = 'delivery.given_up'
      log.warn({ event, ...about, err: error }, 'a reply will never leave; it is not tried any more')
      meter.trouble(event)
    },
  })
  const lanes = createLanes({ deps, account, onTurnOver, onTrouble: trouble('lane.failed') })
  const backlog = createBacklog({ clock, wake: lanes.wake })
  const signals = listenForLanes({ url: ledger.url, schema: ledger.schema, onSignal: lanes.wake })
  const headFile = path.join(config.dataDir, 'ledger-heads.jsonl')
  const sealer = createSealer({
    db,
    secrets,
    clock,
    headFile,
    onError: trouble('sealer.failed'),
    onHeadError: (error) => {
      const event = 'sealer.head_unwritten'
      log.warn(
        { event, file: headFile, err: error },
        'this file cannot be written: check its permissions and the disk (the evidence itself is sealed)',
      )
      meter.trouble(event)
    },
  })
  const sweep = createSweep({
    confirmedCommands: () => confirmedCommands(db),
    queue,
    onError: trouble('sweep.failed'),
    intervalMs: sweepMs,
  })

  async function onTurnOver(row: LaneRow, result: TurnResult): Promise<void> {
    await dispatch(deps, queue, row, result)
    await delivery.flush(row.chatId, result.said)
    if (row.kind !== 'message') return
    channel.turnOver({ id: row.messageId, from: row.from, group: row.chatKind === 'group' ? row.external : null })
  }

  function onAdmitted(message: Message, { kind, chatId, row }: Admission): void {
    if (kind !== 'finished') return backlog.holds(message, chatId) ? undefined : lanes.wake(chatId, row)
    void delivery.flush(chatId).then(() => channel.turnOver(message))
  }

  const heartbeat = createHeartbeat({ deps, limits: config, lanes, backlog, delivery, audio, spoken, trouble })

  async function isOver(): Promise<boolean> {
    // What cannot be asked just now is not known to be quiet.
    return !lanes.isBusy() && (await isQuiet(db, account).catch(() => false))
  }

  await Promise.all([signals.ready, queueSettled(queue, queueStartMs)])
  void delivery.flush()
  heartbeat.start()
  lanes.wake(null)
  sweep.start()
  sealer.start(sealMs)

  return {
    ...createReceiver({ db, secrets, clock, tracer, onAdmitted }),
    whenQuiet: async () => {
      while (!stopped.signal.aborted && !(await isOver())) await delay(quietLookMs)
    },
    stop: async () => {
      stopped.abort()
      heartbeat.stop()
      // What is not over by then is taken up by the next start.
      await Promise.race([lanes.stop().then(delivery.stop), delay(config.stopWithinMs, undefined, { ref: false })])
      await voice?.then((each) => each.close()).catch(trouble('voice.failed'))
      await Promise.all([sweep.stop(), sealer.stop(), signals.close()])
      await Promise.all([queue.close(), front.close()])
    },
  }
}

async function openEars({ config, catalogue, log, telemetry }: Foundation): Promise<Voice> {
  const { openVoice } = await import('./voice/open-voice.ts')
  const { speech, model, openai, reply } = config.voice
  return openVoice(
    { dataDir: config.dataDir, speech, model, openai, reply },
    {
      catalogue,
      onTrouble: (engine, error) => {
        log.warn({ event: 'voice.failed', engine, err: error }, 'this engine could not transcribe the voice note')
        telemetry.meter.engineFailed(engine)
      },
      onEarTrouble: (error) =>
        log.warn(
          { event: 'voice.ear_failed', err: error },
          'the voice note was transcribed without the second recogniser',
        ),
    },
  )
}

/** A confirmed command gets its job. Without the queue it is kept: the person is told, and the sweep adds the job later. */
async function dispatch(
  deps: TurnDeps,
  queue: CommandQueue,
  row: LaneRow,
  { confirmed, cancelled }: TurnResult,
): Promise<void> {
  for (const commandId of confirmed) {
    try {
      await queue.add(commandId)
    } catch (error) {
      deps.log.warn(
        { event: 'queue.kept', commandId, chat: row.chatId, err: error },
        'the command is kept, but its job could not be added; the sweep adds it',
      )
      await tellKept(deps, row, commandId)
    }
  }
  // A job that stays finds its command rejected and does nothing.
  await Promise.all(cancelled.map((commandId) => queue.remove(commandId).catch(() => undefined)))
}
