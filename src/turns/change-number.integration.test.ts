/** Somebody has a new number: an owner gives their rights to it, by a code, and nothing of the old one goes on. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Reply } from '../channel/reply.ts'
import { rejectCommand } from '../ledger/commands/reject-command.ts'
import { transact } from '../ledger/transact.ts'
import { startPeopleHere, type PeopleHere } from '../testing/installations/people-here.ts'

let people: PeopleHere
let bot: PeopleHere['bot']
let owner: string
let viewer: string
let say: PeopleHere['say']

const [old, fresh] = ['+5511977770001', '+5511977770002']

beforeAll(async () => {
  people = await startPeopleHere()
  ;({ bot, owner, viewer, say } = people)
})
afterAll(() => people.close())

test('the old number confirms nothing any more, the new one begins anew, and it can be taken back', async () => {
  await people.confirm(owner, await say(owner, `ADD_PERSON phone=${old} name=Caio role=operator`))
  const open = await say(old, 'ADD_NOTE id=204 text="from the old phone"')
  expect(open).toMatchObject({ about: 'preview' })

  const preview = await say(owner, `Caio has a new number: ${fresh}`)
  expect(preview).toMatchObject({ about: 'preview', command: { name: 'CHANGE_NUMBER' }, preview: { target: old } })
  expect(preview.text).toContain(fresh)
  expect(preview.confirm?.expect).toMatch(/^CONFIRM /u)
  expect((await say(owner, 'yes')).about).not.toBe('outcome')
  expect(await people.confirm(owner, preview)).toContain(`Caio speaks to me from ${fresh} now; ${old} may not any more`)

  expect(await say(old, open.confirm?.expect ?? 'yes')).toMatchObject({ about: 'refusal' })
  expect(await bot.house.rows(`select 1 from order_notes where text = 'from the old phone'`)).toEqual([])
  expect((await say(fresh, 'who am I?')).text).toContain('Caio')
  expect((await say(fresh, 'yes')).text).not.toContain('from the old phone')
  expect((await say(fresh, 'ADD_NOTE id=204 text="from the new phone"')).about).toBe('preview')
  await say(fresh, '0')

  const undo = await say(owner, 'undo')
  expect(undo).toMatchObject({ about: 'preview', command: { name: 'CHANGE_NUMBER' }, preview: { target: fresh } })
  expect(undo.text).toContain('Caio’s before')
  await people.confirm(owner, undo)
  expect((await say(fresh, 'who am I?')).text).not.toContain('Caio')
  expect((await say(old, 'who am I?')).text).toContain('Caio')
  expect(await bot.house.verify()).toMatchObject({ ok: true, unvouched: [] })
})

test('nobody’s number becomes that of somebody who is here, nor does an owner change their own, and others may not', async () => {
  for (const wish of [`CHANGE_NUMBER phone=${old} number=${viewer}`, `CHANGE_NUMBER phone=${owner} number=${fresh}`])
    expect(await say(owner, wish)).toMatchObject({
      about: 'refusal',
      text: expect.stringContaining('No number is changed'),
      command: { reason: 'precondition_failed' },
    })
  expect(await say(old, `CHANGE_NUMBER phone=${viewer} number=${fresh}`)).toMatchObject({ about: 'refusal' })
})

test('what somebody did from their number of before is theirs: in the history, to undo, to export and to forget', async () => {
  const [before, between, now] = ['+5511966660001', '+5511966660002', '+5511966660003']
  const move = async (from: string, to: string) => {
    const told = await people.confirm(owner, await say(owner, `CHANGE_NUMBER phone=${from} number=${to}`))
    expect(told).toContain('speaks to me from')
  }
  await people.confirm(owner, await say(owner, `ADD_PERSON phone=${before} name="Zelia Prado" role=operator`))
  await people.confirm(before, await say(before, 'ADD_NOTE id=204 text="ring at the green door"'))
  const open = await say(before, 'ADD_NOTE id=204 text="never said"')
  await move(before, between)
  expect(await say(between, `UNDO #${open.command?.ref}`)).toMatchObject({
    text: expect.stringContaining('não tem nenhum comando'),
  })
  await move(between, now)

  expect(await say(now, 'undo')).toMatchObject({ about: 'preview', text: expect.stringContaining('green door') })
  await say(now, '0')
  expect((await say(owner, 'history of Zelia Prado')).text).toMatch(/asked for.*green door/u)

  await transact(bot.foundation.ledger.db, async (trx) => {
    const { id: commandId = '' } = open.command ?? {}
    const { chat_id: chatId, person_id: personId } = await trx
      .selectFrom('envelopes')
      .selectAll()
      .where('command_id', '=', commandId)
      .executeTakeFirstOrThrow()
    const { secrets } = bot.foundation
    await rejectCommand(
      trx,
      { secrets, clock: () => new Date() },
      { commandId, chatId, personId, messageId: null, from: 'accepted', reason: 'expired' },
    )
  })
  const byOld = await say(owner, `FORGET person=${before}`)
  expect(byOld.text).toContain(`speaks from ${now} now`)
  await say(owner, '0')
  const preview = await say(owner, 'forget the person Zelia Prado')
  expect(preview).toMatchObject({ about: 'preview', preview: { target: now } })
  expect(preview.text).toContain(`(${now}; and from before: ${between}, ${before})`)
  expect(await people.confirm(owner, preview)).toContain('Forgotten')
  const left = await bot.house
    .rows(`select phone as text from people union select value from identities union select external from chats
    union select body::text from inbox where sender_id is not null union select document::text from envelopes where name = 'ADD_NOTE'`)
  expect(JSON.stringify(left)).not.toMatch(/green door|9666600[123]/u)
  expect(await bot.house.verify()).toMatchObject({ ok: true, unvouched: [] })
})

/** What an export tells, its lists as text. */
async function heldIn({ media }: Reply) {
  const file = path.join(bot.foundation.config.workspaceDir, 'exports', media?.filename ?? '')
  const { person, messages, commands, evidence } = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>
  return {
    person,
    messages: JSON.stringify(messages),
    commands: JSON.stringify(commands),
    evidence: JSON.stringify(evidence),
  }
}

test('what somebody asked for from their number of before is in their own history, and in what is held of them', async () => {
  const [before, now, next] = ['+5511944440001', '+5511944440002', '+5511944440003']
  await people.confirm(owner, await say(owner, `ADD_PERSON phone=${before} name="Raul Lima" role=owner`))
  await people.confirm(before, await say(before, 'ADD_NOTE id=204 text="leave it at the mill"'))
  await people.confirm(owner, await say(owner, `CHANGE_NUMBER phone=${before} number=${now}`))

  expect((await say(now, 'my history')).text).toContain('at the mill')
  const files = [
    await say(now, 'what do you know about me?'),
    await say(now, 'EXPORT'),
    await say(owner, 'EXPORT person="Raul Lima"'),
    await say(owner, `EXPORT person=${now}`),
  ]
  for (const held of await Promise.all(files.map(heldIn))) {
    expect(held.person).toMatchObject({ phone: now, formerPhones: [before] })
    expect(held.messages).toContain('at the mill')
    expect(held.commands).toContain('at the mill')
    expect(held.evidence).toContain('command.confirmed')
  }
  const byOld = await heldIn(await say(owner, `EXPORT person=${before}`))
  expect(byOld.person).toMatchObject({ phone: before, formerPhones: [] })
  expect(byOld.messages).not.toContain('my history')

  // Who has a number next may have said what was written from it.
  await people.confirm(owner, await say(owner, `ADD_PERSON phone=${before} name="Nadia Reis" role=owner`))
  await people.confirm(owner, await say(owner, `CHANGE_NUMBER phone=${now} number=${next}`))
  expect((await say(next, 'my history')).text).not.toContain('at the mill')
  const held = await heldIn(await say(next, 'what do you know about me?'))
  expect(held.person).toMatchObject({ phone: next, formerPhones: [now] })
  expect(held.messages).not.toContain('at the mill')
})
