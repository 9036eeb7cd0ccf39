import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { renderProblems, type Problem } from '../../catalogue/source/problem.ts'
import { readConfig } from '../../config.ts'
import type { Conversation } from '../../conversation-tests/conversation.ts'
import { findConversations } from '../../conversation-tests/find-conversations.ts'
import { playConversation, type FailedStep, type Played } from '../../conversation-tests/play-conversation.ts'
import { renderPlayed, renderSummary } from '../../conversation-tests/render-report.ts'
import { unknownRole } from '../../access/unknown-role.ts'
import { UserError } from '../../errors.ts'
import { createUnderstanding } from '../../understanding/create-understanding.ts'
import { catalogueFolder } from '../catalogue/catalogue-sources.ts'
import { onStopSignal } from '../stop-signal.ts'
import { parseOptions } from '../parse-options.ts'
import type { Subcommand } from '../subcommand.ts'
import { createInProcessBots, type Shared } from './test-in-process-bot.ts'
import { createProcessBots } from './test-process-bot.ts'
import { openTestStage, type TestStage } from './test-stage.ts'

/** More wait for one another than there are cores: each waits for its database most of the time. */
const jobsPerCore = 2
const mostJobs = 16
/** The bot looks at the time every two seconds. */
const idleGraceMs = 2500

export const test: Subcommand = {
  help: `Usage: sayso test [FILE|FOLDER|PATTERN …] [--filter TEXT] [--json] [--jobs N] [--timeout SECONDS]
                  [--shop FILE] [--services FILE]

Plays the conversations in YAML files against your commands (SAYSO_CATALOGUE, SAYSO_ACTIONS). Each has people and a database of its own,
which are gone afterwards; your installation is not touched. Without names it plays conversations/ beside commands/.

  --filter TEXT      only conversations whose file or name contains this text, in any case
  --json             one JSON object: { passed, failed, ms, conversations }
  --jobs N           how many run at a time (default: two per core)
  --timeout SECONDS  how long to wait for each expectation (default 20)
  --shop FILE        SQL that makes the tables of the connection "shop" (default: shop.sql or database/ beside
                     commands/, else the demo shop)
  --services FILE    the HTTP services of the tests; SAYSO_SERVICES is not used (default: services.yaml beside commands/,
                     else none)

A file holds YAML documents:

  name: an order is held
  people: { ana: { phone: "+5511990000001", name: Ana, roles: [owner], language: en } }
  steps:
    - ana: hold order 204
      expect: [{ about: preview, text: ["204", "/hold/i"], confirm: { method: "yes" } }]
    - ana: "yes"
      expect: [{ about: outcome, command: { status: executed } }]
      reject: [{ about: preview }]

Exit status: 0 all went as written, 1 at least one did not, 2 a file was not understood or there was none.

Examples:
  sayso test
  sayso test conversations/*.yaml --filter refund
  SAYSO_CATALOGUE=shop SAYSO_ACTIONS=shop/actions sayso test shop/conversations --json
`,
  run: async (args, at) => {
    const { values, positionals } = parseOptions({
      args: [...args],
      allowPositionals: true,
      options: {
        filter: { type: 'string', default: '' },
        json: { type: 'boolean', default: false },
        jobs: { type: 'string', default: String(Math.min(availableParallelism() * jobsPerCore, mostJobs)) },
        timeout: { type: 'string', default: '20' },
        shop: { type: 'string' },
        services: { type: 'string' },
      },
    })
    const jobs = wholeNumber('--jobs', values.jobs, mostJobs)
    const timeoutMs = wholeNumber('--timeout', values.timeout, 3600) * 1000
    const configured = readConfig(at.env)
    const folder = catalogueFolder(undefined, configured)
    const conversations = await wantedConversations(folder, positionals, values.filter)
    const servicesFile = values.services === undefined ? beside(folder, 'services.yaml') : path.resolve(values.services)
    const shopFile = values.shop ?? beside(folder, 'shop.sql')
    const config = { ...configured, servicesFile }
    const began = performance.now()
    const stopped = new AbortController()
    const signal = onStopSignal(() => stopped.abort())
    let stage: TestStage | null = null
    try {
      stage = await openTestStage({ config, shopFile })
      checkRoles(conversations, [...stage.catalogue.roles.keys()])
      if (stage.misfits.length > 0) at.tell(renderMisfits(stage.misfits, shopFile ?? beside(folder, 'database')))
      const show: PlayAllOptions['show'] = values.json ? () => undefined : (...each) => at.print(renderPlayed(...each))
      const played = await playAll(stage, conversations, { jobs, timeoutMs, signal: stopped.signal, show })
      const ms = performance.now() - began
      at.print(values.json ? JSON.stringify(reportOf(played, ms)) : `\n${renderSummary(played, ms)}`)
      return played.length === conversations.length && played.every(({ failure }) => failure === null) ? 0 : 1
    } finally {
      signal.release()
      await stage?.close()
    }
  },
}

/** What no conversation may come to is told as well: a statement that no table fits never runs. */
function renderMisfits(misfits: readonly Problem[], shop: string | null): string {
  const tables =
    shop === null
      ? 'of the demo shop; put tables of your own into shop.sql or database/ beside commands/'
      : `that ${path.relative(process.cwd(), shop)} makes`
  return `${renderProblems(misfits)}\nThese statements do not fit the tables ${tables}.\n`
}

/** A file of the tests, beside commands/. */
function beside(folder: string, name: string): string | null {
  const file = path.join(folder, name)
  return existsSync(file) ? file : null
}

async function wantedConversations(
  folder: string,
  patterns: readonly string[],
  filter: string,
): Promise<readonly Conversation[]> {
  const all = await findConversations(patterns.length > 0 ? patterns : [path.join(folder, 'conversations')])
  const wanted = all.filter(({ file, name }) => `${file} ${name}`.toLowerCase().includes(filter.toLowerCase()))
  if (wanted.length === 0) throw new UserError('usage', `None of ${all.length} conversations is called "${filter}"`)
  return wanted
}

/** Who has a role that is none may do nothing, and every conversation of theirs would only say that they may not. */
function checkRoles(conversations: readonly Conversation[], roles: readonly string[]): void {
  const problems = conversations.flatMap(({ file, line, people }) =>
    people.flatMap((person) =>
      person.roles
        .filter((role) => !roles.includes(role))
        .map((role) => `${file}:${line}: ${person.name} has ${unknownRole(role, roles)}`),
    ),
  )
  if (problems.length > 0) throw new UserError('usage', [...new Set(problems)].join('\n'))
}

type PlayAllOptions = {
  readonly jobs: number
  readonly timeoutMs: number
  readonly signal: AbortSignal
  readonly show: (played: Played, failedSteps: readonly FailedStep[]) => void
}

/** Several at a time; those that nobody waits for any more are left out. */
async function playAll(
  stage: TestStage,
  conversations: readonly Conversation[],
  { jobs, timeoutMs, signal, show }: PlayAllOptions,
): Promise<readonly Played[]> {
  const shared: Shared = {
    catalogue: stage.catalogue,
    understanding: createUnderstanding({ catalogue: stage.catalogue }),
  }
  const log = pino({ level: 'silent' })
  // Those that start processes take longest.
  const waiting = conversations.toSorted((one, other) => Number(isKilled(other)) - Number(isKilled(one)))
  const played: Played[] = []
  await Promise.all(
    Array.from({ length: jobs }, async () => {
      for (let next = waiting.shift(); next !== undefined && !signal.aborted; next = waiting.shift()) {
        const set = await stage.openSet(next)
        try {
          const start = isKilled(next) ? createProcessBots(set.config) : createInProcessBots(set.config, shared, log)
          const each = await playConversation(next, { start, timeoutMs, idleGraceMs, signal })
          played.push(each)
          show(each, each.failure === null ? [] : await set.failedSteps().catch(() => []))
        } finally {
          await set.close()
        }
      }
    }),
  )
  return played
}

/** What is killed must be a process. */
function isKilled({ steps }: Conversation): boolean {
  return steps.some(({ restart }) => restart === 'kill')
}

function reportOf(played: readonly Played[], ms: number): object {
  const failed = played.filter(({ failure }) => failure !== null).length
  const conversations = played.map(({ conversation: { file, line, name }, ms: took, failure, turns }) => ({
    file,
    line,
    name,
    passed: failure === null,
    ms: Math.round(took),
    ...(failure === null ? {} : { failure: { ...failure, wanted: failure.wanted?.fields ?? null }, turns }),
  }))
  return { passed: played.length - failed, failed, ms: Math.round(ms), conversations }
}

function wholeNumber(name: string, text: string, most: number): number {
  const number = Number(text)
  if (Number.isInteger(number) && number >= 1 && number <= most) return number
  throw new UserError('usage', `${name} ${text} is not a whole number from 1 to ${most}`)
}
