/** The gate and what it puts on a machine, run with programs that only write down what they were asked. */
import { spawnSync } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

let folder: string
/** The one folder that programs are looked for in. */
let programs: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sayso-gate-'))
  programs = path.join(folder, 'programs')
  await mkdir(programs)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Puts a program there that writes down its arguments, says something and ends with a status. */
async function provide(name: string, { status = 0, says = '' } = {}): Promise<void> {
  const file = path.join(programs, name)
  await writeFile(file, `#!/bin/sh\necho "${name} $*" >> "${folder}/asked"\necho "${says}"\nexit ${status}\n`)
  await chmod(file, 0o755)
}

async function asked(): Promise<readonly string[]> {
  return (await readFile(path.join(folder, 'asked'), 'utf8').catch(() => '')).split('\n').filter((line) => line !== '')
}

describe('the gate', () => {
  test('runs commands that the README names, and says so when the acceptance conversations are not there', async () => {
    const gate = path.join(folder, 'checkout', '.ci', 'run')
    await cp(path.join(root, '.ci', 'run'), gate)
    await provide('npm')
    const env = { PATH: `${programs}:${process.env['PATH'] ?? ''}` }
    const { status, stderr } = spawnSync('bash', [gate], { env, encoding: 'utf8' })
    const err = 'The acceptance conversations were not run: there is no ../shared/acceptance/run.mjs\n'
    expect({ status, stderr }).toEqual({ status: 0, stderr: err })
    const commands = (await asked()).map((each) => each.replaceAll(/ --\S+/gu, ''))
    expect(commands).toEqual(['npm ci', 'npm run check', 'npm run test:services'])
    const readme = await readFile(path.join(root, 'README.md'), 'utf8')
    expect(commands.filter((each) => !readme.includes(each))).toEqual([])
  })

  test('plays the acceptance conversations where they are at hand: on the defaults, then as production runs, over WhatsApp', async () => {
    const checkout = path.join(folder, 'checkout')
    await cp(path.join(root, '.ci', 'run'), path.join(checkout, '.ci', 'run'))
    await mkdir(path.join(folder, 'shared', 'acceptance'), { recursive: true })
    await writeFile(path.join(folder, 'shared', 'acceptance', 'run.mjs'), '')
    for (const name of ['npm', 'node']) await provide(name)
    await mkdir(path.join(checkout, 'node_modules', '.bin'), { recursive: true })
    const node = path.join(await realpath(checkout), 'node_modules', '.bin', 'node')
    await cp(path.join(programs, 'node'), node)
    const env = { PATH: `${programs}:${process.env['PATH'] ?? ''}` }
    expect(spawnSync('bash', [path.join(checkout, '.ci', 'run')], { env }).status).toBe(0)
    const play = 'node ../shared/acceptance/run.mjs --timeout 60'
    const overWhatsApp = `${play} --bot NODE_OPTIONS='--import ' '${node}' src/main.ts dev whatsapp-server --json`
    expect((await asked()).slice(3)).toEqual([
      play,
      'node src/testing/bundle-sayso.ts libraries',
      `node src/testing/with-services.ts ${overWhatsApp}`,
    ])
  })

  test('ends with the first command that fails', async () => {
    const gate = path.join(folder, 'checkout', '.ci', 'run')
    await cp(path.join(root, '.ci', 'run'), gate)
    await provide('npm', { status: 3 })
    const env = { PATH: `${programs}:${process.env['PATH'] ?? ''}` }
    expect(spawnSync('bash', [gate], { env }).status).toBe(3)
    expect(await asked()).toHaveLength(1)
  })
})

describe('provide-redis', () => {
  test('says and does nothing where redis-server is there', async () => {
    await provide('redis-server')
    await provide('apt-get')
    expect(provideRedis(0)).toEqual({ status: 0, stdout: '', stderr: '' })
    expect(await asked()).toEqual(['redis-server --version'])
  })

  test('installs it as root', async () => {
    await provide('apt-get')
    expect(provideRedis(0)).toEqual({ status: 0, stdout: 'Installing redis-server for the tests\n', stderr: '' })
    expect(await asked()).toEqual(['apt-get -q update', 'apt-get -q install -y --no-install-recommends redis-server'])
  })

  test('shows what apt-get said when it fails, or that it is not there', async () => {
    const failed = { status: 1, stdout: 'Installing redis-server for the tests\n' }
    expect(provideRedis(0)).toEqual({ ...failed, stderr: 'apt-get update failed; install redis-server by hand.\n\n' })
    await provide('apt-get', { status: 100, says: 'no such host' })
    const stderr = 'apt-get update failed; install redis-server by hand.\nno such host\n\n'
    expect(provideRedis(0)).toEqual({ ...failed, stderr })
  })

  test('tells anybody else how to install it', async () => {
    await provide('apt-get')
    expect(provideRedis(1000)).toEqual({
      status: 1,
      stdout: '',
      stderr:
        'The tests need redis-server: install it (Debian: apt-get install redis-server, macOS: brew install redis).\n',
    })
    expect(await asked()).toEqual([])
  })
})

/** Runs it for whoever has this user id. */
function provideRedis(uid: number) {
  const as = `data:text/javascript,process.getuid = () => ${uid}`
  const script = path.join(root, 'src/testing/provide-redis.ts')
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', as, script], {
    env: { PATH: programs },
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}
