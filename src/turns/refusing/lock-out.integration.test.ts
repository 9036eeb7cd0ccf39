/** Lockouts, by real turns over the real ledger. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OutboundReply } from '../../channel/channel.ts'
import { addPerson } from '../../ledger/people/people-changes.ts'
import { exportPerson } from '../../ledger/privacy/privacy-export.ts'
import { startBotHere, type BotHere } from '../../testing/installations/bot-here.ts'

const eve = '+15550009999'

let bot: BotHere
let house: BotHere['house']

beforeEach(async () => {
  bot = await startBotHere()
  house = bot.house
  // Two owners, one of them Brazilian; the others look only.
  await house.changePeople(`update people set roles = '{viewer}' where phone not in ($1, $2)`, [
    house.phone(0),
    house.phone(1),
  ])
  await house.changePeople(`update people set language = 'pt-BR', time_zone = 'America/Sao_Paulo' where phone = $1`, [
    house.phone(1),
  ])
})
afterEach(() => bot.close())

const say = (from: string, text: string) => bot.send({ from, text })

/** What somebody was sent, in order; between chats there is none. */
const sentTo = (replies: readonly OutboundReply[], phone: string) => replies.filter(({ to }) => to === phone)

async function sayOften(from: string, text: string, times: number): Promise<readonly OutboundReply[]> {
  const all: OutboundReply[] = []
  for (let n = 0; n < times; n++) all.push(...(await say(from, text)))
  return all
}

test('ten codes that are nobody’s lock a viewer out, who hears it once; so does each owner', async () => {
  const viewer = house.phone(2)
  expect(await sayOften(viewer, 'confirm Z2Z2', 9)).toHaveLength(9)
  const replies = await say(viewer, 'confirm Z2Z2')
  const [refusal, told] = sentTo(replies, viewer)
  expect(refusal?.reply).toMatchObject({ about: 'refusal', text: expect.stringMatching(/^No command is waiting/u) })
  expect(told).toMatchObject({
    to: viewer,
    reply: {
      about: 'refusal',
      text: expect.stringMatching(/^Too many refused attempts. Try again at \d{1,2}:\d\d\s[AP]M/u),
    },
  })
  expect(replies).toHaveLength(4)
  expect(sentTo(replies, house.phone(0))).toMatchObject([
    {
      group: null,
      reply: {
        about: 'info',
        text: expect.stringMatching(
          /^Owner 2 \(\+\d+\) was refused too often and gets no answer until \d{1,2}:\d\d\s[AP]M\.$/u,
        ),
      },
    },
  ])
  expect(sentTo(replies, house.phone(1))).toMatchObject([
    {
      group: null,
      reply: { about: 'info', text: expect.stringMatching(/^Owner 2 .* sem resposta até as \d\d:\d\d\.$/u) },
    },
  ])

  expect(await sayOften(viewer, 'status of order 204', 3)).toEqual([])
  expect(await house.rows(`select count(*)::int as count from evidence where kind = 'access.locked_out'`)).toEqual([
    { count: 1 },
  ])
  // Whoever is not locked out is answered as ever.
  expect(await say(house.phone(3), 'status of order 204')).toHaveLength(1)

  await house.rows('update lockouts set locked_until = now()')
  expect(await say(viewer, 'status of order 204')).toMatchObject([{ reply: { about: 'outcome' } }])
})

test('what somebody known has no rights for is refused as often as they ask, and counts as no attempt', async () => {
  const viewer = house.phone(2)
  const refusals = await sayOften(viewer, 'CANCEL_ORDER id=204', 12)
  expect(refusals.map(({ reply }) => reply.command?.reason)).toEqual(Array(12).fill('unauthorised'))
  expect(await say(viewer, 'status of order 204')).toMatchObject([{ reply: { about: 'outcome' } }])
  expect(await house.rows('select * from lockouts')).toEqual([])
})

test('whoever was removed is refused in the language that they had here', async () => {
  const removed = house.phone(3)
  await house.changePeople(`update people set language = 'es', active = false where phone = $1`, [removed])
  expect(await say(removed, 'hola')).toMatchObject([{ reply: { text: expect.stringContaining('No conozco') } }])
})

test('a stranger who goes on is ignored, and owners hear the number', async () => {
  await sayOften(eve, 'hello', 9)
  const told = await say(eve, 'hello')
  expect(sentTo(told, eve)).toMatchObject([{ reply: { text: expect.stringContaining('15 minutes') } }])
  for (const owner of [house.phone(0), house.phone(1)])
    expect(sentTo(told, owner)).toMatchObject([{ reply: { text: expect.stringContaining(eve) } }])
  expect(told).toHaveLength(3)
  expect(await say(eve, 'hello')).toEqual([])
})

test('what a stranger writes in a group is not told of whoever uses the id of their message', async () => {
  const [mallory, owner] = ['+5511990008888', house.phone(0)]
  const sent = { id: 'same', group: 'family', mentions: true } as const
  expect(await bot.send({ ...sent, from: mallory, text: 'let me in' })).toHaveLength(1)
  await bot.send({ ...sent, from: owner, text: 'help' })
  const { ledger, secrets } = bot.foundation
  expect(JSON.stringify(await exportPerson(ledger.db, secrets, owner))).not.toContain('let me in')
  const proved = `select value from evidence join identities on facts->>'identity' = identities.id::text
    where evidence.kind = 'access.refused' and facts->>'message' = 'same'`
  expect(await house.rows(proved)).toEqual([{ value: mallory }])
})

test('a stranger is refused whatever they send, once for a heap of it, but whoever only calls is not written to', async () => {
  const file = { kind: 'file', path: '/nowhere', mimetype: 'image/jpeg', filename: 'a.jpg' } as const
  for (const content of [file, { kind: 'unreadable', what: 'sticker' } as const])
    expect(sentTo(await bot.send({ from: eve, content }), eve)).toMatchObject([
      { reply: { about: 'refusal', text: expect.stringContaining('do not know this number') } },
    ])
  for (const what of ['sticker', 'call'] as const)
    expect(await bot.send({ from: eve, content: { kind: 'unreadable', what } })).toEqual([])
})

test('a stranger hears it in the language of their number, and is answered again once somebody adds them', async () => {
  const zoe = '+5511990009999'
  await sayOften(zoe, 'oi', 9)
  const told = await say(zoe, 'oi')
  expect(sentTo(told, zoe)).toMatchObject([{ reply: { text: expect.stringContaining('15 minutos') } }])
  expect(await say(zoe, 'oi')).toEqual([])
  const { ledger, secrets } = bot.foundation
  const [owner] = await house.rows('select id from people where phone = $1', [house.phone(0)])
  const rules = { roles: new Map([['owner', ['*']]]), languages: ['en', 'pt-BR', 'es'] }
  await ledger.db
    .transaction()
    .execute((trx) =>
      addPerson(trx, secrets, { actorId: String(owner?.['id']), rules, phone: zoe, name: 'Zoe', role: 'owner' }),
    )
  expect(sentTo(await say(zoe, 'ajuda'), zoe)).toMatchObject([{ reply: { about: 'help' } }])
})

test('codes that are wrong or belong to nothing open count, and a confirmation ends the count', async () => {
  const owner = house.phone(0)
  await sayOften(owner, 'confirm Z2Z2', 9)
  const [preview] = await say(owner, 'CANCEL_ORDER id=204')
  await bot.receive({ from: owner, text: preview?.reply.confirm?.expect ?? '' })
  // No worker is there to run it, so it never gets quiet.
  await expect
    .poll(() => house.rows('select status from envelopes'), { interval: 10 })
    .toEqual([{ status: 'confirmed' }])
  expect(await house.rows('select cardinality(refused_at) as refused from lockouts')).toEqual([{ refused: 0 }])
})

test('codes that are nobody’s count in a group as well', async () => {
  for (const _ of Array.from({ length: 3 }))
    await bot.send({ from: house.phone(0), group: 'team', mentions: true, text: 'confirm Z2Z2' })
  expect(await house.rows('select cardinality(refused_at) as refused from lockouts')).toEqual([{ refused: 3 }])
})

test('wrong codes for an open preview count, reads and plain misunderstandings do not', async () => {
  const owner = house.phone(0)
  await sayOften(owner, 'fizzle the bazzle', 12)
  await say(owner, 'CANCEL_ORDER id=204')
  await sayOften(owner, 'confirm Z2Z2', 2)
  await say(owner, 'status of order 204')
  expect(await house.rows('select cardinality(refused_at) as refused from lockouts')).toEqual([{ refused: 2 }])
})
