/** What `sayso start` refuses to start with. */
import { cp, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { runSaysoHere } from '../testing/processes/run-sayso-here.ts'
import { createTestInstallation } from '../testing/installations/test-installation.ts'

const root = path.join(import.meta.dirname, '..', '..')

test('a catalogue with a word that it does not know is refused with its file, line and column, exit status 2', async () => {
  const house = await createTestInstallation()
  try {
    const own = path.join(house.dir, 'catalogue')
    for (const folder of ['commands', 'locales'])
      await cp(path.join(root, folder), path.join(own, folder), { recursive: true })
    const file = path.join(own, 'commands', 'orders', 'cancel.yaml')
    const sound = await readFile(file, 'utf8')
    const broken = sound.replace('safety: destructive', 'safety: dangerous')
    await writeFile(file, broken)
    const line = broken.split('\n').findIndex((each) => each.startsWith('safety: dangerous')) + 1
    expect(line).toBeGreaterThan(0)
    const env = { ...house.env, SAYSO_CATALOGUE: own }
    const refused = await runSaysoHere(['start', '--data', house.dir, '--people', house.people], { env })
    const where = `sayso: commands/orders/cancel.yaml:${line}:9: `
    expect(refused).toMatchObject({ code: 2, out: '', err: expect.stringContaining(where) })
    expect(refused.err).toContain('  safety: dangerous\n')
    expect(await house.rows('select 1 from people')).toEqual([])
  } finally {
    await house.close()
  }
})
