/**
 * Runs the benches one after the other, each in a process of its own, and prints the one table of all: `npm run bench`, or
 * `npm run bench -- whatsapp turn` for some. With `--write` their tables also go into docs/performance.md, between the marks that
 * are theirs, and its table of all is made anew from the newest tables of every bench (`report.ts`); what stands around them was written by
 * hand and stays. A bench that fails leaves its old tables there.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { availableParallelism, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { benches, type Bench, type Figure } from './benches.ts'
import { reportWith, type Made } from './report.ts'
import { readTables, renderTable } from './table.ts'

type Ran = Made & { readonly figures: readonly Figure[] }

const report = new URL('../docs/performance.md', import.meta.url)
const { positionals, values } = parseArgs({ allowPositionals: true, options: { write: { type: 'boolean' } } })
const unknown = positionals.filter((name) => !benches.some((bench) => bench.name === name))
if (unknown.length > 0)
  throw new TypeError(`No bench is called ${unknown.join(', ')}: ${benches.map(({ name }) => name).join(', ')}`)
const chosen = benches.filter(({ name }) => positionals.length === 0 || positionals.includes(name))

const ran: Ran[] = []
for (const bench of chosen) {
  try {
    ran.push(await run(bench))
  } catch (error) {
    console.error(`\n${bench.name} failed:`, error)
    process.exitCode = 1
  }
}
console.log(`\nOn ${machine()}:\n\n${renderSummary(ran)}`)
if (values.write === true) await write()

async function run({ name, script, withinMs, figures }: Bench): Promise<Ran> {
  console.log(`\n## ${name}`)
  const child = spawn(process.execPath, [fileURLToPath(new URL(script, import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: withinMs,
    killSignal: 'SIGKILL',
  })
  let printed = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    printed += chunk
    process.stdout.write(chunk)
  })
  const [status] = await once(child, 'close')
  const tables = readTables(printed)
  if (status !== 0) {
    console.error(`\n${name} ended with ${String(status)}`)
    process.exitCode = 1
  }
  return { name, tables, figures: figures(tables) }
}

function renderSummary(all: readonly Ran[]): string {
  const rows = all.flatMap(({ figures }) =>
    figures.map(({ ratio, aim, what, measured }) => [ratio, aim, what, measured]),
  )
  return renderTable({ head: ['ratio', 'aim', 'what', 'measured'], rows })
}

function machine(): string {
  return `a machine with ${availableParallelism()} cores and ${Math.round(totalmem() / 1024 ** 3)} GiB of memory`
}

async function write(): Promise<void> {
  const day = new Date().toISOString().slice(0, 10)
  const measured = `${day}, on ${machine()}`
  await writeFile(report, reportWith(await readFile(report, 'utf8'), ran, { measured }))
}
