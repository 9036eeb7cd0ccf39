/** `sayso secret`: as a process that is killed at every kind of place, refused beside others, and with backups of before. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keyIdOf } from '../ledger/secrets/secrets.ts'
import { useLedger } from '../ledger/use-ledger.ts'
import { runSayso, type SaysoRun } from '../testing/processes/run-sayso.ts'
import { runSaysoHere } from '../testing/processes/run-sayso-here.ts'
import { startSaysoProcess } from '../testing/processes/sayso-process.ts'
import {
  createTestInstallation,
  type TestInstallation,
  ordersOnly,
} from '../testing/installations/test-installation.ts'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))
const killAtQuery = new URL('../testing/processes/kill-at-query.ts', import.meta.url).href
const fresh = (n: number): string => `a fresh secret of tests that is number ${n}`

let house: TestInstallation
beforeEach(async () => {
  house = await createTestInstallation(ordersOnly())
  await house.make()
})
afterEach(() => house.close())

/** Runs with this secret, and with these as those of before. */
function sayso(args: readonly string[], secret: string, ...previous: readonly string[]): Promise<SaysoRun> {
  const env = { ...house.env, SAYSO_SECRET: secret, SAYSO_SECRET_PREVIOUS: previous.join(', ') }
  return runSaysoHere([...args, '--data', house.dir], { env })
}

function original(): string {
  return house.env['SAYSO_SECRET'] ?? ''
}

async function addNote(note: string, secret: string, ...previous: readonly string[]): Promise<void> {
  const args = ['run', 'ADD_NOTE', 'id=204', `text=${note}`, '--yes', 'yes', '--people', house.people]
  expect(await sayso(args, secret, ...previous)).toMatchObject({ code: 0 })
}

async function rotateUntilKilled(matching: string, secret: string, previous: string): Promise<void> {
  house.plan({ at: 1, matching })
  const child = spawn(process.execPath, ['--import', killAtQuery, main, 'secret', 'rotate', '--data', house.dir], {
    env: {
      ...process.env,
      ...house.env,
      SAYSO_SECRET: secret,
      SAYSO_SECRET_PREVIOUS: previous,
      KILL_PLAN: path.join(house.dir, 'kill-plan.json'),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [err] = await Promise.all([text(child.stderr), once(child, 'close')])
  house.plan(null)
  expect({ matching, err, signal: child.signalCode }).toEqual({ matching, err: '', signal: 'SIGKILL' })
}

// The places: with the keys carried over, with the change sealed, within a table, before the proof.
const places = [
  'update "installation"',
  'declare sealed_values',
  'update "evidence_payloads" t set',
  'information_schema',
]

test('killed anywhere, Sayso starts with both secrets, and done again it is over', async () => {
  let secret = original()
  await addNote('first', secret)
  for (const [n, matching] of places.entries()) {
    const next = fresh(n)
    await rotateUntilKilled(matching, next, secret)
    if (n === 1) await addNote(`while it is half done ${n}`, next, secret)
    const done = await sayso(['secret', 'rotate', '--json'], next, secret)
    expect({ place: matching, ...done }).toMatchObject({ place: matching, code: 0, err: '' })
    expect(JSON.parse(done.out)).toMatchObject({ to: keyIdOf(next), left: [], evidence: { ok: true } })
    secret = next
  }
  expect(await sayso(['ledger', 'verify'], secret)).toMatchObject({ code: 0 })
  await addNote('last', secret)
  const refused = await sayso(['ledger', 'verify'], fresh(0))
  expect(refused.code).toBe(2)
  expect(refused.err).toContain('another SAYSO_SECRET')
  // No command was lost or done twice on the way.
  const notes = await house.rows<{ text: string }>('select text from order_notes order by id')
  expect(notes.map(({ text: note }) => note).filter((note) => /^first|^while|^last/u.test(note))).toHaveLength(3)
})

test('is refused while others work with the ledger, and nobody starts meanwhile', async () => {
  const worker = await house.openWorker()
  const refused = await sayso(['secret', 'rotate'], fresh(1), original())
  expect(refused).toMatchObject({ code: 69, out: '' })
  expect(refused.err).toContain('Stop the bot, its workers')
  expect(await house.rows('select key_id from installation')).toEqual([{ key_id: keyIdOf(original()) }])
  expect(await worker.stop()).toBe(0)

  const held = await house.hold('lock table outbox')
  const rotating = sayso(['secret', 'rotate'], fresh(1), original())
  await expect
    .poll(() => house.rows('select key_id from installation'), { interval: 20 })
    .toEqual([{ key_id: keyIdOf(fresh(1)) }])
  const late = await sayso(['secret', 'status'], fresh(1), original())
  expect(late.code).toBe(69)
  expect(late.err).toContain('being restored or its secret changed')
  await held.release()
  expect(await rotating).toMatchObject({ code: 0, err: '' })
})

test('who was cut off when it began ends at once, and writes nothing with the secret of before', async ({
  onTestFinished,
}) => {
  const worker = startSaysoProcess(['worker', '--data', house.dir], house.env)
  onTestFinished(worker.kill)
  await worker.heard(/ready/u)
  const one = await useLedger({ url: house.url, schema: house.schema, onExpelled: expect.unreachable })
  onTestFinished(one.leave)
  const cutOffAndAlone = async (): Promise<boolean> => {
    await house.rows(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1
       and backend_start < (select max(backend_start) from pg_stat_activity where application_name = $1)`,
      [`sayso-use ${house.schema}`],
    )
    return one.alone().then(
      () => true,
      () => false,
    )
  }
  await expect.poll(cutOffAndAlone, { interval: 5 }).toBe(true)
  expect(await worker.ended).toEqual({ code: 1, signal: null })
  expect(worker.written()).toContain('ledger.taken')
})

test('status says what is to be done, and rotate what it needs; neither covers up a broken chain', async () => {
  await addNote('a note', original())
  expect((await sayso(['secret', 'status'], original())).out).toBe(`Sealed with ${keyIdOf(original())}\n`)
  const same = await sayso(['secret', 'rotate'], original())
  expect(same).toMatchObject({ code: 2, out: '' })
  expect(same.err).toContain('set SAYSO_SECRET_PREVIOUS to the present value of SAYSO_SECRET')
  const waiting = await sayso(['secret', 'status'], fresh(1), original())
  expect(waiting.out).toContain(`${keyIdOf(fresh(1))}. To change to it: sayso secret rotate`)
  const done = await sayso(['secret', 'rotate'], fresh(1), original())
  expect(done.out).toContain('remove SAYSO_SECRET_PREVIOUS')
  expect(done.out).toMatch(/outbox +\d+ sealed anew/u)
  expect((await sayso(['secret', 'status', '--json'], fresh(1))).out).toContain('"left":[]')
  expect(await sayso(['secret'], fresh(1))).toMatchObject({ code: 2 })

  await house.rows('alter table evidence_seals disable trigger user')
  await house.rows('update evidence_seals set mac = sha256(mac) where seq = (select max(seq) from evidence_seals)')
  const broken = await sayso(['secret', 'rotate'], fresh(2), fresh(1))
  expect(broken).toMatchObject({ code: 1, out: '' })
  expect(broken.err).toContain('does not verify')
  expect(await house.rows('select key_id from installation')).toEqual([{ key_id: keyIdOf(fresh(1)) }])
})

test('a backup of before comes back with the secret of its time, which the next rotation gives up again', async () => {
  const file = path.join(house.dir, 'before.tar.gz')
  await addNote('of the backup', original())
  expect(await sayso(['backup', file], original())).toMatchObject({ code: 0 })
  expect(await sayso(['secret', 'rotate'], fresh(1), original())).toMatchObject({ code: 0 })

  const refused = await sayso(['restore', file, '--force'], fresh(1))
  expect(refused.code).toBe(2)
  expect(refused.err).toContain(`another SAYSO_SECRET (${keyIdOf(original())})`)
  const restored = await sayso(['restore', file, '--force'], fresh(1), original())
  expect(restored).toMatchObject({ code: 0, err: '' })
  expect(restored.out).toContain('Before you start the bot, run: sayso secret rotate')
  expect(restored.out).toContain('The evidence is whole')
  expect(await sayso(['secret', 'rotate'], fresh(1), original())).toMatchObject({ code: 0 })
  expect(await sayso(['ledger', 'verify'], fresh(1))).toMatchObject({ code: 0 })
  await addNote('after', fresh(1))

  const later = path.join(house.dir, 'later.tar.gz')
  expect(await sayso(['backup', later], fresh(1))).toMatchObject({ code: 0 })
  const again = await sayso(['restore', later, '--force'], fresh(1))
  expect(again).toMatchObject({ code: 0, err: '' })
  expect(again.out).toContain('The evidence is whole')
  expect(again.out).not.toContain('secret rotate')
})

test('with the embedded database a new one is made, and the earlier one stays for backups', async () => {
  const folder = path.join(house.dir, 'embedded')
  const env = { ...house.env, DATABASE_URL: '', SAYSO_SECRET: '' }
  const run = (...args: readonly string[]) => runSayso([...args, '--data', folder], { env })
  expect(await run('chat', '--json', '--people', house.people)).toMatchObject({ code: 0 })
  const before = (await readFile(path.join(folder, 'secret'), 'utf8')).trim()
  const done = await run('secret', 'rotate')
  expect(done).toMatchObject({ code: 0, err: '' })
  expect(done.out).toContain(`secret-${keyIdOf(before)}; remove that file when those backups are gone`)
  const names = (await readdir(folder)).filter((name) => name.startsWith('secret'))
  expect(names.toSorted()).toEqual(['secret', `secret-${keyIdOf(before)}`])
  const after = (await readFile(path.join(folder, 'secret'), 'utf8')).trim()
  expect(done.out).toContain(`Sealed with ${keyIdOf(after)}`)
  expect(await run('ledger', 'verify')).toMatchObject({ code: 0 })
})
