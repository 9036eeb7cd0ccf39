/** The only reader of the environment. What it does not understand it refuses, with what to write instead. */
import path from 'node:path'
import { parseDuration } from './catalogue/parse-duration.ts'
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
  /** `SHOP_DATABASE_URL`: the database of the connection `shop`; `null`: a demo shop beside the ledger. */
  readonly shopDatabaseUrl: string | null
  /** `SAYSO_SECRET`: the root of all keys, at least 32 characters. */
  readonly secret: string | undefined
  /** `SAYSO_PEOPLE` or `--people`: the people file; `null`: the people are those of the chat. */
  readonly peopleFile: string | null
  /** `SAYSO_WORKSPACE`: the folder that the actions of domain filesystem see, absolute; default `workspace` in the data folder. */
  readonly workspaceDir: string
  /** `SAYSO_SERVICES`: the file that names the HTTP services which chains may talk to; `null`: none. */
  readonly servicesFile: string | null
  /** `SAYSO_ALLOW_IMPERSONATION=1`: whoever has the terminal may speak as anybody. */
  readonly allowImpersonation: boolean
  /** `SAYSO_LOG`: trace, debug, info, warn, error or silent; default warn. */
  readonly logLevel: LogLevel
  /** `SAYSO_CONFIRM_WITHIN`: how long a preview can be confirmed; default 5m. */
  readonly confirmWithinMs: number
  /** `SAYSO_START_WITHIN`: how long a confirmed command waits for a worker before it is dropped; default 10m. */
  readonly startWithinMs: number
  /** `SAYSO_STEP_TIMEOUT`: how long one step may take; default 1m. */
  readonly stepTimeoutMs: number
  /** `SAYSO_STOP_WITHIN`: how long a stop waits for what is running; default 10s. */
  readonly stopWithinMs: number
  /** `SAYSO_WORKERS`: how many commands one process runs side by side, 1 to 64; default 4. */
  readonly workers: number
}

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const
type LogLevel = (typeof logLevels)[number]

type Environment = Readonly<Record<string, string | undefined>>

const known = [
  'SAYSO_DATA',
  'SAYSO_SECRET',
  'SAYSO_PEOPLE',
  'SAYSO_WORKSPACE',
  'SAYSO_SERVICES',
  'SAYSO_ALLOW_IMPERSONATION',
  'SAYSO_LOG',
  'SAYSO_CONFIRM_WITHIN',
  'SAYSO_START_WITHIN',
  'SAYSO_STEP_TIMEOUT',
  'SAYSO_STOP_WITHIN',
  'SAYSO_WORKERS',
]

/** Options of the command line that stand above the environment. */
export type ConfigOverrides = { readonly data?: string | undefined; readonly people?: string | undefined }

/**
 * Reads the configuration.
 * @throws UserError `config_invalid` with every variable that is not understood
 */
export function readConfig(env: Environment, overrides: ConfigOverrides = {}): Config {
  const problems: string[] = Object.keys(env)
    .filter((name) => name.startsWith('SAYSO_') && !known.includes(name))
    .map((name) => `${name} is not a variable of Sayso; known are ${known.join(', ')}`)
  const value = (name: string) => (env[name] === undefined || env[name] === '' ? null : env[name])
  const reader = { value, problems }
  const dataDir = path.resolve(overrides.data ?? value('SAYSO_DATA') ?? '.sayso')
  const peopleFile = overrides.people ?? value('SAYSO_PEOPLE')
  const servicesFile = value('SAYSO_SERVICES')
  const config: Config = {
    dataDir,
    isolated: overrides.data !== undefined,
    databaseUrl: url(reader, 'DATABASE_URL', ['postgres:', 'postgresql:']),
    redisUrl: url(reader, 'REDIS_URL', ['redis:', 'rediss:']),
    shopDatabaseUrl: url(reader, 'SHOP_DATABASE_URL', ['postgres:', 'postgresql:']),
    secret: value('SAYSO_SECRET') ?? undefined,
    peopleFile: peopleFile === null ? null : path.resolve(peopleFile),
    workspaceDir: path.resolve(value('SAYSO_WORKSPACE') ?? path.join(dataDir, 'workspace')),
    servicesFile: servicesFile === null ? null : path.resolve(servicesFile),
    allowImpersonation: oneOf(reader, 'SAYSO_ALLOW_IMPERSONATION', ['0', '1'] as const, '0') === '1',
    logLevel: oneOf(reader, 'SAYSO_LOG', logLevels, 'warn'),
    confirmWithinMs: duration(reader, 'SAYSO_CONFIRM_WITHIN', '5m'),
    startWithinMs: duration(reader, 'SAYSO_START_WITHIN', '10m'),
    stepTimeoutMs: duration(reader, 'SAYSO_STEP_TIMEOUT', '1m'),
    stopWithinMs: duration(reader, 'SAYSO_STOP_WITHIN', '10s'),
    workers: count(reader, 'SAYSO_WORKERS', { least: 1, most: 64, otherwise: 4 }),
  }
  if (problems.length > 0) throw new UserError('config_invalid', problems.join('\n'))
  return config
}

type Reader = { readonly value: (name: string) => string | null; readonly problems: string[] }

function url({ value, problems }: Reader, name: string, protocols: readonly string[]): string | null {
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
  name: string,
  choices: readonly Choice[],
  otherwise: Choice,
): Choice {
  const text = value(name)
  const found = choices.find((choice) => choice === text)
  if (text !== null && found === undefined) problems.push(`${name}=${text} is not one of ${choices.join(', ')}`)
  return found ?? otherwise
}

function duration({ value, problems }: Reader, name: string, otherwise: string): number {
  const text = value(name) ?? otherwise
  const parsed = parseDuration(text)
  if (parsed === null) problems.push(`${name}=${text} is not a duration such as 30s, 10m, 1h or 2d`)
  return parsed ?? 0
}

function count(
  { value, problems }: Reader,
  name: string,
  { least, most, otherwise }: { least: number; most: number; otherwise: number },
): number {
  const text = value(name)
  if (text === null) return otherwise
  const number = Number(text)
  if (!Number.isInteger(number) || number < least || number > most)
    problems.push(`${name}=${text} is not a whole number from ${least} to ${most}`)
  return number
}
