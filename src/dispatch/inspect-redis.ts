import { createRedisProducer, whenConnected } from './redis-connection.ts'

/** What matters of a Redis to a queue. */
export type RedisFacts = {
  /** `redis_version`, e.g. `7.2.5`. */
  readonly version: string
  /** Anything but `noeviction` lets Redis throw jobs away when its memory is full. */
  readonly maxmemoryPolicy: string
  /** Whether it writes every change to disk (AOF). */
  readonly appendOnly: boolean
  /** Whether it copies another one, and can be read alone. */
  readonly isReplica: boolean
  /** How much of the memory that it may use it uses, from 0; 0 where it may use all. */
  readonly memoryUsed: number
}

/**
 * Asks a Redis how it is set up. `INFO` alone is used: `CONFIG` is forbidden where Redis is rented.
 * @throws whatever the connection throws; within a few seconds
 */
export async function inspectRedis(url: string): Promise<RedisFacts> {
  const redis = createRedisProducer(url)
  try {
    await whenConnected(redis)
    const facts = new Map<string, string>()
    for (const line of (await redis.info()).split('\r\n')) {
      const at = line.indexOf(':')
      if (at > 0) facts.set(line.slice(0, at), line.slice(at + 1))
    }
    return {
      version: facts.get('redis_version') ?? '',
      maxmemoryPolicy: facts.get('maxmemory_policy') ?? '',
      appendOnly: facts.get('aof_enabled') === '1',
      isReplica: facts.get('role') === 'slave',
      memoryUsed: shareOf(facts.get('used_memory'), facts.get('maxmemory')),
    }
  } finally {
    redis.disconnect()
  }
}

function shareOf(used: string | undefined, most: string | undefined): number {
  const limit = Number(most ?? 0)
  return limit === 0 ? 0 : Number(used ?? 0) / limit
}
