import type { Config } from '../../config.ts'
import type { RedisFacts } from '../../dispatch/inspect-redis.ts'
import type { Finding } from './doctor-finding.ts'

const leastRedis = 7
/** From here on it is time to look, of the memory that it may use. */
const muchMemory = 0.9

/** Redis as the queue needs it. */
export async function findRedis({ redisUrl }: Pick<Config, 'redisUrl'>): Promise<readonly Finding[]> {
  if (redisUrl === null) return [{ what: 'Redis', state: 'ok', says: 'not used: the queue lives in Postgres' }]
  const { inspectRedis } = await import('../../dispatch/inspect-redis.ts')
  return judgeRedis(new URL(redisUrl).host, await inspectRedis(redisUrl))
}

/** Judges a Redis by what it says of itself; each thing to mend is a finding of its own. */
export function judgeRedis(
  host: string,
  { version, maxmemoryPolicy, appendOnly, isReplica, memoryUsed }: RedisFacts,
): readonly Finding[] {
  const what = 'Redis'
  const findings: Finding[] = []
  if (Number.parseInt(version, 10) < leastRedis) {
    const says = `${version} at ${host} is too old`
    findings.push({ what, state: 'bad', says, cure: `Use Redis ${leastRedis} or later.` })
  }
  if (isReplica) {
    const says = `${host} is a replica, which is read-only`
    findings.push({ what, state: 'bad', says, cure: 'Name its primary in REDIS_URL.' })
  }
  if (memoryUsed >= muchMemory && maxmemoryPolicy === 'noeviction') findings.push(judgeMemory(memoryUsed))
  if (maxmemoryPolicy !== 'noeviction') {
    const says = `maxmemory-policy is ${maxmemoryPolicy}: Redis may discard jobs when its memory is full`
    findings.push({
      what,
      state: 'bad',
      says,
      cure: 'redis-cli config set maxmemory-policy noeviction, and in redis.conf',
    })
  }
  if (!appendOnly) {
    const says =
      'it does not write every change to disk; that loses no command, because missing jobs are added again after a restart'
    findings.push({ what, state: 'warn', says, cure: 'redis-cli config set appendonly yes, and in redis.conf' })
  }
  return findings.length > 0
    ? findings
    : [{ what, state: 'ok', says: `${version} at ${host}, noeviction, append-only file` }]
}

function judgeMemory(used: number): Finding {
  const cure = 'Raise maxmemory (redis-cli config set maxmemory …, and in redis.conf), or use a Redis only for Sayso.'
  return used >= 1
    ? { what: 'Redis', state: 'bad', says: 'its memory is full: it accepts no more jobs', cure }
    : { what: 'Redis', state: 'warn', says: `${Math.floor(used * 100)} % of its memory is used`, cure }
}
