/** The bot and the worker as real processes, started as people start them, to be talked to and to be killed. */
import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Reply } from '../../channel/reply.ts'
import { takeLines } from '../../lines-of.ts'
import { watchOutput } from './watch-output.ts'

const main = fileURLToPath(new URL('../../main.ts', import.meta.url))
const killAtQuery = new URL('kill-at-query.ts', import.meta.url).href
const limitMs = 120_000
const stderrKept = 4000

/** A line that the door printed: a reply, or one of its signals. */
export type Printed = Partial<Reply> & {
  readonly done?: string
  readonly idle?: string
  readonly error?: string
  readonly to?: string
  readonly chat?: string
  readonly id?: string
  readonly replyTo?: string
  readonly edits?: string
}

/** Whether a line is more than a word on the side, such as that a command waits for a worker: a busy machine makes those. */
export function isAnswer({ about }: Pick<Printed, 'about'>): boolean {
  return about !== undefined && about !== 'info'
}

export type Said = {
  readonly from: string
  readonly text?: string
  /** The path of a voice note. */
  readonly voice?: string
  readonly file?: { readonly path: string; readonly mimetype: string; readonly filename: string }
  /** The message that this one changes. */
  readonly edit?: string
  /** The message that this one deletes. */
  readonly revoke?: string
  readonly mentions?: boolean
  /** Drawn when absent. */
  readonly id?: string
  readonly chat?: string
  readonly forwarded?: boolean
  readonly quoted?: string
}

/** Where and how a process runs. */
export type ProcessOptions = {
  /** The data folder, for `--data`. */
  readonly dir: string
  readonly env: Readonly<Record<string, string>>
  /** The file of a `KillPlan`; without one the process is started as it is. */
  readonly killPlan?: string | undefined
}

type Running = {
  /** SIGKILL; resolves when it is gone. May be called on one that is gone. */
  readonly kill: () => Promise<void>
  /** Resolves when the process is gone, however it ended. */
  readonly gone: Promise<void>
  /** Resolves with what `find` finds in what was printed so far, as soon as there is something. Rejects when the process is gone. */
  readonly until: <Found>(what: string, find: (lines: readonly Printed[]) => Found | undefined) => Promise<Found>
  /** All that it has written to standard error so far. */
  readonly logged: () => string
}

export type Door = Running & {
  readonly lines: readonly Printed[]
  /** Resolves with what the pattern finds on standard error, or in a worker's words, its first group, as soon as there is something. */
  readonly heard: (pattern: RegExp) => Promise<string>
  /** Says something; returns its message id. */
  readonly say: (said: Said) => string
  /** Says something and waits until its turn is over. */
  readonly turn: (said: Said) => Promise<string>
  readonly idle: () => Promise<void>
  /** Closes standard input; resolves with the exit status once nothing is pending. */
  readonly stop: () => Promise<number | null>
}

export type WorkerProcess = Running & {
  /** SIGTERM; resolves with the exit status. */
  readonly stop: () => Promise<number | null>
}

/**
 * Starts `sayso chat --json`, or another `command` that speaks alike; `people` is its people file, and `null` starts it without
 * one.
 */
export function startDoor({
  people,
  worker = true,
  command = ['chat', '--json'],
  ...options
}: ProcessOptions & {
  readonly people: string | null
  readonly worker?: boolean
  readonly command?: readonly string[]
}): Door {
  const known = people === null ? [] : ['--people', people]
  const args = [...command, '--data', options.dir, ...known, ...(worker ? [] : ['--no-worker'])]
  const { child, lines, until, running, ended, heard } = start(args, options)
  const say = (said: Said): string => {
    const id = said.id ?? randomUUID()
    child.stdin?.write(`${JSON.stringify({ ...said, id })}\n`)
    return id
  }
  return {
    ...running,
    lines,
    heard,
    say,
    turn: async (said) => {
      const before = lines.length
      const id = say(said)
      await until(`the end of the turn of ${JSON.stringify(said)}`, (all) =>
        all.slice(before).find(({ done }) => done === id),
      )
      return id
    },
    idle: async () => {
      const idle = randomUUID()
      child.stdin?.write(`${JSON.stringify({ idle })}\n`)
      await until('quiet', (all) => all.find((line) => line.idle === idle))
    },
    stop: async () => {
      child.stdin?.end()
      return ended('its end after standard input was closed')
    },
  }
}

/** Starts `sayso worker`; resolves when it takes commands. */
export async function startWorkerProcess(options: ProcessOptions): Promise<WorkerProcess> {
  const { child, running, ended, heard } = start(['worker', '--data', options.dir], options)
  try {
    await heard(/(Worker ready\.)/u)
  } catch (error) {
    await running.kill()
    throw error
  }
  return {
    ...running,
    stop: async () => {
      child.kill('SIGTERM')
      return ended('its end after SIGTERM')
    },
  }
}

/** Whether it is killed before it has printed what is looked for; rejects when neither comes in time. */
export async function diesBefore(
  door: Pick<Door, 'until'>,
  find: (lines: readonly Printed[]) => Printed | undefined,
): Promise<boolean> {
  try {
    await door.until('the end or a kill', find)
    return false
  } catch (error) {
    if (String(error).includes('The process is gone')) return true
    throw error
  }
}

function start(args: readonly string[], { env, killPlan }: ProcessOptions) {
  const preload = killPlan === undefined ? [] : ['--import', killAtQuery]
  const child = spawn(process.execPath, [...preload, main, ...args], {
    env: { ...process.env, ...env, ...(killPlan === undefined ? {} : { KILL_PLAN: killPlan }) },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const lines: Printed[] = []
  const log: Buffer[] = []
  let errors = ''
  let words = ''
  const watch = watchOutput({
    closed: once(child, 'close'),
    limitMs,
    written: () => `${JSON.stringify(lines.slice(-5), null, 1)}\n${errors}`,
  })
  const { lookAgain, gone } = watch
  child.stdin.on('error', () => undefined)
  child.stderr.on('data', (chunk: Buffer) => {
    log.push(chunk)
    errors = (errors + chunk.toString()).slice(-stderrKept)
    lookAgain()
  })
  takeLines(child.stdout, (line) => {
    // Printed by the door alone; a worker has words for people.
    if (args[0] === 'worker') words += `${line}\n`
    else lines.push(JSON.parse(line) as Printed)
    lookAgain()
  })

  const until: Running['until'] = (what, find) => watch.until(what, () => find(lines))
  const logged = (): string => Buffer.concat(log).toString()
  const running: Running = { kill: () => kill(child, gone), gone, until, logged }
  return {
    child,
    lines,
    until,
    running,
    heard: (pattern: RegExp) => watch.until(String(pattern), () => pattern.exec(words + errors)?.[1]),
    ended: async (what: string): Promise<number | null> => {
      const timer = setTimeout(() => child.kill('SIGKILL'), limitMs)
      await gone
      clearTimeout(timer)
      if (child.signalCode !== null)
        throw new Error(`Killed by ${child.signalCode} while waiting for ${what}\n${errors}`)
      return child.exitCode
    },
  }
}

async function kill(child: ChildProcess, gone: Promise<void>): Promise<void> {
  child.kill('SIGKILL')
  await gone
}
