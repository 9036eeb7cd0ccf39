/** A command that takes its time: the worker and the bot are processes of their own, and one worker is killed in the middle. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { runEnvelope } from '../execution/run/run-envelope.ts'
import { lockOfChat } from '../ledger/talk/inbox.ts'
import { openLedger, type Ledger } from '../ledger/open-ledger.ts'
import { recordProgress } from '../ledger/commands/progress.ts'
import { createSecrets } from '../ledger/secrets/secrets.ts'
import { buildStep } from '../testing/build-step.ts'
import { isAnswer, type Door, type Printed } from '../testing/processes/door.ts'
import { runDepsOf } from '../testing/processes/run-envelope-process.ts'
import {
  createTestInstallation,
  type TestInstallation,
  ordersOnly,
} from '../testing/installations/test-installation.ts'
import { confirmIn } from '../testing/installations/test-ledger.ts'

const soon = { interval: 50 }
const secrets = createSecrets('a secret of tests that is long enough to be taken')

let house: TestInstallation
let ledger: Ledger
let workspace: string
let door: Door
let persons = 0
/** Who asks in this test, in a chat of their own. */
let person: string
let lane: { readonly chatId: string; readonly identityId: string; readonly personId: string }

beforeAll(async () => {
  house = await createTestInstallation(ordersOnly())
  door = house.openDoor({ worker: false })
  ledger = await openLedger({ url: house.url, schema: house.schema })
  workspace = await mkdtemp(path.join(tmpdir(), 'sayso-slow-'))
})
beforeEach(async () => {
  persons += 1
  person = house.phone(persons)
  await door.turn({ from: person, id: 'm1', text: 'help' })
  lane = await laneOf(person)
})
afterAll(async () => {
  await ledger.close()
  await house.close()
  await rm(workspace, { recursive: true, force: true })
})

test('is told in one message that is edited, goes on where a killed worker was, and ends with a message of its own', async () => {
  const commandId = await confirmSlow(['one', 'two', 'three'])
  const worker = spawnWorker(commandId)
  const [first] = await told(1)
  expect(first).toMatchObject({
    text: '▱▱▱ 0/3  Waiting for one…',
    to: person,
    replyTo: 'm1',
    command: { id: commandId, status: 'confirmed' },
  })
  expect(first).not.toHaveProperty('edits')
  expect(await isQuiet()).toBe(false)

  await writeFile(path.join(workspace, 'one'), '')
  const [, second] = await told(2)
  expect(second).toMatchObject({ text: '▰▱▱ 1/3  Waiting for two…', edits: first?.id })
  const closed = once(worker, 'close')
  worker.kill('SIGKILL')
  await closed

  const finished = runToItsEnd(commandId)
  const [, , third] = await told(3)
  expect(third).toMatchObject({ text: expect.stringContaining('▰▱▱ 1/3'), edits: first?.id })
  await writeFile(path.join(workspace, 'two'), '')
  const newest = async () => (await told(4)).at(-1)
  await expect.poll(newest).toMatchObject({ text: '▰▰▱ 2/3  Waiting for three…', edits: first?.id })
  await writeFile(path.join(workspace, 'three'), '')
  await finished
  await door.idle()

  const replies = door.lines.filter((line) => line.command?.id === commandId && isAnswer(line))
  expect(replies.slice(0, -1).every(({ about }) => about === 'progress')).toBe(true)
  expect(replies.at(-1)?.about).toBe('outcome')
  expect(new Set(replies.map(({ id }) => id)).size).toBe(replies.length)
  expect(replies.at(-1)).toMatchObject({ replyTo: 'm1', command: { status: 'executed' } })
  expect(replies.at(-1)).not.toHaveProperty('edits')
  // What was said is in the outbox, encrypted; the lane keeps no copy.
  expect(await house.rows(`select distinct body::text from inbox where kind = 'progress'`)).toEqual([{ body: '{}' }])
  expect(await house.verify()).toMatchObject({ ok: true })
})

test('says nothing once something newer or the outcome has come, and nothing comes from who has lost the run', async () => {
  const commandId = await confirmSlow([])
  await house.rows(`insert into runs (command_id, epoch, owner, started_at) values ($1, 2, 'w', now())`, [commandId])
  const tell = (epoch: number, ordinal: number, owner = 'w') =>
    recordProgress(
      { ...ledger, secrets },
      { commandId, epoch, owner, ...lane },
      {
        ordinal,
        progress: { step: 'S', message: `Told ${epoch}/${ordinal}`, done: 0, total: 1 },
        now: new Date(),
      },
    )
  await whileTurnsWait(async () => {
    for (let ordinal = 1; ordinal <= 5; ordinal++) await tell(2, ordinal)
    await tell(1, 1)
    // Its epoch was given a second time, for Postgres forgot the first.
    await tell(2, 6, 'lost')
  })
  await expect.poll(() => unheard(), soon).toEqual([])
  await whileTurnsWait(async () => {
    await tell(2, 7)
    await house.rows(
      `update envelopes set status = 'executed', outcome = '{"kind":"executed","outputs":{}}' where command_id = $1`,
      [commandId],
    )
  })
  await door.idle()
  expect(progressLines().map(({ text }) => text)).toEqual(['▱ 0/1  Told 2/5…'])
  await house.rows(`update runs set finished_at = now() where command_id = $1`, [commandId])
  await tell(2, 8)
  expect(await unheard()).toEqual([])
})

test('a read that takes its time says so before its turn is over', async () => {
  await ledger.db.transaction().execute(async (trx) => {
    await sql`lock table ${sql.table(`${house.schema}_shop.orders`)}`.execute(trx)
    door.say({ from: person, id: 'slow', text: 'list orders' })
    const [first] = await told(1)
    expect(first).toMatchObject({ text: '▰▱ 1/2  Looking up the orders…', replyTo: 'slow' })
    expect(door.lines.filter(({ done }) => done === 'slow')).toEqual([])
  })
  await door.idle()
  const replies = door.lines.filter(({ replyTo }) => replyTo === 'slow')
  expect(replies.map(({ about }) => about)).toEqual(['progress', 'outcome'])
  expect(replies[1]?.command?.id).toBe(replies[0]?.command?.id)
})

test('a lane that takes no progress costs the progress, not the run', async () => {
  const commandId = await confirmSlow(['four'])
  await house.rows(`alter table inbox add constraint none_here check (kind <> 'progress') not valid`)
  const troubles: unknown[] = []
  const deps = runDepsOf(ledger, workspace, 'the test')
  const log = {
    ...deps.log,
    warn: (fact: unknown) => {
      troubles.push(fact)
      void writeFile(path.join(workspace, 'four'), '')
    },
  }
  await runEnvelope({ ...deps, log }, commandId, new AbortController().signal)
  expect(troubles).toMatchObject([{ event: 'progress.failed', commandId }])
  expect(await statusOf(commandId)).toBe('executed')
  await door.idle()
  const answers = door.lines.filter((line) => line.to === person && isAnswer(line))
  expect(answers.map(({ about }) => about)).toEqual(['help', 'outcome'])
})

/** Until Postgres has seen the other worker go, nothing is run; then this one goes on. */
async function runToItsEnd(commandId: string): Promise<void> {
  const deps = runDepsOf(ledger, workspace, 'the test')
  await expect
    .poll(async () => {
      await runEnvelope(deps, commandId, new AbortController().signal)
      return statusOf(commandId)
    }, soon)
    .toBe('executed')
}

function progressLines(): readonly Printed[] {
  return door.lines.filter(({ to, about }) => to === person && about === 'progress')
}

/** Waits until so much progress was printed, each told once. */
function told(count: number): Promise<readonly Printed[]> {
  return door.until(`progress ${count}`, () => (progressLines().length >= count ? progressLines() : undefined))
}

async function isQuiet(): Promise<boolean> {
  const rows = await house.rows(`select from envelopes where status = 'confirmed'`)
  return rows.length === 0
}

async function statusOf(commandId: string): Promise<string | undefined> {
  const [row] = await house.rows<{ status: string }>('select status from envelopes where command_id = $1', [commandId])
  return row?.status
}

async function laneOf(phone: string): Promise<typeof lane> {
  const [found] = await house.rows<typeof lane>(
    `select i.chat_id as "chatId", i.sender_id as "identityId", p.id as "personId" from inbox i
     join identities n on n.id = i.sender_id join people p on p.phone = n.value where n.value = $1`,
    [phone],
  )
  if (found === undefined) throw new TypeError(`${phone} has not spoken`)
  return found
}

/** Holds the chat as a turn does, so that what comes in waits together. */
function whileTurnsWait(work: () => Promise<void>): Promise<void> {
  return ledger.db.transaction().execute(async (trx) => {
    await trx.executeQuery(lockOfChat(trx, lane.chatId))
    await work()
  })
}

function unheard() {
  return house.rows('select seq from inbox where done_at is null')
}

/** A confirmed command whose steps wait, each for a file of its name, one after the other. */
async function confirmSlow(names: readonly string[]): Promise<string> {
  const chain = names.map((name, index) =>
    buildStep({
      stepName: `Wait for ${name}`,
      stepMsg: `Waiting for ${name}`,
      actionType: 'wait',
      actionMeta: { for: name },
      observe: index === 0 ? '' : `came:${names[index - 1] ?? ''}`,
      yield: [`came:${name}`],
    }),
  )
  return confirmIn({ db: ledger.db, secrets }, lane, { chain })
}

function spawnWorker(commandId: string): ChildProcess {
  const worker = spawn(
    process.execPath,
    [
      fileURLToPath(new URL('../testing/processes/run-envelope-process.ts', import.meta.url)),
      house.url,
      house.schema,
      workspace,
      commandId,
    ],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  onTestFinished(() => void worker.kill('SIGKILL'))
  worker.stdout?.once('data', () => worker.stdin?.write('go\n'))
  return worker
}
