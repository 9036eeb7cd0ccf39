/** `sayso run` on the whole road: ledger, queue and worker; what one run leaves for the next one, as processes. */
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freePort } from '../ledger/embedded/postgres-port.ts'
import { isAnswer, type Printed } from '../testing/processes/door.ts'
import { runSayso, type SaysoRun } from '../testing/processes/run-sayso.ts'
import { runSaysoHere } from '../testing/processes/run-sayso-here.ts'
import {
  createTestInstallation,
  ordersOnly,
  type TestInstallation,
} from '../testing/installations/test-installation.ts'

let house: TestInstallation

beforeEach(async () => {
  house = await createTestInstallation(ordersOnly())
  await house.make()
})
afterEach(() => house.close())

function run(...args: readonly string[]): Promise<SaysoRun> {
  return runSaysoHere(['run', ...args, '--data', house.dir, '--people', house.people], { env: house.env })
}

/** The same as a process of its own. */
function runAlone(...args: readonly string[]): Promise<SaysoRun> {
  return runSayso(['run', ...args, '--data', house.dir, '--people', house.people], { env: house.env })
}

async function commands(): Promise<readonly { readonly name: string; readonly status: string }[]> {
  return house.rows('select name, status from envelopes order by created_at')
}

/** What the preview says how to go on with. */
function answerOf({ err }: SaysoRun): string {
  return /--yes "?([^"]+?)"? --data/u.exec(err)?.[1] ?? ''
}

test('a read prints what it found, and is proved like one from a chat', async () => {
  const found = await run('order_status', '204')
  expect(found).toMatchObject({ code: 0, err: '' })
  expect(found.out).toContain('Maria Souza')
  expect(await commands()).toEqual([{ name: 'ORDER_STATUS', status: 'executed' }])
  expect(await house.verify()).toMatchObject({ ok: true })
})

test('a mutation takes --yes yes, after its preview; values keep their blanks and quotes', async () => {
  const added = await run('ADD_NOTE', 'id=204', String.raw`text=call "her" back \ later`, '--yes', 'yes', '--json')
  expect(added.code).toBe(0)
  const report = JSON.parse(added.out)
  expect(report).toMatchObject({ status: 'executed', command: { name: 'ADD_NOTE', status: 'executed' } })
  expect(report.replies.filter(isAnswer).map(({ about }: Printed) => about)).toEqual(['preview', 'outcome'])
  expect(await house.rows('select text from order_notes where order_id = 204')).toEqual([
    { text: String.raw`call "her" back \ later` },
  ])
  expect(await house.rows("select 1 from evidence where kind = 'command.confirmed'")).toHaveLength(1)
})

test('however short the wait for the end, the preview is waited for', async () => {
  const lock = await house.hold('lock table orders in access exclusive mode')
  const wait = ['--yes', 'yes', '--no-worker', '--wait', '1s']
  const added = run('ADD_NOTE', 'id=204', 'text=call her', ...wait)
  const isWaiting = async () => (await house.rows('select 1 from pg_locks where not granted')).length > 0
  await expect.poll(isWaiting, { interval: 20 }).toBe(true)
  await delay(1500)
  await lock.release()
  expect(await added).toMatchObject({ code: 4 })
  expect(await commands()).toEqual([{ name: 'ADD_NOTE', status: 'confirmed' }])
})

test('a destructive command wants the token of its own preview, which a second run may give', async () => {
  const shown = await runAlone('CANCEL_ORDER', 'id=204', '--yes', 'yes')
  expect(shown.code).toBe(3)
  const answer = /npm exec -- sayso run --yes "(CONFIRM \w{4})"/u.exec(shown.err)?.[1] ?? ''
  expect(shown.err).toContain(`"${answer}" --data ${house.dir} --people ${house.people}`)
  expect(shown.out).toContain(answer)
  expect(await commands()).toEqual([{ name: 'CANCEL_ORDER', status: 'accepted' }])
  const done = await runAlone('--yes', answer)
  expect(done).toMatchObject({ code: 0 })
  expect(done.out).toContain('Order 204 cancelled')
  expect(await house.rows('select status from orders where id = 204')).toEqual([{ status: 'cancelled' }])
})

test('what asks back is dropped where nobody can answer, and does not hold up the next run', async () => {
  const asked = await run('CANCEL_ORDER', 'id=Pedro')
  expect(asked.code).toBe(1)
  expect(asked.out).toContain('207 — Pedro Alves')
  expect((await run('ORDER_STATUS', '207')).out).toContain('Pedro Alves')
  expect(await commands()).toEqual([{ name: 'ORDER_STATUS', status: 'executed' }])
})

test('what is not a command, lacks a value or has a wrong one is told before anything is stored', async () => {
  for (const [args, why] of [
    [['CANCEL_ODER', 'id=204'], 'There is no command CANCEL_ODER'],
    [['CANCEL_ORDER'], 'id is missing'],
    [['CANCEL_ORDER', 'id=204', 'when=now'], 'has no “when”'],
    [['REFUND_ORDER', 'id=204', 'amount=lots'], 'amount: '],
    [['ORDER_STATUS', '204', '--wait', '30d'], '--wait 30d is not a duration such as 30s, 10m or 1h, of at most 7d'],
    [[], 'Which command?'],
  ] as const) {
    const refused = await run(...args)
    expect(refused).toMatchObject({ code: 2, out: '' })
    expect(refused.err).toContain(why)
  }
  expect(await house.rows('select 1 from inbox')).toEqual([])
})

test('a program tells a slip from a ledger that is out of reach, and reads of either what went wrong', async () => {
  const slip = await run('CANCEL_ODER', 'id=204', '--json')
  expect(slip.code).toBe(2)
  expect(JSON.parse(slip.out)).toMatchObject({ status: 'error', command: null, error: { code: 'usage' }, replies: [] })
  const option = await run('ORDER_STATUS', '204', '--josn', '--json')
  expect(option.code).toBe(2)
  expect(JSON.parse(option.out)).toMatchObject({
    status: 'error',
    error: { message: expect.stringContaining('--josn') },
  })

  const closed = new URL(house.env['DATABASE_URL'] ?? '')
  closed.port = String(await freePort())
  const args = ['run', 'ORDER_STATUS', '204', '--json', '--data', house.dir, '--people', house.people]
  const outage = await runSaysoHere(args, { env: { ...house.env, DATABASE_URL: closed.href } })
  expect(outage).toMatchObject({ code: 69, err: expect.stringContaining(closed.port) })
  expect(JSON.parse(outage.out)).toMatchObject({ status: 'error', error: { code: 'database_unavailable' } })
})

test('a queue that is out of reach is worth trying again as well', async () => {
  const port = String(await freePort())
  const args = ['run', 'CANCEL_ORDER', 'id=204', '--json', '--data', house.dir, '--people', house.people]
  const outage = await runSaysoHere(args, { env: { ...house.env, REDIS_URL: `redis://127.0.0.1:${port}` } })
  expect(JSON.parse(outage.out)).toMatchObject({ command: { status: 'rejected', reason: 'queue_unavailable' } })
  expect(outage.code).toBe(69)
})

test('a terminal that is nobody is told how to become somebody, and speaks for nobody else unasked', async () => {
  const nobody = await runSaysoHere(['run', 'ORDER_STATUS', '204', '--data', house.dir], { env: house.env })
  expect(nobody).toMatchObject({ code: 2, out: '' })
  expect(nobody.err).toContain('Whoever has this terminal (+15550100000) has no rights here')
  expect(nobody.err).toContain('npm exec -- sayso chat')
  const stranger = await run('ORDER_STATUS', '204', '--as', '+5511888880000')
  expect(stranger).toMatchObject({ code: 2, out: '' })
  expect(stranger.err).toContain('+5511888880000 has no rights here')
  expect(await house.rows('select 1 from inbox')).toEqual([])
})

test('a step that is refused is told in the chat, and nothing else is printed', async () => {
  const refused = await run('REINSTATE_ORDER', 'id=204', '--yes', 'yes')
  expect(refused).toMatchObject({ code: 1, err: '' })
  expect(await commands()).toEqual([{ name: 'REINSTATE_ORDER', status: 'failed' }])
})

test('a repeat that does nothing is not done; AGAIN does it, and UNDO with its reference takes it back', async () => {
  const asked = ['CANCEL_ORDER', 'id=205'] as const
  expect(await run('--yes', answerOf(await run(...asked)))).toMatchObject({ code: 0 })
  const [{ ref } = { ref: '' }] = await house.rows<{ ref: string }>('select ref from envelopes')

  const undoing = await run('UNDO', ref)
  expect(undoing.code).toBe(3)
  expect(await run('--yes', answerOf(undoing))).toMatchObject({ code: 0 })
  expect((await house.rows('select status from orders where id = 205'))[0]).not.toEqual({ status: 'cancelled' })

  const note = ['ADD_NOTE', 'id=204', 'text=once', '--yes', 'yes'] as const
  expect(await run(...note)).toMatchObject({ code: 0 })
  const repeated = await run(...note)
  expect(repeated.code).toBe(1)
  expect(repeated.err).toContain('Nothing was done now. To do it once more: npm exec -- sayso run AGAIN')
  expect(await run('AGAIN', '--yes', 'yes')).toMatchObject({ code: 0 })
  expect(await house.rows("select 1 from order_notes where text = 'once'")).toHaveLength(2)
})

test('VERIFY_LEDGER that finds the evidence broken is not done', async () => {
  expect(await run('ORDER_STATUS', '204')).toMatchObject({ code: 0 })
  expect(await house.verify()).toMatchObject({ ok: true })
  expect(await run('VERIFY_LEDGER')).toMatchObject({ code: 0 })
  await house.rows('alter table evidence_seals disable trigger user')
  await house.rows('update evidence_seals set mac = sha256(mac) where seq = 1')
  const told = expect.stringContaining(
    'BROKEN at 1: what was recorded there was changed after it was sealed; it is the',
  )
  expect(await run('VERIFY_LEDGER')).toMatchObject({ code: 1, out: told })
})

test('the head that every run leaves beside the database tells ledger verify of a tail that was cut off', async () => {
  const verify = (...args: readonly string[]) =>
    runSaysoHere(['ledger', 'verify', ...args, '--data', house.dir], { env: house.env })
  expect(await run('ORDER_STATUS', '204')).toMatchObject({ code: 0 })
  const whole = await verify()
  expect(whole).toMatchObject({ code: 0, err: '' })
  const head = /^ {2}head +(\d+:[0-9a-f]{64})$/mu.exec(whole.out)?.[1] ?? ''
  const newest = Number(head.split(':')[0])
  expect(newest).toBeGreaterThan(0)
  expect(whole.out).toContain(`  compared with    the head ${newest}\n`)
  expect(whole.out).toContain('  cannot know      Whether a payload was rightly erased.\n')

  await house.rows('alter table evidence_seals disable trigger user')
  await house.rows('delete from evidence_seals where seq = $1', [newest])
  const cut = await verify()
  expect(cut.code).toBe(1)
  expect(cut.out).toMatch(/^BROKEN at seal /u)
  await rm(path.join(house.dir, 'ledger-heads.jsonl'))
  const unknown = await verify()
  expect(unknown).toMatchObject({ code: 0, err: '' })
  expect(unknown.out).toContain('  compared with    no head: none of this ledger was exported\n')
  expect(unknown.out).toContain('  cannot know      Whether the end of the chain was cut off: that needs a known head')
  const told = await verify('--head', head)
  expect(told.code).toBe(1)
  expect(told.out).toContain(`BROKEN at seal ${newest}: `)
  expect(told.out).toContain(`  compared with    the head ${newest}\n`)
  const report = await verify('--head', head, '--json')
  expect(report.code).toBe(1)
  expect(JSON.parse(report.out)).toMatchObject({ ok: false, firstBad: { kind: 'cut', seq: String(newest) } })
  expect(await verify('--head', '12')).toMatchObject({ code: 2, out: '' })
})

test('what outlasts --wait goes on without it, and a worker ends it', async () => {
  const left = await run('ADD_NOTE', 'id=204', 'text=later', '--yes', 'yes', '--no-worker', '--wait', '3s')
  expect(left.code).toBe(4)
  expect(await commands()).toEqual([{ name: 'ADD_NOTE', status: 'confirmed' }])
  const worker = await house.openWorker()
  await expect.poll(commands).toEqual([{ name: 'ADD_NOTE', status: 'executed' }])
  expect(await worker.stop()).toBe(0)
})
