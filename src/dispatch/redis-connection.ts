/**
 * Connections to Redis, made for a Redis that goes away and comes back. Both kinds reconnect for ever. A *producer*
 * answers people: it keeps nothing for later, so a command fails at once while Redis is away, and soon when it is
 * silent. A *consumer* has time: BullMQ's workers wait for Redis and go on where they were.
 */
import { Redis } from 'ioredis'

/** A producer's socket that owes a reply for so long is dropped and opened anew. Who waits less long says so itself (`within`). */
const silentSocketMs = 2_000
const connectTimeoutMs = 2_000
const longestReconnectDelayMs = 500

export type RedisConnection = Redis

/**
 * Opens a connection that fails fast; it may be made while Redis is away. End it with `disconnect()`.
 * @throws {TypeError} when the URL is malformed
 */
export function createRedisProducer(url: string): RedisConnection {
  return quiet(
    new Redis(url, {
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      socketTimeout: silentSocketMs,
      connectTimeout: connectTimeoutMs,
      retryStrategy: reconnectDelayMs,
    }),
  )
}

/** Opens a connection that waits for Redis, as BullMQ asks of a worker's. End it with `disconnect()`. */
export function createRedisConsumer(url: string): RedisConnection {
  return quiet(
    new Redis(url, { maxRetriesPerRequest: null, connectTimeout: connectTimeoutMs, retryStrategy: reconnectDelayMs }),
  )
}

/** Resolves when commands can be sent; rejects at once when the last try to connect failed, and when this one does. */
export async function whenConnected(redis: RedisConnection): Promise<void> {
  if (redis.status === 'ready') return
  if (redis.status !== 'connecting' && redis.status !== 'connect') {
    const why = lastTrouble.get(redis)
    throw new Error(`Redis is away (${redis.status})${why === undefined ? '' : `: ${explain(why)}`}`)
  }
  await new Promise<void>((resolve, reject) => {
    const settle = (error?: Error): void => {
      redis.off('ready', settle)
      redis.off('error', hear)
      redis.off('close', refuse)
      if (error === undefined) resolve()
      else reject(error)
    }
    let why = 'Redis closed the connection'
    const hear = (error: Error): void => {
      why = explain(error)
    }
    const refuse = (): void => settle(new Error(why))
    redis.on('ready', settle)
    redis.on('error', hear)
    redis.on('close', refuse)
  })
}

/** What Redis says to a password that is wrong, needed or not wanted is about REDIS_URL. */
function explain({ message }: Error): string {
  if (!/\b(?:WRONGPASS|NOAUTH|NOPERM|invalid password|without any password)\b/iu.test(message)) return message
  return `Redis takes neither this user nor this password: mend them in REDIS_URL (redis://user:password@host:6379). It says: ${message}`
}

function reconnectDelayMs(attempt: number): number {
  return Math.min(20 * 2 ** Math.min(attempt, 10), longestReconnectDelayMs)
}

/** Why a connection that is away is away. */
const lastTrouble = new WeakMap<Redis, Error>()

/** Every failed try to connect is an event; unheard ones end the process. Who asks for something is told by its own call. */
function quiet(redis: Redis): Redis {
  redis.on('error', (error: Error) => lastTrouble.set(redis, error))
  redis.on('ready', () => lastTrouble.delete(redis))
  return redis
}
