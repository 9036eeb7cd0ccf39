/**
 * BullMQ on either of its stores. With Redis the connection is ours, so that its state is known without asking; with
 * Postgres BullMQ keeps a small pool of its own in the schema that it is given, and brings its tables up to date there.
 */
import { createPostgresBackend, type Processor, Queue, type WorkerOptions, Worker, withBackend } from 'bullmq'
import type { QueueTelemetry } from './queue-telemetry.ts'
import { createRedisConsumer, createRedisProducer, whenConnected } from './redis-connection.ts'

/** Where the jobs are kept: `REDIS_URL`, or without it the Postgres of the ledger, in a schema of their own. */
export type QueueBackend =
  | { readonly kind: 'redis'; readonly url: string }
  | { readonly kind: 'postgres'; readonly url: string; readonly schema: string }

/** All that a job says; what is to be done stands in the ledger. */
export type CommandJob = { readonly commandId: string }

const postgresQueues = withBackend(createPostgresBackend)

/** Nobody reads BullMQ's event stream here. */
const eventsKept = 1_000
/** Connections of one process to Postgres: a producer's, and a worker's (which also has one to listen on). */
const producerPoolSize = 2
const workerPoolSize = 4
const connectTimeoutMs = 2_000
/** Longer than the first migration takes; a query that needs more is stuck. */
const queryTimeoutMs = 15_000
/** A job that Postgres forgets when it dies is added again from the ledger: no commit of the queue waits for the disk. */
const unflushed = '-c synchronous_commit=off'
/** Nobody reads the key that shows whether Redis takes writes. */
const probeKeptMs = 10_000
/** How soon a worker asks again after its store refused it. */
const workerRetryMs = 1_000

/**
 * A queue and what is needed to use it: `connected` tells at once, or soon, whether there is any point in asking; `probe` rejects where
 * no job could be added. A Redis that is full or a replica answers every question, so it is asked to keep a small key.
 */
export type OpenQueue = {
  readonly queue: ReturnType<typeof openPostgresQueue>['queue'] | ReturnType<typeof openRedisQueue>['queue']
  readonly connected: () => Promise<void>
  readonly probe: () => Promise<unknown>
  readonly close: () => Promise<void>
}

/** Opens the producer's side; does not wait for the store. */
export function openQueue(backend: QueueBackend, prefix: string, telemetry: QueueTelemetry | null = null): OpenQueue {
  const traced = telemetry === null ? {} : { telemetry }
  return backend.kind === 'redis' ? openRedisQueue(backend, prefix, traced) : openPostgresQueue(backend, prefix, traced)
}

export type OpenWorker = {
  readonly worker: ReturnType<typeof openPostgresWorker>['worker'] | ReturnType<typeof openRedisWorker>['worker']
  /** Ends what BullMQ does not end itself. */
  readonly disconnect: () => void
}

/** Opens the worker's side, which begins to take jobs as soon as the store is there. */
export function openWorker(
  backend: QueueBackend,
  prefix: string,
  process: Processor<unknown, void>,
  options: Omit<WorkerOptions, 'connection'>,
): OpenWorker {
  const common = { ...options, runRetryDelay: workerRetryMs }
  return backend.kind === 'redis'
    ? openRedisWorker(backend, prefix, process, common)
    : openPostgresWorker(backend, prefix, process, common)
}

type Traced = { readonly telemetry?: QueueTelemetry }

type RedisBackend = Extract<QueueBackend, { kind: 'redis' }>
type PostgresBackend = Extract<QueueBackend, { kind: 'postgres' }>

function openRedisQueue({ url }: RedisBackend, prefix: string, traced: Traced) {
  const redis = createRedisProducer(url)
  const queue = new Queue<CommandJob, void>(redisQueueName, {
    connection: redis,
    prefix,
    // The check is a command of its own whose failure, in a Redis that is just going away, would break the queue for good.
    skipVersionCheck: true,
    streams: { events: { maxLen: eventsKept } },
    ...traced,
  })
  queue.on('error', ignore)
  return {
    queue,
    connected: () => whenConnected(redis),
    probe: () => redis.set(`${prefix}:probe`, '', 'PX', probeKeptMs),
    close: async () => {
      await queue.close()
      redis.disconnect()
    },
  }
}

function openPostgresQueue(backend: PostgresBackend, prefix: string, traced: Traced) {
  const queue = new postgresQueues.Queue<CommandJob, void>(postgresQueueName(prefix), {
    connection: postgresConnection(backend, producerPoolSize),
    streams: { events: { maxLen: eventsKept } },
    ...traced,
  })
  queue.on('error', ignore)
  // Where this Postgres takes no writes, neither does the ledger in it: a look-up by key is enough.
  const probe = () => queue.isPaused()
  return { queue, connected: () => queue.waitUntilReady(), probe, close: () => queue.close() }
}

function openRedisWorker(
  { url }: RedisBackend,
  prefix: string,
  process: Processor<unknown, void>,
  options: Omit<WorkerOptions, 'connection'>,
) {
  const redis = createRedisConsumer(url)
  const worker = new Worker<unknown, void>(redisQueueName, process, { ...options, connection: redis, prefix })
  return { worker, disconnect: () => redis.disconnect() }
}

function openPostgresWorker(
  backend: PostgresBackend,
  prefix: string,
  process: Processor<unknown, void>,
  options: Omit<WorkerOptions, 'connection'>,
) {
  const worker = new postgresQueues.Worker<unknown, void>(postgresQueueName(prefix), process, {
    ...options,
    connection: postgresConnection(backend, workerPoolSize),
  })
  return { worker, disconnect: () => undefined }
}

const redisQueueName = 'commands'

/** BullMQ has no key prefix in Postgres, and wakes the workers of all schemas by the queue's name. */
function postgresQueueName(prefix: string): string {
  return `${prefix.replaceAll(':', '-')}-commands`
}

function postgresConnection({ url, schema }: PostgresBackend, max: number) {
  // Options in the URL would win over the search path that BullMQ sets in the same place; beside it they come first.
  const connectionString = new URL(url)
  const options = connectionString.searchParams.get('options')
  connectionString.searchParams.delete('options')
  return {
    connectionString: connectionString.href,
    options: options === null ? unflushed : `${options} ${unflushed}`,
    schema,
    migrate: true,
    max,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: queryTimeoutMs,
    application_name: 'sayso queue',
  }
}

/** The call that was under way tells its caller; an event that nobody hears would be printed. */
function ignore(): void {}
