/** `sayso chat` in a person's terminal and by JSON lines, and who may be spoken for, over the real ledger. */
import { rm, symlink } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLedger, type Ledger } from '../ledger/open-ledger.ts'
import { runSayso } from '../testing/processes/run-sayso.ts'
import { runSaysoHere } from '../testing/processes/run-sayso-here.ts'
import { createTestInstallation, type TestInstallation } from '../testing/installations/test-installation.ts'

const why =
  'Speaking as somebody else needs SAYSO_ALLOW_IMPERSONATION=1, or --data DIR with another folder than that of the installation'

let house: TestInstallation
let ledger: Ledger
/** An installation with a database of its own, whose folder is not named on the command line: nothing isolates it. */
let env: Readonly<Record<string, string>>

beforeAll(async () => {
  house = await createTestInstallation()
  ledger = await openLedger({ url: house.url, schema: 'sayso' })
  env = { ...house.env, SAYSO_DATA: house.dir, SAYSO_PEOPLE: house.people }
})
afterAll(async () => {
  await ledger.close()
  await house.close()
})

test('a line in the terminal is answered, and the end of the input is the end of the chat', async () => {
  const { code, out, err } = await runSayso(['chat'], { env, input: 'status of order 204\n' })
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toContain('Maria Souza')
})

test('a line that speaks as somebody else is refused and not kept; those around it are answered', async () => {
  const said = [
    { text: 'help' },
    { from: house.phone(1), text: 'status of order 204' },
    { from: house.phone(0), text: 'menu' },
  ]
  const input = said.map((line, n) => `${JSON.stringify({ ...line, id: `said-${n}` })}\n`).join('')
  const { code, out } = await runSayso(['chat', '--json', '--no-worker'], { env, input })
  expect(code).toBe(0)
  const printed: readonly Readonly<Record<string, unknown>>[] = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(printed.flatMap(({ error }) => error ?? [])).toEqual([why])
  expect(printed.flatMap(({ done }) => done ?? [])).toEqual(['said-0', 'said-2'])
  expect(new Set(printed.flatMap(({ to }) => to ?? []))).toEqual(new Set([house.phone(0)]))
  const kept = await ledger.pool.query(`select message_id from inbox where message_id like 'said-%' order by 1`)
  expect(kept.rows).toEqual([{ message_id: 'said-0' }, { message_id: 'said-2' }])
})

test('whoever speaks under the other number of their line is who is known, and is answered under the known one', async () => {
  const from = house.phone(0).replace('+55119', '+5511')
  const input = `${JSON.stringify({ from, text: 'status of order 204', id: 'other-number' })}\n`
  const { out } = await runSayso(['chat', '--json', '--no-worker'], { env, input })
  expect(out).toContain('Maria Souza')
  expect(out).toContain(`"to":"${house.phone(0)}"`)
})

test('at the end of its input the door waits for what is queued and for what runs, tells what came of it, and ends with 0', async () => {
  const door = house.openDoor({ worker: false })
  const from = house.phone(0)
  await door.turn({ from, text: 'CANCEL_ORDER id=204' })
  await door.turn({
    from,
    text: door.lines.find(({ confirm }) => confirm)?.confirm?.expect ?? 'there was no preview',
  })
  const lock = await house.hold('select 1 from orders where id = 204 for update')
  const ended = door.stop()
  const worker = await house.openWorker()
  await expect.poll(() => house.rows('select kind from journal'), { interval: 20 }).toEqual([{ kind: 'intent' }])
  await lock.release()
  expect(await ended).toBe(0)
  expect(door.lines.filter(({ about }) => about === 'outcome')).toMatchObject([{ command: { status: 'executed' } }])
  expect(await worker.stop()).toBe(0)
})

test('--as is refused in a chat and in a run, unless the installation allows it', async ({ onTestFinished }) => {
  const as = ['--as', house.phone(1)]
  const link = `${house.dir}-link`
  await symlink(house.dir, link)
  onTestFinished(() => rm(link))
  for (const asked of [
    ['chat', '--json', ...as],
    ['chat', ...as],
    ['run', 'ORDER_STATUS', '204', ...as],
    // The folder of the installation is its own, whoever names it.
    ['chat', '--json', '--data', house.dir, ...as],
    ['chat', '--json', '--data', link, ...as],
  ]) {
    expect(await runSaysoHere(asked, { env })).toEqual({ code: 2, out: '', err: `sayso: ${why}\n` })
  }
  expect(await speakers()).not.toContainEqual({ phone: house.phone(1) })
  const allowed = { ...env, SAYSO_ALLOW_IMPERSONATION: '1' }
  expect(await runSaysoHere(['run', 'ORDER_STATUS', '204', ...as], { env: allowed })).toMatchObject({
    code: 0,
    err: '',
  })
  expect(await speakers()).toContainEqual({ phone: house.phone(1) })
})

/** Who has asked for anything. */
async function speakers(): Promise<readonly unknown[]> {
  return (await ledger.pool.query('select distinct phone from envelopes join people on people.id = person_id')).rows
}
