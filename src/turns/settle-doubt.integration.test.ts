/** Commands that may or may not have happened, and the people who find out: real turns and runs over the real ledger. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Reply } from '../channel/reply.ts'
import { settleAsUnknown } from '../ledger/commands/settle-as-unknown.ts'
import { startBotHere, type BotHere } from '../testing/installations/bot-here.ts'
import { startWorker } from '../worker.ts'

const soon = { interval: 20 }

let bot: BotHere
let owner: string
let operator: string

beforeAll(async () => {
  bot = await startBotHere()
  ;[owner, operator] = [bot.house.phone(0), bot.house.phone(1)]
  await bot.house.changePeople(`update people set roles = '{operator}' where phone = $1`, [operator])
})
afterAll(() => bot.close())

/** The last reply to what somebody says. */
async function say(from: string, text: string): Promise<Reply> {
  const last = (await bot.send({ from, text })).at(-1)
  if (last === undefined) throw new Error(`No answer to ${text}`)
  return last.reply
}

/** Confirms a wish that no worker sees, and loses what came of it; gives its reference. */
async function leaveInDoubt(from: string, wish: string): Promise<{ readonly ref: string; readonly told: string }> {
  const preview = await say(from, wish)
  const { ref = '' } = preview.command ?? {}
  const before = bot.sent.length
  await bot.receive({ from, text: preview.confirm?.expect ?? '' })
  await expect
    .poll(() => bot.house.rows('select 1 from envelopes where ref = $1 and status = $2', [ref, 'confirmed']), soon)
    .toHaveLength(1)
  const { foundation } = bot
  expect(await settleAsUnknown(foundation.ledger.db, { ...foundation, clock: () => new Date() })).toEqual([ref])
  await bot.whenQuiet()
  return { ref, told: bot.sent.slice(before).at(-1)?.reply.text ?? '' }
}

/** Says yes to a preview, and runs it. */
async function confirm(from: string): Promise<string> {
  const worker = await startWorker(bot.foundation)
  const before = bot.sent.length
  await bot.receive({ from, text: 'yes' })
  const outcome = () => bot.sent.slice(before).find(({ reply }) => reply.about === 'outcome')
  await expect.poll(outcome, soon).toBeDefined()
  await worker.stop()
  return outcome()?.reply.text ?? ''
}

test('what turns out not to have happened can be asked for again, and needs no AGAIN', async () => {
  const { ref, told } = await leaveInDoubt(owner, 'ADD_NOTE id=204 text="call her"')
  expect(told).toContain(`reply HAPPENED #${ref} or NOT HAPPENED #${ref}`)
  expect(told).toContain('A backup was brought back')
  expect(told).not.toContain('connection')
  expect((await say(owner, 'ADD_NOTE id=204 text="call her"')).text).toContain('may have happened')
  expect((await say(owner, `RETRY #${ref}`)).text).toContain(`NOT HAPPENED #${ref}`)
  expect((await say(owner, 'queue')).text).toMatch(
    new RegExp(
      `#${ref} Add a note to order \\d+: .*may or may not have happened: HAPPENED #${ref} or NOT HAPPENED #${ref}`,
      'u',
    ),
  )
  expect((await say(owner, 'status')).text).toMatch(
    /1 may or may not have happened; .* reply HAPPENED or NOT HAPPENED/u,
  )

  const preview = await say(owner, `#${ref} did not happen`)
  expect(preview).toMatchObject({ about: 'preview', preview: { target: ref } })
  expect(preview.text).toContain('call her')
  expect(await confirm(owner)).toContain('Recorded as not done: Add a note to order 204')
  expect((await say(owner, 'status')).text).not.toContain('may or may not')
  expect((await say(owner, 'queue')).text).toContain('nothing is in doubt')
  expect((await say(owner, `UNDO #${ref}`)).text).not.toContain('may or may not')

  expect((await say(owner, 'ADD_NOTE id=204 text="call her"')).about).toBe('preview')
  expect(await confirm(owner)).toContain('✅')
  expect(await bot.house.rows('select text from order_notes where order_id = 204')).toHaveLength(1)
  expect((await say(owner, `history of command ${ref}`)).text).toContain('found that it did not happen')
  expect(await bot.house.verify()).toMatchObject({ ok: true })
})

test('what did happen counts as done: a repeat is told so, it can be undone, and a mistake is corrected', async () => {
  const { ref } = await leaveInDoubt(owner, 'cancel order 207')
  await bot.house.rows(`update orders set previous_status = status, status = 'cancelled' where id = 207`)
  expect((await say(owner, `HAPPENED #${ref}`)).about).toBe('preview')
  expect(await confirm(owner)).toContain('Recorded as done: Cancel order 207')
  expect((await say(owner, 'CANCEL_ORDER id=207')).text).toContain('Done already')
  // Its effect stands, whatever its status says.
  expect(await bot.house.rows('select status from envelopes where ref = $1', [ref])).toEqual([{ status: 'failed' }])
  expect((await say(owner, `HAPPENED #${ref}`)).text).toContain('Done already')
  expect(await say(owner, `UNDO #${ref}`)).toMatchObject({ about: 'preview', preview: { action: 'Reinstate' } })
  await say(owner, '0')

  expect((await say(owner, `not happened #${ref}`)).about).toBe('preview')
  expect(await confirm(owner)).toContain('Recorded as not done')
  expect((await say(owner, `UNDO #${ref}`)).about).toBe('refusal')

  expect((await say(owner, `happened #${ref}`)).about).toBe('preview')
  expect(await confirm(owner)).toContain('Recorded as done')
  expect((await say(owner, 'CANCEL_ORDER id=207')).text).toContain('Done already')
  await expect(bot.house.rows('delete from settlements')).rejects.toThrow(/append|refused|never/u)
})

test('an operator settles what they asked for, an owner what anybody did, and who names none chooses', async () => {
  const theirs = await leaveInDoubt(operator, 'ADD_NOTE id=205 text="fragile"')
  const others = await leaveInDoubt(owner, 'ADD_NOTE id=206 text="late"')
  expect((await say(operator, `HAPPENED #${others.ref}`)).text).toContain('not yours to settle')
  const choice = await say(owner, 'HAPPENED')
  expect(choice.options?.map(({ label }) => label.slice(0, 5)).toSorted()).toEqual([theirs.ref, others.ref].toSorted())
  await say(owner, '0')
  const only = await say(operator, 'HAPPENED')
  expect(only.options).toHaveLength(1)
  expect((await say(operator, '1')).preview).toMatchObject({ target: theirs.ref })
  expect(await confirm(operator)).toContain('Recorded as done')
})

test('whoever asked hears once, in their language, what somebody else found out, and nothing of what they found out themselves', async () => {
  const { rows } = bot.house
  const [{ name } = {}] = (await rows('select name from people where phone = $1', [owner])) as readonly {
    readonly name?: string
  }[]
  await rows(`update people set language = 'pt-BR' where phone = $1`, [operator])
  const { ref } = await leaveInDoubt(operator, 'ADD_NOTE id=208 text="embrulhar"')
  const from = bot.sent.length
  const told = () => bot.sent.slice(from).filter(({ reply }) => reply.about === 'info')
  const settle = async (who: string, token: string) => {
    await say(who, `${token} #${ref}`)
    await confirm(who)
    await bot.whenQuiet()
  }
  await settle(owner, 'HAPPENED')
  expect(told()).toMatchObject([
    {
      to: operator,
      replyTo: expect.any(String),
      reply: { text: `${name} disse que #${ref} (Anotar no pedido 208: “embrulhar”) aconteceu.`, command: { ref } },
    },
  ])

  // A worker that was cut off after the effect does the step over: nothing is said twice.
  const [{ settled_by: by, actor } = {}] = (await rows(
    `select settled_by, person_id as actor from settlements join envelopes e on e.command_id = settled_by order by id desc limit 1`,
  )) as readonly { readonly settled_by?: string; readonly actor?: string }[]
  const action = bot.foundation.actions.find('admin', 'settle')
  const again = { effectId: `${by}/Settle as happened`, signal: new AbortController().signal, outputs: [] }
  expect(await action?.run({ actor: actor ?? '', ref, verdict: 'happened' }, again)).toMatchObject({ id: ref })
  await bot.whenQuiet()
  expect(told()).toHaveLength(1)

  await settle(operator, 'NOT_HAPPENED')
  expect(told()).toHaveLength(1)
  await settle(owner, 'HAPPENED')
  expect(told()).toHaveLength(2)
  expect(await bot.house.verify()).toMatchObject({ ok: true })
})

test.each([
  ['who was removed', `active = false`],
  ['who has no role any more', `roles = '{}'`],
])('somebody %s hears nothing of what they had asked for', async (_who, change) => {
  await bot.house.changePeople(
    `update people set active = true, roles = '{operator}', language = 'en' where phone = $1`,
    [operator],
  )
  const { ref } = await leaveInDoubt(operator, `ADD_NOTE id=207 text="${change.length}"`)
  await bot.house.changePeople(`update people set ${change} where phone = $1`, [operator])
  const from = bot.sent.length
  expect((await say(owner, `NOT_HAPPENED #${ref}`)).about).toBe('preview')
  expect(await confirm(owner)).toContain('Recorded as not done')
  await bot.whenQuiet()
  expect(bot.sent.slice(from).filter(({ to }) => to === operator)).toEqual([])
})

test.each([
  [
    'is given in the name of another command',
    `update settlements set settled_by = command_id where id = (select max(id) from settlements)`,
  ],
  ['is turned round', `update settlements set verdict = 'happened' where id = (select max(id) from settlements)`],
  ['is taken away', `delete from settlements where id = (select max(id) from settlements)`],
  [
    'is given once more, by nobody',
    `insert into settlements (command_id, verdict, settled_by, at)
      select command_id, verdict, settled_by, at from settlements order by id desc limit 1`,
  ],
])('what was found out and %s by SQL is found and named', async (_what, attack) => {
  const { ref } = await leaveInDoubt(owner, `ADD_NOTE id=205 text="${attack.length}"`)
  await say(owner, `NOT_HAPPENED #${ref}`)
  await confirm(owner)
  expect(await bot.house.verify()).toMatchObject({ ok: true })
  await tamper(`create table held as select * from settlements; ${attack}`)
  expect(await bot.house.verify()).toMatchObject({
    ok: false,
    firstBad: { kind: 'settlement_changed', why: expect.stringContaining(`#${ref}`) },
  })
  await tamper(
    `delete from settlements; insert into settlements overriding system value select * from held; drop table held`,
  )
})

/** With all rights in the database, and its rules out of force. */
async function tamper(statements: string): Promise<void> {
  await bot.house.rows(`begin; set local session_replication_role = replica; ${statements}; commit`)
}
