import { createInterface } from 'node:readline/promises'
import { styleText } from 'node:util'
import { parseDuration } from '../catalogue/shapes/parse-duration.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Reply } from '../channel/reply.ts'
import { longestWaitMs, readConfig } from '../config.ts'
import { isDone } from '../envelope/lifecycle.ts'
import { assertNever, UserError } from '../errors.ts'
import type { Foundation } from '../open-foundation.ts'
import { createUnderstanding, type Understanding } from '../understanding/create-understanding.ts'
import { commandText } from './command-text.ts'
import { asUserError } from './explain-system-error.ts'
import { followUp } from './follow-up.ts'
import { foundBroken } from './found-broken.ts'
import { requireInstallation } from './require-installation.ts'
import { localSpeaker, runAs, type RunEnd } from './run-as.ts'
import { exitStatuses } from './exit-statuses.ts'
import { isUsageError, parseOptions } from './parse-options.ts'
import { refuseSecretWords, withSecretsFromInput } from './secret-arguments.ts'
import type { Subcommand } from './subcommand.ts'
import type { Surroundings } from './surroundings.ts'
import { whenHere } from './when-here.ts'
import { withAdministration } from './with-administration.ts'
import { withFoundation } from './with-foundation.ts'

/** The options that `sayso run` and what stands on it have in common. */
export const runOptions = {
  as: { type: 'string' },
  data: { type: 'string' },
  json: { type: 'boolean', default: false },
  'no-worker': { type: 'boolean', default: false },
  people: { type: 'string' },
  wait: { type: 'string', default: '15m' },
  yes: { type: 'string' },
} as const

/** What `parseArgs` makes of them. */
export type RunValues = {
  readonly as?: string | undefined
  readonly data?: string | undefined
  readonly json: boolean
  readonly 'no-worker': boolean
  readonly people?: string | undefined
  readonly wait: string
  readonly yes?: string | undefined
}

/** Their explanation, for `--help`. */
export const runOptionsHelp = `  --yes ANSWER   the answer to the preview, instead of asking for it here: yes, the phrase, or the token that the preview shows
  --json         one JSON object at the end: { status, command, confirm, replies }, or with { error } why it was not asked for
  --wait TIME    how long to wait for the end (default 15m); a confirmed command goes on after that
  --as PHONE     speak as this person (needs SAYSO_ALLOW_IMPERSONATION=1, or --data with another folder)
  --people FILE  who may speak, with which roles
  --no-worker    do not run the command here, but leave it to \`sayso worker\`
  --data DIR     the data folder

Exit status: 0 it was done; 1 it failed, was refused, was done before and is not repeated (AGAIN repeats it), or found the evidence
broken (VERIFY_LEDGER); 2 it was not understood; 3 it waits for its confirmation; 4 it is still running, or the
database went away before the end was known; 69 it was not asked for, since
what it takes (Postgres, the queue) is out of reach or in use: try again.
`

export const run: Subcommand = {
  help: `Usage: sayso run TOKEN [NAME=VALUE …] [--yes ANSWER] [--json] [--wait TIME]
       sayso run --yes ANSWER
       sayso run AGAIN | UNDO [REF] | RETRY REF | CANCEL REF

The command is treated like any message in a chat: previewed, confirmed, queued, run and proved. On a terminal you are asked to
confirm it. Elsewhere the preview is printed, and a second \`sayso run --yes ANSWER\` confirms it while it is valid.

AGAIN asks for the last command once more, UNDO takes a command back, RETRY tries a failed one again, and CANCEL drops one that has not
begun. REF is what a reply shows after #.

A secret is not taken from the command line: NAME=- takes a line of standard input for it.

${runOptionsHelp}
Examples:
  sayso run ORDER_STATUS 204
  sayso run ADD_NOTE id=204 text="call her back" --yes yes
  sayso run CANCEL_ORDER id=204                # shows the preview and its token
  sayso run --yes C9F2                         # confirms it
  sayso run UNDO K7Q2M                         # takes it back, with a preview of its own
`,
  run: reportingErrors(async (args, at) => {
    const { values, positionals } = parseOptions({ args: [...args], allowPositionals: true, options: runOptions })
    if (positionals.length === 0 && values.yes === undefined)
      throw new UserError(
        'usage',
        'Which command? For example: sayso run CANCEL_ORDER id=204. `sayso catalogue list` shows all commands',
      )
    const waitMs = parseWait(values)
    const config = readConfig(at.env, values)
    await requireInstallation(config)
    return withFoundation(config, at, async (foundation) => {
      const [token] = positionals
      // What is answered may have been asked for by `sayso people`.
      const able = await withAdministration(foundation, token?.toUpperCase() ?? null)
      return runOne(able, token === undefined ? null : positionals, { ...values, waitMs }, at)
    })
  }),
}

/** With `--json` also why nothing was asked for is one object, for whoever reads nothing but standard output. */
export function reportingErrors(work: Subcommand['run']): Subcommand['run'] {
  return async (args, at) => {
    try {
      return await work(args, at)
    } catch (thrown) {
      const error = asUserError(thrown)
      if ((error instanceof UserError || isUsageError(error)) && args.includes('--json')) {
        const code = error instanceof UserError ? error.code : 'usage'
        const { message } = error
        at.print(JSON.stringify({ status: 'error', command: null, error: { code, message }, replies: [] }))
      }
      throw error
    }
  }
}

/** In milliseconds. @throws UserError `usage` */
export function parseWait({ wait }: Pick<RunValues, 'wait'>): number {
  const waitMs = parseDuration(wait)
  if (waitMs !== null && waitMs <= longestWaitMs) return waitMs
  throw new UserError('usage', `--wait ${wait} is not a duration such as 30s, 10m or 1h, of at most 7d`)
}

/** The text of a command whose token and arguments these words are. @throws UserError `usage` */
async function checked(
  catalogue: Catalogue,
  words: readonly string[],
  understanding: Understanding,
  { isAttended }: Surroundings,
  written?: string,
): Promise<string> {
  // A person can be asked for what is missing.
  const complete = !isAttended
  const about = aboutEarlier(catalogue, words, understanding)
  if (about !== null) return about
  const meant = catalogue.commands.get(words[0]?.toUpperCase() ?? '') ?? { parameters: [] }
  const whole = await withSecretsFromInput(meant, words, { isAttended, input: process.stdin })
  const { text, given } = commandText(catalogue, whole, { understanding, when: whenHere(), complete, written })
  refuseSecretWords(meant, given, words)
  return text
}

/** AGAIN, UNDO, RETRY and CANCEL are no commands of their own: what they are about was asked for before. `null` for anything else. */
function aboutEarlier(
  catalogue: Catalogue,
  [word = '', ref, ...more]: readonly string[],
  understanding: Understanding,
): string | null {
  if (catalogue.commands.has(word.toUpperCase()) || more.length > 0) return null
  // A shell takes the # away, unless it is quoted.
  const text = ref === undefined ? word : `${word} #${ref.replace(/^#/u, '')}`
  const { kind } = understanding.read(text, { kind: 'nothing' }, catalogue.language, whenHere())
  return ['again', 'undo', 'retry', 'cancel-ref'].includes(kind) ? text : null
}

type Manner = {
  readonly waitMs: number
  /** How it is written where it is not written as a command. */
  readonly written?: string
  /** Why it is not even asked for, if so, once the people are those of the people file. */
  readonly refusal?: () => Promise<string | null>
}

/**
 * Runs one command and tells what came of it.
 * @param words its token and arguments; `null`: the preview of an earlier one is answered
 * @throws UserError `usage`
 */
export async function runOne(
  foundation: Foundation,
  words: readonly string[] | null,
  values: RunValues & Manner,
  at: Surroundings,
): Promise<number> {
  const { catalogue } = foundation
  const understanding = createUnderstanding({ catalogue })
  const text = words === null ? null : await checked(catalogue, words, understanding, at, values.written)
  const speaker = await localSpeaker(foundation, values.as ?? null)
  const refusal = (await values.refusal?.()) ?? null
  if (refusal !== null) {
    if (values.json) at.print(JSON.stringify(report({ kind: 'refused' }, [{ about: 'refusal', text: refusal }])))
    else at.tell(`sayso: ${refusal}`)
    return 1
  }
  const replies: Reply[] = []
  const answers = text === null || values.yes === undefined ? [] : [values.yes]
  const end = await runAs(foundation, speaker, {
    text: text ?? values.yes ?? '',
    answers: text === null,
    understanding,
    waitMs: values.waitMs,
    worker: !values['no-worker'],
    show: (reply) => {
      replies.push(reply)
      if (!values.json) show(reply, at)
    },
    answer: async (reply) => {
      const given = reply.confirm === undefined ? undefined : answers.shift()
      return given ?? (values.yes === undefined && !values.json && at.isAttended ? askHere() : null)
    },
  })
  if (values.json) at.print(JSON.stringify(report(end, replies)))
  else tell(end, values, at)
  return statusOf(end, catalogue)
}

function show({ about, text, media }: Reply, at: Surroundings): void {
  const body = text.replaceAll(/\*([^*\n]+)\*/gu, (_whole, bold: string) => styleText('bold', bold))
  // What is said on the way is no result.
  if (about === 'progress') at.tell(body)
  else at.print(media === undefined ? body : `${body}\n${media.path}`)
}

/** What somebody types here; `null` when they leave. */
async function askHere(): Promise<string | null> {
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  const left = new Promise<null>((resolve) => lines.once('close', () => resolve(null)))
  try {
    const said = await Promise.race([lines.question(styleText('cyan', '› ')), left])
    return said === null || said.trim() === '' ? null : said
  } finally {
    lines.close()
  }
}

function tell(end: RunEnd, values: RunValues, at: Surroundings): void {
  if (end.kind === 'unconfirmed') {
    const next = followUp(['run', '--yes', end.confirm?.expect ?? 'ANSWER'], values)
    at.tell(`Nothing was done yet. To go on: ${next}`)
  }
  if (end.kind === 'repeat') at.tell(`Nothing was done now. To do it once more: ${followUp(['run', 'AGAIN'], values)}`)
  if (end.kind === 'running') {
    const later = followUp(['run', 'HISTORY', `ref=${end.record.ref}`], values)
    at.tell(`#${end.record.ref} is still running, and goes on. To look at it later: ${later}`)
  }
  if (end.kind === 'unknown') {
    const later = followUp(['run', 'HISTORY'], values)
    at.tell(
      `The database does not answer any more (${end.why}): whether this was taken, and what came of it, is not known. Look before you ask again: ${later}`,
    )
  }
}

/** What a program reads. */
function report(end: RunEnd, replies: readonly Reply[]): object {
  if (end.kind === 'refused' || end.kind === 'unknown') return { status: end.kind, command: null, replies }
  const { commandId, ref, name, status, reason } = end.record
  const command = { id: commandId, ref, name, status, ...(reason === null ? {} : { reason }) }
  const confirm = end.kind === 'unconfirmed' && end.confirm !== null ? { confirm: end.confirm } : {}
  return { status: end.kind === 'repeat' ? 'repeat' : status, command, ...confirm, replies }
}

function statusOf(end: RunEnd, { commands }: Catalogue): number {
  switch (end.kind) {
    case 'over': {
      const { record } = end
      if (record.reason === 'queue_unavailable') return exitStatuses.unavailable
      return isDone(record) && !foundBroken(record, commands.get(record.name)?.chain ?? []) ? 0 : 1
    }
    case 'dropped':
      return 0
    case 'repeat':
    case 'refused':
      return 1
    case 'unconfirmed':
      return 3
    case 'running':
    case 'unknown':
      return 4
    default:
      return assertNever(end)
  }
}
