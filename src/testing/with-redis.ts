/** Runs a command with `REDIS_URL` set to a private Redis that lives as long as it: `node src/testing/with-redis.ts COMMAND ARGS…`. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { startRedisServer } from './redis-server.ts'

const [command, ...args] = process.argv.slice(2)
if (command === undefined) throw new TypeError('Name a command to run')
const redis = await startRedisServer()
const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, REDIS_URL: redis.url } })
const [code] = (await once(child, 'exit')) as [number | null]
await redis.close()
process.exitCode = code ?? 1
