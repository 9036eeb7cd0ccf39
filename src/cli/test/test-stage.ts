/**
 * Where conversations are played: a Postgres of its own, and in it for each of them a database with the tables of ledger, queue and
 * shop, copied from one that was made once. Nothing of the installation is touched: of its configuration, what names a store, a
 * service or people does not count.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Client, escapeIdentifier } from 'pg'
import { pino } from 'pino'
import { stringify } from 'yaml'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import { findMisfits } from '../../catalogue/lint/find-misfits.ts'
import { readCatalogue } from '../../catalogue/load-catalogue.ts'
import type { Problem } from '../../catalogue/source/problem.ts'
import type { Config } from '../../config.ts'
import type { Conversation } from '../../conversation-tests/conversation.ts'
import type { FailedStep } from '../../conversation-tests/play-conversation.ts'
import { createCommandQueue } from '../../dispatch/command-queue.ts'
import { queueSettled } from '../../dispatch/queue-settled.ts'
import { UserError } from '../../errors.ts'
import { misfitOf } from '../../execution/actions/sql/sql-fit.ts'
import { errorMessage } from '../../error-message.ts'
import { lookInto } from '../../ledger/look-into.ts'
import { createPool } from '../../ledger/open-ledger.ts'
import { openThrowawayPostgres } from '../../ledger/embedded/throwaway-postgres.ts'
import { openFoundation } from '../../open-foundation.ts'
import { configuredCatalogue } from '../catalogue/catalogue-sources.ts'

const secret = 'what is sealed with this is thrown away after a minute'
const model = 'sayso_model'
const queueWithinMs = 20_000

/** One conversation's own installation. */
export type Set = {
  readonly config: Config
  /** Why steps failed, in the words of their actions, which people do not read. */
  readonly failedSteps: () => Promise<readonly FailedStep[]>
  readonly close: () => Promise<void>
}

export type TestStage = {
  /** What all of them are played with. */
  readonly catalogue: Catalogue
  /** Statements that do not fit the tables of the connection `shop`, whether or not a conversation comes to them. */
  readonly misfits: readonly Problem[]
  readonly openSet: (conversation: Conversation) => Promise<Set>
  readonly close: () => Promise<void>
}

/**
 * Builds the stage.
 * @param options.config what the bots are configured with, but for what is their own
 * @param options.shopFile SQL that makes the tables of the connection `shop`; `null`: the demo shop
 * @throws UserError when the catalogue, the actions or the SQL are not in order
 */
export async function openTestStage(options: {
  readonly config: Config
  readonly shopFile: string | null
}): Promise<TestStage> {
  const postgres = await openThrowawayPostgres()
  let count = 0
  const configOf = (database: string): Config => ({
    ...options.config,
    dataDir: path.join(postgres.dir, 'sets', database),
    isolated: false,
    databaseUrl: urlOf(postgres.url, database),
    redisUrl: null,
    shopDatabaseUrl: null,
    secret,
    previousSecrets: [],
    workspaceDir: path.join(postgres.dir, 'sets', database, 'workspace'),
    peopleFile: path.join(postgres.dir, 'sets', database, 'people.yaml'),
    alertWebhook: null,
    http: null,
    tracing: null,
    mayImpersonate: true,
  })
  try {
    await ask(postgres.url, `create database ${model}`)
    const catalogue = await makeModel(configOf(model), options.shopFile)
    const misfits = await findMisfitsOf(configOf(model))
    return {
      catalogue,
      misfits,
      openSet: async ({ people }) => {
        const database = `sayso_set_${++count}`
        const config = configOf(database)
        await ask(postgres.url, `create database ${database} template ${model} strategy file_copy`)
        await mkdir(config.dataDir, { recursive: true })
        const known = people.map((person) => ({ language: catalogue.language, ...person }))
        if (config.peopleFile !== null) await writeFile(config.peopleFile, stringify({ people: known }))
        return {
          config,
          failedSteps: () => failedStepsIn(urlOf(postgres.url, database)),
          close: async () => {
            await ask(postgres.url, `drop database ${database} with (force)`)
            await rm(config.dataDir, { recursive: true, force: true, maxRetries: 5 })
          },
        }
      },
      close: postgres.close,
    }
  } catch (error) {
    await postgres.close()
    throw error
  }
}

async function failedStepsIn(url: string): Promise<readonly FailedStep[]> {
  const { rows } = await lookInto(url, (client) =>
    client.query<FailedStep>(
      "select step, entry->>'code' as code, entry->>'explanation' as why from sayso.journal where kind = 'failed' order by seq",
    ),
  )
  return rows
}

/** Opens everything once, so that its tables are there; gives what it has loaded. */
async function makeModel(config: Config, shopFile: string | null): Promise<Catalogue> {
  if (shopFile !== null) await makeShop(urlOf(config.databaseUrl ?? '', model), shopFile)
  const foundation = await openFoundation(config, pino({ level: 'silent' }))
  try {
    const { backend, prefix, catalogue } = foundation
    const queue = createCommandQueue({ backend, prefix })
    await queueSettled(queue, queueWithinMs)
    await queue.close()
    return catalogue
  } finally {
    await foundation.close()
    await leave(config)
  }
}

/** A database that somebody is connected to cannot be copied, and a connection that was ended may still be going. */
async function leave({ databaseUrl }: Config): Promise<void> {
  await ask(
    urlOf(databaseUrl ?? '', 'postgres'),
    `select pg_terminate_backend(pid, 2000) from pg_stat_activity where datname = '${model}'`,
  )
}

async function findMisfitsOf(config: Config): Promise<readonly Problem[]> {
  const { sources } = await configuredCatalogue(undefined, config)
  const reading = await readCatalogue(sources)
  try {
    return await lookInto(urlOf(config.databaseUrl ?? '', model), async (client) => {
      await client.query('set search_path to shop')
      return findMisfits(reading, (statement) => misfitOf(statement, (text) => client.query(text)))
    })
  } finally {
    await leave(config)
  }
}

async function makeShop(url: string, file: string): Promise<void> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new UserError('usage', `The SQL file ${file} cannot be read`, { cause })
  })
  const pool = createPool({ url, max: 1 })
  try {
    await pool.query(`create schema ${escapeIdentifier('shop')}`)
    await pool.query(`set search_path to shop; ${text}`)
  } catch (cause) {
    throw new UserError('usage', `${file} does not run: ${errorMessage(cause)}`, { cause })
  } finally {
    await pool.end()
  }
}

async function ask(url: string, text: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}

function urlOf(base: string, database: string): string {
  const url = new URL(base)
  url.pathname = `/${database}`
  return url.href
}
