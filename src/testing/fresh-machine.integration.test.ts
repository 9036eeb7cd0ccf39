/**
 * The proof that a machine with npm is enough: what is committed is cloned into an empty folder, and the commands of the README are run
 * there with an empty home and an empty cache of npm, while everything outside those folders can only be read.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** Installing fetches some hundred megabytes. */
const limitMs = 10 * 60_000
const answerWithinMs = 90_000
const stopWithinMs = 30_000

/** The whole file system can only be read, but for the folder that is named first; inside runs what is named after it. */
const confine = `
  mount --make-rprivate / && mount --bind "$1" "$1" && mount -o remount,bind,ro / || exit 97
  shift; exec "$@"`

let outside: string
let folder: string
let running: ChildProcess | undefined

beforeEach(async () => {
  outside = await mkdtemp(path.join(tmpdir(), 'sayso-outside-'))
  folder = await mkdtemp(path.join(tmpdir(), 'sayso-fresh-'))
  for (const name of ['home', 'tmp']) await mkdir(path.join(folder, name))
})
afterEach(async () => {
  if (running?.exitCode === null && running.signalCode === null) {
    running.kill('SIGKILL')
    await once(running, 'close')
  }
  for (const each of [outside, folder]) await rm(each, { recursive: true, force: true, maxRetries: 5 })
})

/** Only what a shell of somebody new has, and how this machine reaches its registry. */
function environment(): NodeJS.ProcessEnv {
  const home = path.join(folder, 'home')
  const registry = spawnSync('npm', ['config', 'get', 'registry'], { cwd: root, encoding: 'utf8' }).stdout.trim()
  const passed = Object.entries(process.env).filter(([name]) =>
    /^(?:https?_proxy|no_proxy|node_extra_ca_certs|lang)$/iu.test(name),
  )
  return {
    ...Object.fromEntries(passed),
    PATH: process.env['PATH']
      ?.split(':')
      .filter((each) => !each.includes('node_modules'))
      .join(':'),
    HOME: home,
    TMPDIR: path.join(folder, 'tmp'),
    npm_config_cache: path.join(home, '.npm'),
    npm_config_registry: registry,
  }
}

function confined(command: readonly string[], cwd: string): ChildProcess {
  const asRoot = process.getuid?.() === 0 ? [] : ['--map-root-user']
  const args = [
    ...asRoot,
    '--mount',
    '--pid',
    '--fork',
    '--kill-child',
    '--mount-proc',
    'sh',
    '-c',
    confine,
    'sh',
    folder,
  ]
  return spawn('unshare', [...args, ...command], { cwd, env: environment(), stdio: ['pipe', 'pipe', 'pipe'] })
}

/** What a process prints, to be waited for. */
function listenTo(child: ChildProcess) {
  let heard = ''
  const looks = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      heard += chunk.toString()
      for (const look of looks) look()
    })
  }
  return {
    /** Resolves with the match in what is printed after `from`. */
    until: async (pattern: RegExp, from = 0): Promise<RegExpExecArray> => {
      const { promise, resolve, reject } = Promise.withResolvers<RegExpExecArray>()
      const fail = (why: string): void =>
        reject(new Error(`${why} while waiting for ${pattern}\n${heard.slice(-4000)}`))
      const look = (): void => {
        const found = pattern.exec(heard.slice(from))
        if (found !== null) resolve(found)
      }
      const timer = setTimeout(() => fail('Time is up'), answerWithinMs)
      child.once('close', () => fail('The process is gone'))
      looks.add(look)
      look()
      return promise.finally(() => {
        clearTimeout(timer)
        looks.delete(look)
      })
    },
    length: () => heard.length,
    all: () => heard,
  }
}

/** The commands of the README's first block, as somebody new types them: set up, then start. */
async function commandsOf(readme: string): Promise<readonly [setUp: string, start: string]> {
  const [, block = ''] = /^## Start$[\s\S]*?^```sh\n([\s\S]*?)^```$/mu.exec(readme) ?? []
  const [setUp, start, ...more] = block.trim().split(/\s*&&\s*|\n/u)
  expect(more).toEqual([])
  return [setUp ?? '', start ?? '']
}

// Elsewhere there are no mount namespaces, and without them nothing keeps the commands from writing anywhere.
test.runIf(process.platform === 'linux')(
  'two commands and an empty home are enough for a first conversation, and nothing is written elsewhere',
  { timeout: limitMs + answerWithinMs * 4 },
  async () => {
    const clone = path.join(folder, 'sayso')
    const cloned = spawnSync('git', ['clone', '--quiet', '--no-hardlinks', root, clone], { encoding: 'utf8' })
    expect({ status: cloned.status, err: cloned.stderr }).toEqual({ status: 0, err: '' })
    const [setUp, start] = await commandsOf(await readFile(path.join(clone, 'README.md'), 'utf8'))

    // The confinement is real: what lies outside cannot be written.
    await writeFile(path.join(outside, 'there'), '')
    const touch = confined(['sh', '-c', `touch "${clone}/inside" && ! touch "${outside}/there"`], clone)
    expect(await once(touch, 'close')).toEqual([0, null])

    running = confined(['sh', '-c', setUp], clone)
    const installing = listenTo(running)
    const timer = setTimeout(() => running?.kill('SIGKILL'), limitMs)
    await once(running, 'close')
    clearTimeout(timer)
    expect({ code: running.exitCode, said: installing.all() }).toMatchObject({ code: 0 })

    running = confined(['sh', '-c', start], clone)
    const chat = listenTo(running)
    const say = (text: string): number => {
      const from = chat.length()
      running?.stdin?.write(`${text}\n`)
      return from
    }
    const [, code = ''] = await chat.until(/become the owner: (\S+)/u)
    // In there everybody is root, which is nobody's name.
    await chat.until(/What are you called/u, say(code))
    const [, phrase = ''] = await chat.until(/Reply {2}(.+?) {2}to go on/u, say('Nina'))
    await chat.until(/You are the owner now/u, say(phrase))
    const [, token = ''] = await chat.until(
      /order 204[\s\S]*Reply {2}(CONFIRM \w+) {2}to go on/u,
      say('cancel order two hundred and four'),
    )
    await chat.until(/That is not enough/u, say('yes'))
    await chat.until(/✅ Order 204 cancelled/u, say(token))

    running.stdin?.end()
    const stopping = setTimeout(() => running?.kill('SIGKILL'), stopWithinMs)
    await once(running, 'close')
    clearTimeout(stopping)
    expect({ code: running.exitCode, said: chat.all() }).toMatchObject({ code: 0 })
  },
)
