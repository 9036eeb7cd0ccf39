/** Files that were fetched, by real processes: what those that end early leave behind. */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'

const run = promisify(execFile)
const module = new URL('fetched-files.ts', import.meta.url).href

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'sayso-fetched-'))
})
afterEach(() => rm(dir, { recursive: true }))

/** What a process prints that does this with the module, in a folder for temporary files of its own. */
async function inProcess(code: string, limit = 'unlimited'): Promise<string> {
  const script = `import { keepFetched, sweepFetched } from ${JSON.stringify(module)}; ${code}`
  const node = [process.execPath, '--input-type=module', '--eval', script]
  const { stdout } = await run('sh', ['-c', `ulimit -f ${limit}; exec "$@"`, 'sh', ...node], {
    env: { ...process.env, TMPDIR: dir },
  })
  return stdout
}

test('a file is there until it is released, and nothing of it stays', async () => {
  const read = 'import { readFileSync } from "node:fs"; const file = await keepFetched(Buffer.from("what was sent"))'
  expect(await inProcess(`${read}; console.log(readFileSync(file.path, "utf8")); await file.release()`)).toBe(
    'what was sent\n',
  )
  expect(await readdir(dir)).toEqual([])
})

test('nothing stays of a file for which there is no room', async () => {
  const keep = 'await keepFetched(Buffer.alloc(1e6)).catch(({ code }) => console.log(code))'
  expect(await inProcess(keep, '1')).toBe('EFBIG\n')
  expect(await readdir(dir)).toEqual([])
})

test('what a process that was killed has left is removed at the next start; what one that lives needs stays', async () => {
  const killed = 'await keepFetched(Buffer.from("left")); process.kill(process.pid, "SIGKILL")'
  await expect(inProcess(killed)).rejects.toMatchObject({ signal: 'SIGKILL' })
  const [left] = await readdir(dir)
  expect(left).toBeDefined()
  // The test's own process lives; what is not ours is nobody's to remove.
  const ours = `sayso-whatsapp-${process.pid}-1-abcdef`
  for (const name of [ours, 'sayso-whatsapp-other', 'else']) await mkdir(path.join(dir, name))
  const kept = 'const file = await keepFetched(Buffer.from("needed")); await sweepFetched()'
  const read =
    'import { readFileSync } from "node:fs"; console.log(readFileSync(file.path, "utf8")); await file.release()'
  expect(await inProcess(`${kept}; ${read}`)).toBe('needed\n')
  expect((await readdir(dir)).toSorted()).toEqual(['else', ours, 'sayso-whatsapp-other'].toSorted())
})

test('in a container, where every process has the same number, the files of the one before it are removed as well', async () => {
  const before =
    'import { mkdirSync } from "node:fs"; mkdirSync(`${process.env.TMPDIR}/sayso-whatsapp-${process.pid}-1-abcdef`)'
  await inProcess(`${before}; await sweepFetched()`)
  expect(await readdir(dir)).toEqual([])
})
