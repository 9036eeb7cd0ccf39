/**
 * How long somebody waits who starts Sayso again: from `npm start` to the first prompt, with a data folder, an owner and the embedded
 * Postgres of a start before. What that one leaves behind for good (data, compiled source) is there, and nothing that still runs.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { asTerminal } from '../src/testing/processes/sayso-process.ts'
import { quantile } from './quantile.ts'
import { renderTable } from './table.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const times = 3
const limitMs = 60_000

const folder = await mkdtemp(path.join(tmpdir(), 'sayso-bench-'))
try {
  const people = path.join(folder, 'people.yaml')
  await writeFile(people, 'people:\n  - { phone: "+15550100000", name: Ana, roles: [owner], language: en }\n')
  const start = () => secondsToPrompt(['--data', path.join(folder, 'data'), '--people', people])
  await start()
  const seconds: number[] = []
  for (let n = 0; n < times; n++) seconds.push(await start())
  console.log(`\nA second start, ${times} times, seconds\n`)
  const [p50, max] = [quantile(seconds, 0.5), Math.max(...seconds)].map((each) => each.toFixed(2))
  console.log(renderTable({ head: ['', 'p50', 'max'], rows: [['npm start → first prompt', p50 ?? '', max ?? '']] }))
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}

/** Starts it, waits for the prompt, and leaves as with Ctrl-D. */
async function secondsToPrompt(args: readonly string[]): Promise<number> {
  const begun = performance.now()
  const child = spawn('npm', ['--silent', 'start', '--', ...args], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: '', REDIS_URL: '', NODE_OPTIONS: asTerminal.join(' ') },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const closed = once(child, 'close')
  const { promise: prompted, resolve, reject } = Promise.withResolvers<number>()
  const timer = setTimeout(() => reject(new Error(`No prompt within ${limitMs} ms`)), limitMs)
  let shown = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    shown += chunk
    if (shown.includes('›')) resolve(performance.now() - begun)
  })
  void closed.then(([code]) => reject(new Error(`It ended with ${String(code)} before its prompt\n${shown}`)))
  try {
    return (await prompted) / 1000
  } finally {
    clearTimeout(timer)
    child.stdin.end()
    await closed
  }
}
