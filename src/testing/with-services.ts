/**
 * Runs a command with the services that production has: `node src/testing/with-services.ts COMMAND ARGS…`. A private Redis
 * (`REDIS_URL`) and a private Postgres (`DATABASE_URL`, with a `SAYSO_SECRET` for what lies there) live as long as it.
 */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { openThrowawayPostgres } from '../ledger/embedded/throwaway-postgres.ts'
import { startRedisServer } from './servers/redis-server.ts'

const [command, ...args] = process.argv.slice(2)
if (command === undefined) throw new TypeError('Name a command to run')
const [redis, postgres] = await Promise.all([startRedisServer(), openThrowawayPostgres()])
const services = {
  REDIS_URL: redis.url,
  DATABASE_URL: postgres.url,
  SAYSO_SECRET: randomBytes(33).toString('base64'),
}
const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...services } })
const [code] = (await once(child, 'exit')) as [number | null]
await Promise.all([redis.close(), postgres.close()])
process.exitCode = code ?? 1
