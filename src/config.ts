/** The only reader of the environment. What it does not understand it refuses, with what to write instead. */
import { realpathSync } from 'node:fs'
import path from 'node:path'
import { isZoneOfSystem } from './access/known-zone.ts'
import { nearestName } from './catalogue/did-you-mean.ts'
import { parseDuration } from './catalogue/shapes/parse-duration.ts'
import { configVariables, type VariableName, type VariableWithDefault } from './config-variables.ts'
import { UserError } from './errors.ts'

export type Config = {
  /** `SAYSO_DATA`: the data folder, absolute; default `.sayso` where Sayso was started. */
  readonly dataDir: string
  /** Whether `--data` named the folder: then it isolates everything, a schema and queue keys of its own included. */
  readonly isolated: boolean
  /** `DATABASE_URL`: Postgres; `null`: the embedded one. */
  readonly databaseUrl: string | null
  /** `REDIS_URL`; `null`: the queue lives in Postgres. */
  readonly redisUrl: string | null
  /** `SHOP_DATABASE_URL`: the database of the connection `shop`; `null`: a shop beside the ledger, of the catalogue or of demo orders. */
  readonly shopDatabaseUrl: string | null
  /** `SAYSO_SECRET`: the root of all keys, at least 32 characters. */
  readonly secret: string | undefined
  /** `SAYSO_SECRET_PREVIOUS`: roots from before, which may still be needed for reading; default none. */
  readonly previousSecrets: readonly string[]
  /** `SAYSO_PEOPLE` or `--people`: the people file; `null`: the people are those of the chat. */
  readonly peopleFile: string | null
  /** `SAYSO_WORKSPACE`: the folder that the actions of domain filesystem see, absolute; default `workspace` in the data folder. */
  readonly workspaceDir: string
  /** `SAYSO_CATALOGUE`: the folder that holds commands/ and locales/, absolute; `null`: those that come with Sayso. */
  readonly catalogueDir: string | null
  /** `SAYSO_ACTIONS`: the folder of one's own actions, absolute; `null`: none. */
  readonly actionsDir: string | null
  /** `SAYSO_SERVICES`: the file that names the HTTP services which chains may talk to; `null`: none. */
  readonly servicesFile: string | null
  readonly voice: VoiceConfig
  /** `HTTP_HOST` and `HTTP_PORT`: where health and metrics are served; `null`: nowhere. */
  readonly http: { readonly host: string; readonly port: number } | null
  /** `OTEL_EXPORTER_OTLP_ENDPOINT` and `OTEL_SERVICE_NAME`: where traces go, and as whose; `null`: nothing is traced. */
  readonly tracing: { readonly endpoint: string; readonly serviceName: string } | null
  /** `ALERT_WEBHOOK`: gets a POST `{ "source", "kind", "text" }` when a WhatsApp number needs a person; `null`: it is shown and logged alone. */
  readonly alertWebhook: string | null
  /**
   * Whether whoever has the terminal may speak as anybody: `SAYSO_ALLOW_IMPERSONATION=1`, or `--data` with another folder than that
   * of the installation, so that nobody is spoken for there by a slip.
   */
  readonly mayImpersonate: boolean
  /** `SAYSO_LOG`: trace, debug, info, warn, error or silent; default warn. */
  readonly logLevel: LogLevel
  /** `SAYSO_CONFIRM_WITHIN`: how long a preview can be confirmed; default 5m. */
  readonly confirmWithinMs: number
  /** `SAYSO_APPROVE_WITHIN`: the same of what somebody else asked for; default 1h. */
  readonly approveWithinMs: number
  /** `SAYSO_START_WITHIN`: how long a confirmed command waits for a worker before it is dropped; default 10m. */
  readonly startWithinMs: number
  /** `SAYSO_STEP_TIMEOUT`: how long one step may take, at most 7d; default 1m. */
  readonly stepTimeoutMs: number
  /** `SAYSO_STOP_WITHIN`: how long a stop waits for what is running, at most 7d; default 10s. */
  readonly stopWithinMs: number
  /** `SAYSO_WORKERS`: how many commands one process runs side by side, 1 to 64; default 4. */
  readonly workers: number
}

/** How voice notes are heard and answered. */
export type VoiceConfig = {
  /**
   * `SPEECH`: which engines hear voice notes. `auto` (default): the API where `OPENAI_API_KEY` or `OPENAI_BASE_URL` names one, then
   * the models that `sayso speech install` has brought; `openai`, `local`: only those; `off`: none.
   */
  readonly speech: (typeof speechChoices)[number]
  /** `SPEECH_MODEL`: the API's model, default whisper-1; with `SPEECH=local` the installed one, default the best. */
  readonly model: string | null
  /** `OPENAI_BASE_URL` and `OPENAI_API_KEY`: any server that speaks the OpenAI API; `null` when neither is set. */
  readonly openai: { readonly baseUrl: string | null; readonly apiKey: string } | null
  /** `VOICE_RETENTION`: how long the audio is kept, such as 30d; default `none`: not at all, which is 0. */
  readonly retentionMs: number
  /**
   * `VOICE_CONFIRM`: `typed` (default): a voice note confirms nothing; `phrase`: it confirms a command by its full phrase,
   * exactly, and by nothing else (CCP VIII.B).
   */
  readonly confirm: (typeof confirmChoices)[number]
  /** `VOICE_REPLY=on`: what answers a voice note is also spoken, by `VOICE_REPLY_MODEL` (tts-1) and `VOICE_REPLY_VOICE` (alloy). */
  readonly reply: { readonly model: string; readonly voice: string } | null
}

/** What is waited for ends within 7 days: timers cannot count more than 24, and then fire at once. */
export const longestWaitMs = 7 * 86_400_000

const speechChoices = ['auto', 'openai', 'local', 'off'] as const
const confirmChoices = ['typed', 'phrase'] as const

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const
type LogLevel = (typeof logLevels)[number]

type Environment = Readonly<Record<string, string | undefined>>

/** Ours alone begin so; a mistyped name of another kind cannot be told from what others set. */
const known = Object.keys(configVariables).filter((name) => name.startsWith('SAYSO_'))

/** Options of the command line that stand above the environment. */
export type ConfigOverrides = { readonly data?: string | undefined; readonly people?: string | undefined }

/**
 * Reads the configuration.
 * @throws UserError `config_invalid` with every variable that is not understood
 */
export function readConfig(env: Environment, overrides: ConfigOverrides = {}): Config {
  const problems: string[] = Object.keys(env)
    .filter((name) => name.startsWith('SAYSO_') && !known.includes(name))
    .map((name) => {
      const meant = nearestName(name, known)
      return `${name} is not a variable of Sayso; ${meant === null ? `known are ${known.join(', ')}` : `did you mean ${meant}?`}`
    })
  problems.push(
    ...(['SAYSO_DATA', 'SAYSO_WORKSPACE'] as const).flatMap((name) => (env[name] === '' ? [emptyPath(name)] : [])),
  )
  const value = (name: VariableName) => (env[name] === undefined || env[name] === '' ? null : env[name])
  const reader = { value, problems }
  checkZone(reader)
  const ownDir = path.resolve(orDefault(value, 'SAYSO_DATA'))
  const dataDir = overrides.data === undefined ? ownDir : path.resolve(overrides.data)
  const peopleFile = overrides.people ?? value('SAYSO_PEOPLE')
  const catalogueDir = value('SAYSO_CATALOGUE')
  const actionsDir = value('SAYSO_ACTIONS')
  const servicesFile = value('SAYSO_SERVICES')
  const config: Config = {
    dataDir,
    isolated: overrides.data !== undefined,
    databaseUrl: url(reader, 'DATABASE_URL', ['postgres:', 'postgresql:']),
    redisUrl: url(reader, 'REDIS_URL', ['redis:', 'rediss:']),
    shopDatabaseUrl: url(reader, 'SHOP_DATABASE_URL', ['postgres:', 'postgresql:']),
    secret: value('SAYSO_SECRET') ?? undefined,
    previousSecrets: (value('SAYSO_SECRET_PREVIOUS') ?? '')
      .split(',')
      .map((each) => each.trim())
      .filter((each) => each !== ''),
    peopleFile: peopleFile === null ? null : path.resolve(peopleFile),
    workspaceDir: path.resolve(value('SAYSO_WORKSPACE') ?? path.join(dataDir, 'workspace')),
    catalogueDir: catalogueDir === null ? null : path.resolve(catalogueDir),
    actionsDir: actionsDir === null ? null : path.resolve(actionsDir),
    servicesFile: servicesFile === null ? null : path.resolve(servicesFile),
    voice: readVoice(reader),
    http: readHttp(reader),
    tracing: readTracing(reader),
    alertWebhook: url(reader, 'ALERT_WEBHOOK', ['https:', 'http:']),
    mayImpersonate:
      oneOf(reader, 'SAYSO_ALLOW_IMPERSONATION', ['0', '1'] as const) === '1' || !isSameFolder(dataDir, ownDir),
    logLevel: oneOf(reader, 'SAYSO_LOG', logLevels),
    confirmWithinMs: duration(reader, 'SAYSO_CONFIRM_WITHIN'),
    approveWithinMs: duration(reader, 'SAYSO_APPROVE_WITHIN'),
    startWithinMs: duration(reader, 'SAYSO_START_WITHIN'),
    stepTimeoutMs: wait(reader, 'SAYSO_STEP_TIMEOUT'),
    stopWithinMs: wait(reader, 'SAYSO_STOP_WITHIN'),
    workers: count(reader, 'SAYSO_WORKERS', { least: 1, most: 64 }),
  }
  if (problems.length > 0) throw new UserError('config_invalid', problems.join('\n'))
  return config
}

/** Under whatever names, as links make them. */
function isSameFolder(one: string, other: string): boolean {
  const [first, second] = [one, other].map((each) => realOf(each))
  return first === second
}

/** Of a folder that is not there yet its name. */
function realOf(folder: string): string {
  try {
    return realpathSync(folder)
  } catch {
    return folder
  }
}

/** A folder is not guessed: it would be another one, and what is done there would pass for done here. */
function emptyPath(name: string): string {
  return `${name} is empty (perhaps a variable of the shell is not set); name a path, or leave it out`
}

/** Node reads it itself, and passes over one that it does not know: newcomers would silently be given UTC. */
function checkZone({ value, problems }: Reader): void {
  const zone = value('TZ')
  if (zone === null || isZoneOfSystem(zone)) return
  problems.push(
    `TZ=${zone} is not the name of a time zone such as America/Sao_Paulo; correct it, or leave it out for the machine's own`,
  )
}

function readHttp(reader: Reader): Config['http'] {
  const text = reader.value('HTTP_PORT')
  if (text === null) return null
  const port = wholeNumber(reader, 'HTTP_PORT', text, { least: 1, most: 65_535 })
  return { host: orDefault(reader.value, 'HTTP_HOST'), port }
}

function readTracing(reader: Reader): Config['tracing'] {
  const endpoint = url(reader, 'OTEL_EXPORTER_OTLP_ENDPOINT', ['https:', 'http:'])
  return endpoint === null ? null : { endpoint, serviceName: orDefault(reader.value, 'OTEL_SERVICE_NAME') }
}

function readVoice(reader: Reader): VoiceConfig {
  const { value, problems } = reader
  const speech = oneOf(reader, 'SPEECH', speechChoices)
  const baseUrl = url(reader, 'OPENAI_BASE_URL', ['https:', 'http:'])
  const apiKey = value('OPENAI_API_KEY')
  const named = baseUrl !== null || apiKey !== null
  const speaks = oneOf(reader, 'VOICE_REPLY', ['on', 'off'] as const) === 'on'
  for (const [name, wants] of [
    ['SPEECH=openai', speech === 'openai'],
    ['VOICE_REPLY=on', speaks],
  ] as const) {
    if (wants && !named) problems.push(`${name} needs OPENAI_API_KEY, or OPENAI_BASE_URL for a server of your own`)
  }
  return {
    speech,
    model: value('SPEECH_MODEL'),
    // A server of one's own may want no key, but the client does.
    openai: named ? { baseUrl, apiKey: apiKey ?? 'none' } : null,
    retentionMs: orDefault(value, 'VOICE_RETENTION') === 'none' ? 0 : duration(reader, 'VOICE_RETENTION'),
    confirm: oneOf(reader, 'VOICE_CONFIRM', confirmChoices),
    reply: speaks
      ? { model: orDefault(value, 'VOICE_REPLY_MODEL'), voice: orDefault(value, 'VOICE_REPLY_VOICE') }
      : null,
  }
}

type Value = (name: VariableName) => string | null
type Reader = { readonly value: Value; readonly problems: string[] }

/** What is set, or what holds without it. */
function orDefault(value: Value, name: VariableWithDefault): string {
  return value(name) ?? configVariables[name].default
}

function url({ value, problems }: Reader, name: VariableName, protocols: readonly string[]): string | null {
  const text = value(name)
  if (text === null) return null
  if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol)) {
    // The value itself may hold a password; it is not repeated.
    problems.push(`${name} is not a URL that begins with ${protocols.join('// or ')}//`)
  }
  return text
}

function oneOf<const Choice extends string>(
  { value, problems }: Reader,
  name: VariableWithDefault,
  choices: readonly [Choice, ...Choice[]],
): Choice {
  const text = orDefault(value, name)
  const found = choices.find((choice) => choice === text)
  if (found === undefined) problems.push(`${name}=${text} is not one of ${choices.join(', ')}`)
  return found ?? choices[0]
}

function duration({ value, problems }: Reader, name: VariableWithDefault): number {
  const text = orDefault(value, name)
  const parsed = parseDuration(text)
  if (parsed === null) problems.push(`${name}=${text} is not a duration such as 30s, 10m, 1h or 2d`)
  return parsed ?? 0
}

/** A duration that a timer counts. */
function wait(reader: Reader, name: VariableWithDefault): number {
  const ms = duration(reader, name)
  if (ms > longestWaitMs) reader.problems.push(`${name}=${orDefault(reader.value, name)} is longer than 7d`)
  return ms
}

type Range = { readonly least: number; readonly most: number }

function count(reader: Reader, name: VariableWithDefault, range: Range): number {
  return wholeNumber(reader, name, orDefault(reader.value, name), range)
}

function wholeNumber({ problems }: Reader, name: VariableName, text: string, { least, most }: Range): number {
  const number = Number(text)
  if (!Number.isInteger(number) || number < least || number > most)
    problems.push(`${name}=${text} is not a whole number from ${least} to ${most}`)
  return number
}
