/**
 * The files that production is made with. There may be no Docker where the tests run: what they say is read, and what the image
 * would hold is put together and started.
 */
import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { Type, type Static } from 'typebox'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { configVariables } from './config-variables.ts'
import { readConfig } from './config.ts'
import { createHealthRoutes } from './http/health-routes.ts'
import { createReadiness } from './http/readiness.ts'
import { serveHttp } from './http/serve-http.ts'
import { createPrometheus } from './telemetry/prometheus.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (name: string) => readFile(path.join(root, name), 'utf8')

const Words = Type.Array(Type.String(), { minItems: 1 })
const Health = Type.Object({
  test: Words,
  interval: Type.String(),
  timeout: Type.String(),
  retries: Type.Integer({ minimum: 1 }),
})
const Common = {
  restart: Type.Literal('unless-stopped'),
  healthcheck: Health,
  volumes: Words,
  stop_grace_period: Type.String(),
}
/** Pinned to a version: `latest` is another one tomorrow. */
const Image = Type.String({ pattern: '^[a-z]+:[0-9]+\\.[0-9]+' })
const Store = Type.Object({ ...Common, image: Image })
const App = Type.Object({
  ...Common,
  build: Type.Literal('.'),
  init: Type.Literal(true),
  read_only: Type.Literal(true),
  cap_drop: Type.Array(Type.Literal('ALL'), { minItems: 1 }),
  command: Words,
  environment: Type.Record(Type.String(), Type.String()),
  depends_on: Type.Object({
    postgres: Type.Object({ condition: Type.Literal('service_healthy') }),
    redis: Type.Object({ condition: Type.Literal('service_healthy') }),
  }),
})
const Compose = Type.Object({
  services: Type.Object(
    {
      bot: App,
      worker: Type.Intersect([App, Type.Object({ deploy: Type.Object({ replicas: Type.Integer({ minimum: 2 }) }) })]),
      postgres: Store,
      redis: Type.Intersect([Store, Type.Object({ command: Words })]),
    },
    { additionalProperties: false },
  ),
  volumes: Type.Object({ data: Type.Null(), postgres: Type.Null(), redis: Type.Null() }),
})

const isCopied = (file: string) => !/(\/testing|\.test\.ts|\/fixtures|\/corpora)$/u.test(file)

async function compose(): Promise<Static<typeof Compose>> {
  const found: unknown = parse(await read('docker-compose.yml'), { merge: true })
  const validate = new Ajv2020({ allErrors: true }).compile<Static<typeof Compose>>(Compose)
  if (validate(found)) return found
  throw new Error(JSON.stringify(validate.errors, null, 1))
}

describe('docker-compose.yml', () => {
  test('has all parts, each with a health check, a volume and a way to stop', async () => {
    const { services } = await compose()
    expect(services.redis.command.join(' ')).toBe('redis-server --appendonly yes --maxmemory-policy noeviction')
    expect(services.bot.command).toEqual(['bot'])
    expect(services.worker.command).toEqual(['worker'])
  })

  test('configures Sayso as Sayso understands it, and refuses to start without a secret and a password', async () => {
    const { services } = await compose()
    const given = Object.entries(services.bot.environment)
    expect(services.worker.environment).toEqual(services.bot.environment)
    expect(Object.keys(configVariables)).toEqual(expect.arrayContaining(given.map(([name]) => name)))
    const filled = given.map(([name, value]) => [
      name,
      value.replaceAll(/\$\{(\w+):\?[^}]+\}/gu, (_all, of) => `my-${of}`),
    ])
    expect(filled.flat().join(' ')).not.toContain('$')
    const config = readConfig(Object.fromEntries(filled))
    expect(config).toMatchObject({ secret: 'my-SAYSO_SECRET', dataDir: '/data', redisUrl: 'redis://redis:6379' })
    expect(new URL(config.databaseUrl ?? '').password).toBe('my-POSTGRES_PASSWORD')
    expect(await read('docker-compose.yml')).not.toMatch(/ports:/u)
  })

  test('finds an app healthy when it says that it is ready', async () => {
    const { services } = await compose()
    const { port } = readConfig({ HTTP_PORT: services.bot.environment['HTTP_PORT'] }).http ?? {}
    expect(services.worker.healthcheck).toEqual(services.bot.healthcheck)
    const [how, program, ...args] = services.bot.healthcheck.test
    expect([how, program, args.join(' ').includes(`:${port}/readyz'`)]).toEqual(['CMD', 'node', true])
    const readiness = createReadiness(['bot'])
    const prometheus = createPrometheus()
    const routes = createHealthRoutes({ readiness, prometheus, sources: () => null })
    const server = await serveHttp({ host: '127.0.0.1', port: 0 }, routes)
    const check = () =>
      promisify(execFile)(
        process.execPath,
        args.map((arg) => arg.replace(`:${port}/`, `:${server.port}/`)),
      ).then(
        () => 'healthy',
        () => 'unhealthy',
      )
    expect(await check()).toBe('unhealthy')
    readiness.set('bot', () => true)
    expect(await check()).toBe('healthy')
    await server.close()
    expect(await check()).toBe('unhealthy')
  })

  test('waits longer for a stop than Sayso takes for it', async () => {
    const { services } = await compose()
    const seconds = Number(/^(\d+)s$/u.exec(services.worker.stop_grace_period)?.[1])
    expect(seconds * 1000).toBeGreaterThan(readConfig({}).stopWithinMs * 2)
  })
})

describe('Dockerfile', () => {
  test('builds in stages, without what development needs, and runs as nobody special', async () => {
    const lines = (await read('Dockerfile')).split('\n')
    const stages = lines.filter((line) => line.startsWith('FROM '))
    expect(stages).toHaveLength(2)
    for (const stage of stages) expect(stage).toMatch(/^FROM node:24\.\d+\.\d+-[a-z]+-slim( AS \w+)?$/u)
    expect(lines.join('\n')).toContain('npm ci --omit=dev')
    const last = lines.slice(lines.lastIndexOf(stages.at(-1) ?? ''))
    expect(last).toContain('USER node')
    expect(last.findIndex((line) => line === 'USER node')).toBeLessThan(
      last.findIndex((line) => line.startsWith('ENTRYPOINT')),
    )
    expect(last.join('\n')).not.toMatch(/SAYSO_SECRET|npm ci/u)
  })

  test('what it copies is let through by .dockerignore, and starts without the rest', async () => {
    const rules = (await read('.dockerignore')).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
    expect(rules[0]).toBe('*')
    const kept = rules.filter((line) => line.startsWith('!')).map((line) => line.slice(1))
    const copied = [...(await read('Dockerfile')).matchAll(/^COPY (?!--from)(.+) \S+$/gmu)].flatMap(([, names = '']) =>
      names.split(' '),
    )
    expect(kept.toSorted()).toEqual([...new Set(copied)].toSorted())

    const folder = await mkdtemp(path.join(tmpdir(), 'sayso-image-'))
    try {
      for (const name of kept)
        await cp(path.join(root, name), path.join(folder, name), { recursive: true, filter: isCopied })
      await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
      const run = (...args: readonly string[]) =>
        promisify(execFile)(process.execPath, ['src/main.ts', ...args], {
          cwd: folder,
          env: { PATH: process.env['PATH'] },
        })
      expect((await run('--help')).stdout).toContain('worker')
      expect((await run('doctor')).stdout).toContain('✓ Catalogue')
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})
