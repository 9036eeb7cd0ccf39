import type { IdempotencyKeys } from './idempotency-keys.ts'
import type { QueueBackend } from './queue-backend.ts'
import { createRedisProducer } from './redis-connection.ts'
import { createRedisIdempotencyKeys } from './redis-idempotency-keys.ts'

/** How long the front may take: it is asked inside a turn. */
const timeoutMs = 1000

/** The claims' fast front, where there is a Redis; without one there is none, and Postgres alone is asked. */
export function openRedisFront({ backend, prefix }: { readonly backend: QueueBackend; readonly prefix: string }): {
  readonly keys: IdempotencyKeys | null
  readonly close: () => Promise<void>
} {
  if (backend.kind !== 'redis') return { keys: null, close: async () => undefined }
  const redis = createRedisProducer(backend.url)
  return {
    keys: createRedisIdempotencyKeys({ redis, prefix, timeoutMs }),
    close: async () => redis.disconnect(),
  }
}
