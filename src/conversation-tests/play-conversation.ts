/**
 * Plays a conversation against a bot: says each step, waits for the end of its turn, and looks for what is wanted in what came since.
 * It goes on as soon as everything was found; it gives up when the bot is idle and has had time to look at the clock, or when
 * time is up.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { UserError } from '../errors.ts'
import { jsonText, type Json } from '../json.ts'
import type { Conversation, DoorLine, Said, Step, Wanted } from './conversation.ts'
import { createTranscript, type Transcript } from './transcript.ts'
import { containsText, fillFields, matchesLine, valueAt } from './match-line.ts'
import { resolveIn } from './parse-conversations.ts'
import type { StartTestBot, TestBot } from './test-bot.ts'

/** What was said, in order. */
export type Turn =
  | { readonly kind: 'said'; readonly step: number; readonly who: string; readonly fields: DoorLine }
  | { readonly kind: 'came'; readonly step: number; readonly line: DoorLine }
  | { readonly kind: 'restarted'; readonly step: number; readonly how: 'kill' | 'graceful' }

/** How a conversation went. */
export type Played = {
  readonly conversation: Conversation
  readonly ms: number
  readonly turns: readonly Turn[]
  /** `null` when it went as it is written. */
  readonly failure: Failure | null
}

/** A step of a chain that did not succeed, and what its action said of it. */
export type FailedStep = { readonly step: string; readonly code: string; readonly why: string }

export type Failure = {
  /** The step at which it went wrong, from 0; `null`: when the bot was started or stopped. */
  readonly step: number | null
  /** What was wanted or not wanted, when that is what went wrong. */
  readonly wanted: Wanted | null
  readonly why: string
}

export type PlayOptions = {
  readonly start: StartTestBot
  /** How long one expectation may take to come true, in milliseconds. */
  readonly timeoutMs: number
  /** How long a bot that is idle may still say something by itself, because it looks at the time; in milliseconds. */
  readonly idleGraceMs: number
  /** Aborted when nobody waits for the result any more. */
  readonly signal: AbortSignal
}

/** Plays it to its end or to what goes wrong first; the bot is gone afterwards. */
export async function playConversation(conversation: Conversation, options: PlayOptions): Promise<Played> {
  const began = performance.now()
  const transcript = createTranscript()
  const stage: Stage = { conversation, options, transcript, known: new Map(), bot: null, at: null }
  let failure: Failure | null = null
  try {
    await begin(stage)
    for (const [index, step] of conversation.steps.entries()) {
      stage.at = index
      await playStep(stage, step, index)
    }
    stage.at = null
    await end(stage, 'graceful')
  } catch (error) {
    failure = failureOf(error, stage)
    await stage.bot?.stop('kill').catch(() => undefined)
  }
  return { conversation, ms: performance.now() - began, turns: transcript.turns, failure }
}

type Stage = {
  readonly conversation: Conversation
  readonly options: PlayOptions
  readonly transcript: Transcript
  readonly known: Map<string, Json>
  bot: TestBot | null
  at: number | null
}

class NotAsWritten extends Error {
  readonly wanted: Wanted | null

  constructor(why: string, wanted: Wanted | null = null) {
    super(why)
    this.wanted = wanted
  }
}

function failureOf(error: unknown, { at }: Stage): Failure {
  const why = error instanceof Error ? error.message : String(error)
  return { step: at, wanted: error instanceof NotAsWritten ? error.wanted : null, why }
}

async function begin(stage: Stage): Promise<void> {
  const { transcript } = stage
  stage.bot = await stage.options.start((line) => transcript.came(line, stage.at ?? 0))
  void stage.bot.gone.then(transcript.ended)
}

async function end(stage: Stage, how: 'kill' | 'graceful'): Promise<void> {
  const bot = botOf(stage)
  const over = new AbortController()
  const late = delay(stage.options.timeoutMs, 'late' as const, { signal: over.signal }).catch(() => 'late' as const)
  const ended = await Promise.race([bot.stop(how), late])
  over.abort()
  if (ended === 'late') throw new NotAsWritten('the bot does not stop')
  stage.bot = null
}

async function playStep(stage: Stage, step: Step, index: number): Promise<void> {
  const { transcript, known } = stage
  if (step.restart !== null) {
    await end(stage, step.restart)
    transcript.restarted(step.restart, index)
    return begin(stage)
  }
  const from = transcript.lines.length
  if (step.said !== null) await sayStep(stage, step.said, index, from)
  let cursor = from
  for (const wanted of step.expect) {
    const found = await lookFor(stage, wanted, { cursor, from, mayBeLate: step.said === null })
    cursor = found + 1
    keep(known, wanted, transcript.lines[found] ?? {})
  }
  if (step.reject.length === 0) return
  await idle(stage, from)
  for (const unwanted of step.reject) {
    if (transcript.lines.slice(from).some((line) => matchesLine(unwanted, line, known)))
      throw new NotAsWritten('came, and should not', unwanted)
  }
}

async function sayStep(stage: Stage, said: Said, index: number, from: number): Promise<void> {
  const line = inbound(stage, said, index)
  stage.transcript.said(said.who, line, index)
  botOf(stage).say(line)
  const over = await until(stage, from, (each) => each['done'] === line['id'] || each['error'] !== undefined)
  const refused = over === null ? undefined : stage.transcript.lines[over]?.['error']
  if (refused !== undefined) throw new NotAsWritten(jsonText(refused))
  if (over === null) throw new NotAsWritten('the turn does not end')
}

function inbound({ conversation, transcript, known }: Stage, { who, fields, pick }: Said, index: number): DoorLine {
  const filled = fillFields({ id: `in-${index + 1}`, ...fields }, known)
  const line: { [field: string]: Json } = { from: conversation.phones[who] ?? '', ...filled }
  const { voice, file } = line
  if (typeof voice === 'string') line['voice'] = resolveIn(conversation, voice)
  if (typeof file === 'object' && file !== null && 'path' in file)
    line['file'] = { ...file, path: resolveIn(conversation, jsonText(file.path)) }
  if (pick === null) return line
  const menu = transcript.lines.findLast(({ options, to }) => options !== undefined && to === line['from'])
  // The options of a line are objects with number and label, as the door writes them.
  const options = Array.isArray(menu?.['options']) ? (menu['options'] as readonly DoorLine[]) : []
  const option = options.find(({ label }) => containsText(jsonText(label ?? ''), pick))
  if (option === undefined) {
    const shown = options.map(({ n, label }) => `${jsonText(n ?? '')} ${jsonText(label ?? '')}`).join(', ')
    throw new NotAsWritten(`there is no option ${pick} to pick${shown === '' ? '' : ` in: ${shown}`}`)
  }
  return { ...line, text: jsonText(option['n'] ?? '') }
}

/** The place of the first line from `cursor` on that looks as wanted. */
async function lookFor(
  stage: Stage,
  wanted: Wanted,
  { cursor, from, mayBeLate }: { readonly cursor: number; readonly from: number; readonly mayBeLate: boolean },
): Promise<number> {
  const { transcript, known } = stage
  const test = (line: DoorLine) => matchesLine(wanted, line, known)
  const there = transcript.lines.findIndex((line, at) => at >= cursor && test(line))
  if (there >= 0) return there
  const quiet = new AbortController()
  if (!mayBeLate)
    void idle(stage, from)
      .then(() => delay(stage.options.idleGraceMs))
      .then(
        () => quiet.abort(),
        () => quiet.abort(),
      )
  const found = await until(stage, cursor, test, quiet.signal)
  if (found === null) throw new NotAsWritten('did not come', wanted)
  return found
}

function keep(known: Map<string, Json>, { capture }: Wanted, line: DoorLine): void {
  for (const [name, path] of Object.entries(capture)) {
    const value = valueAt(line, path)
    if (value === undefined) throw new NotAsWritten(`there is nothing at ${path} to keep as {${name}}`)
    known.set(name, value)
  }
}

async function idle(stage: Stage, from: number): Promise<void> {
  const mark = `idle-${stage.transcript.lines.length}-${performance.now()}`
  botOf(stage).say({ idle: mark })
  if ((await until(stage, from, (line) => line['idle'] === mark)) === null)
    throw new NotAsWritten('the bot does not come to rest')
}

/** The place of the first such line; `null` when there is none in time. @throws when the bot is gone, or nobody waits any more */
async function until(
  { transcript, options }: Stage,
  from: number,
  test: (line: DoorLine) => boolean,
  giveUp?: AbortSignal,
): Promise<number | null> {
  const limit = AbortSignal.any([AbortSignal.timeout(options.timeoutMs), options.signal, ...(giveUp ? [giveUp] : [])])
  const found = await transcript.find(from, test, limit)
  if (options.signal.aborted) throw new UserError('usage', 'stopped')
  if (found === 'gone') throw new NotAsWritten(`the bot ended: ${transcript.lastWords()}`)
  return found
}

function botOf({ bot }: Stage): TestBot {
  if (bot === null) throw new TypeError('No bot is running')
  return bot
}
