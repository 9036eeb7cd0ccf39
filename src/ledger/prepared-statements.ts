/**
 * Statements that come again are prepared: Postgres parses and plans them once per connection, which is most of what a small
 * statement costs. Statements that do not wait for each other leave in one write, since a write costs as much as a
 * statement. A connection on which a prepared statement has become useless (a table has changed, something between us and
 * Postgres forgot it) is given up, so that the next attempt finds a new one.
 */
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { Query, type Client, type Pool, type PoolClient, type QueryResult } from 'pg'
import { hasSystemCode } from '../system-error.ts'

/** How many different statements are remembered; any others are parsed each time. */
const maxStatements = 500
/** Sets how long the server lets a statement take. */
const setsTimeout = /\bstatement_timeout\b/iu
/** To how many milliseconds: in the statement, or its first value. */
const timeoutSet = /\bstatement_timeout\b(?:'\s*,|\s*=|\s+to)\s*(?:\$1|'?(?<given>\d+)(?:ms)?\b)/iu
/** Postgres: a prepared statement whose columns have changed since, and one that does not exist. */
const staleCodes = ['0A000', '26000']

/**
 * The pool, for Kysely: a statement with values is prepared when it comes the second time.
 * @param answerWithinMs after so many milliseconds without an answer a connection is given up: the server is gone, and
 *   nothing says so (a firewall, a machine that was switched off). Longer than the server lets a statement take
 */
export function preparingPool(pool: Pool, answerWithinMs: number): PostgresPool {
  const nameOf = createNames()
  const clients = new WeakMap<PoolClient, PostgresPoolClient>()
  const preparing = (client: PoolClient): PostgresPoolClient => {
    const known = clients.get(client) ?? preparingClient(client, nameOf, answerWithinMs)
    clients.set(client, known)
    return known
  }
  return { connect: async () => preparing(await pool.connect()), end: () => pool.end(), options: pool.options }
}

function preparingClient(
  client: PoolClient,
  nameOf: (text: string) => string | undefined,
  answerWithinMs: number,
): PostgresPoolClient {
  let stale = false
  let isPatient = false
  const gather = gatherWrites(client)
  const query = async (text: string, values: readonly unknown[]) => {
    const name = values.length === 0 ? undefined : nameOf(text)
    isPatient ||= allowsLonger(text, values, answerWithinMs)
    gather()
    try {
      return await send(client, { text, values, name, withinMs: isPatient ? 0 : answerWithinMs })
    } catch (error) {
      stale ||= error instanceof Error && (isUnanswered(error) || hasSystemCode(error, ...staleCodes))
      throw error
    }
  }
  return {
    // Kysely's other form reads through a cursor, which needs a package that is not passed to it.
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => {
      isPatient = false
      client.release(destroy === true || stale)
    },
  }
}

/**
 * Whether a statement lets those after it take longer than others may, or without end: whoever does that waits for the answer as long as
 * it takes. What is given less time has its answer all the sooner.
 */
function allowsLonger(text: string, [first]: readonly unknown[], answerWithinMs: number): boolean {
  if (!setsTimeout.test(text)) return false
  const set = timeoutSet.exec(text)
  const ms = set === null ? 0 : Number.parseInt(set.groups?.['given'] ?? String(first), 10)
  return !(ms > 0 && ms < answerWithinMs)
}

/** By then the driver has given the connection up, and the pool may not know yet. */
function isUnanswered({ message }: Error): boolean {
  return message === 'Query read timeout'
}

type Statement = {
  readonly text: string
  readonly values: readonly unknown[]
  readonly name: string | undefined
  /** How long to wait for the answer, in milliseconds; 0 for as long as it takes. */
  readonly withinMs: number
}

/** Does what the driver's own `query` does with a configuration, without its copying of every property. */
function send(client: PoolClient, { text, values, name, withinMs }: Statement): Promise<QueryResult> {
  const { promise, resolve, reject } = Promise.withResolvers<QueryResult>()
  const query: Query & { name?: string | undefined; query_timeout?: number } = new Query(
    text,
    [...values],
    (error, result) => {
      if (error === undefined || error === null) return resolve(result)
      // Created in the socket's handler, it would not show who asked.
      Error.captureStackTrace(error, send)
      reject(error)
    },
  )
  query.name = name
  query.query_timeout = withinMs
  client.query(query)
  return promise
}

/** Holds back what is written to the server until everything that is ready to run has run. */
function gatherWrites(client: PoolClient): () => void {
  // Every client of a pool is one of these; the driver's typings promise less.
  const { connection } = client as PoolClient & Pick<Client, 'connection'>
  let gathering = false
  return () => {
    if (gathering) return
    gathering = true
    const { stream } = connection
    stream.cork()
    process.nextTick(() => {
      gathering = false
      stream.uncork()
    })
  }
}

/** The name of a statement that came before; `undefined` for a new one, or once there are too many. */
function createNames(): (text: string) => string | undefined {
  const names = new Map<string, string>()
  return (text) => {
    const name = names.get(text)
    if (name === undefined && names.size < maxStatements) names.set(text, `sayso_${names.size}`)
    return name
  }
}
