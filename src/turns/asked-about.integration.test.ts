/** A command of which nobody knows yet what came of it, and people who ask about it: real turns and runs over the real ledger. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Reply } from '../channel/reply.ts'
import { createPostgresJournal, takeRun } from '../ledger/commands/runs.ts'
import { startBotHere, type BotHere } from '../testing/installations/bot-here.ts'
import { startWorker } from '../worker.ts'

const soon = { interval: 20 }

let bot: BotHere
let owner: string

beforeAll(async () => {
  bot = await startBotHere()
  owner = bot.house.phone(0)
})
afterAll(() => bot.close())

/** What is answered at once: the bot is not quiet while something is under way. */
async function say(text: string, from = owner): Promise<Reply> {
  const before = bot.sent.length
  await bot.receive({ from, text })
  await expect.poll(() => bot.sent.length, soon).toBeGreaterThan(before)
  const [first] = bot.sent.slice(before)
  if (first === undefined) throw new Error(`No answer to ${text}`)
  return first.reply
}

/** Confirms a wish that a worker began, which is gone, and of which its action could not tell what came of it. */
async function leaveAskedAbout(wish: string): Promise<string> {
  const preview = await say(wish)
  const { ref = '' } = preview.command ?? {}
  await bot.receive({ from: owner, text: preview.confirm?.expect ?? '' })
  const confirmed = () =>
    bot.house.rows<{ id: string; step: string }>(
      `select command_id as id, document->'sayso'->'chain'->0->>'stepName' as step from envelopes where ref = $1 and status = 'confirmed'`,
      [ref],
    )
  await expect.poll(confirmed, soon).toHaveLength(1)
  const [{ id: commandId, step } = { id: '', step: '' }] = await confirmed()
  const { db } = bot.foundation.ledger
  const holder = { commandId, owner: 'a worker that is gone' }
  const epoch = await takeRun(db, bot.foundation.secrets, { stored: null, ...holder, now: new Date() })
  const asking = { until: Date.now() + 600_000 }
  await createPostgresJournal(db, bot.foundation.secrets, { ...holder, epoch }).write({
    kind: 'intent',
    step,
    meta: {},
    prepared: null,
    asking,
  })
  return ref
}

/** What is said after a worker has run what there is. */
async function afterWork(text: string | null): Promise<string> {
  const worker = await startWorker(bot.foundation)
  const before = bot.sent.length
  if (text !== null) await bot.receive({ from: owner, text })
  const outcome = () => bot.sent.slice(before).find(({ reply }) => reply.about === 'outcome')
  await expect.poll(outcome, { ...soon, timeout: 15_000 }).toBeDefined()
  await worker.stop()
  return outcome()?.reply.text ?? ''
}

test('cannot be settled while it is asked about; CANCEL ends that, with evidence, and then it can', async () => {
  const ref = await leaveAskedAbout('ADD_NOTE id=204 text="call her"')
  expect((await say('did it work?')).text).toMatch(/I ask again and again until \d{1,2}:\d\d\s[AP]M\./u)
  const early = await say(`NOT HAPPENED #${ref}`)
  expect(early.text).toContain(`#${ref} is still being asked about, and may yet happen.`)
  await say('0')
  const pause = await say('pause')
  expect(pause.text).toContain('a service that gave no clear answer is not asked again meanwhile')
  await say('0')

  expect((await say(`CANCEL #${ref}`)).text).toContain(`I do not ask again about #${ref}`)
  expect((await say(`history of command ${ref}`)).text).toContain('ended the asking what came of it')
  expect(await afterWork(null)).toContain(`reply HAPPENED #${ref} or NOT HAPPENED #${ref}`)
  expect(await say(`NOT HAPPENED #${ref}`)).toMatchObject({ about: 'preview' })
  expect(await afterWork('yes')).toContain('Recorded as not done')
  expect(await bot.house.verify()).toMatchObject({ ok: true })
})

test('another owner ends it too: the evidence says who, and whoever asked for it is told', async () => {
  const ref = await leaveAskedAbout('ADD_NOTE id=205 text="call him"')
  const ended = await say(`CANCEL #${ref}`, bot.house.phone(1))
  expect(ended.text).toContain(`I do not ask again about #${ref} (Owner 0: `)
  expect((await say(`history of command ${ref}`)).text).toContain('Owner 1: ended the asking what came of it')
  expect(await afterWork(null)).toMatch(/^Owner 1 has ended the asking about this:\n❓/u)
})
