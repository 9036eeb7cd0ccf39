/** The first owner, by real turns over the real ledger, queue and worker. */
import * as fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Reply } from '../channel/reply.ts'
import { tokenAlphabet } from '../envelope/token.ts'
import { offerOwnerCode } from '../ledger/people/owner-codes.ts'
import { startBotHere, type BotHere } from '../testing/installations/bot-here.ts'
import { startWorker } from '../worker.ts'

const ana = '+15550000001'
const eve = '+15550009999'

let bot: BotHere
let house: BotHere['house']
let worker: { readonly stop: () => Promise<void> }

beforeEach(async () => {
  bot = await startBotHere({ withPeople: false, nameOf: (phone) => (phone === ana ? 'Ana' : null) })
  house = bot.house
  worker = await startWorker(bot.foundation)
})
afterEach(async () => {
  await worker.stop()
  await bot.close()
})

type Manner = { readonly from?: string; readonly group?: string; readonly forwarded?: boolean }

/** Says something; returns everything that is said until it is quiet. */
async function say(text: string, { from = ana, group, forwarded = false }: Manner = {}): Promise<readonly Reply[]> {
  const replies = await bot.send({ from, text, group: group ?? null, mentions: true, forwarded })
  return replies.map(({ reply }) => reply)
}

async function offer(): Promise<string> {
  const { ledger, secrets } = bot.foundation
  const offered = await offerOwnerCode({ db: ledger.db, secrets, clock: () => new Date() })
  return offered?.code ?? 'no code is offered'
}

const owners = () => house.rows(`select phone, name from people where 'owner' = any(roles)`)

test('the code and the phrase make whoever sends them the owner, who is offered everything but that', async () => {
  const code = await offer()
  expect(await say('help')).toMatchObject([{ about: 'refusal', text: expect.stringContaining('send it here') }])
  expect(await say('oi', { from: '+5511990000001' })).toMatchObject([
    { text: expect.stringContaining('mande esse código aqui') },
  ])
  const [preview] = await say(code.toLowerCase().replace('-', ' '))
  expect(preview).toMatchObject({
    about: 'preview',
    command: { name: 'ADD_OWNER' },
    preview: { args: { name: 'Ana' } },
    confirm: { method: 'phrase' },
  })
  expect(await owners()).toEqual([])
  // Until then this is all that there is for them.
  const [help] = await say('help')
  expect(help?.text).toContain('ADD_OWNER')
  expect(help?.text).not.toContain('ORDER_STATUS')
  expect(await say('ORDER_STATUS id=204')).toMatchObject([{ about: 'refusal' }])

  expect(await say(preview?.confirm?.expect ?? '')).toMatchObject([
    {
      about: 'outcome',
      command: { name: 'ADD_OWNER', status: 'executed' },
      text: expect.stringContaining('You are the owner now'),
    },
  ])
  expect(await owners()).toEqual([{ phone: ana, name: 'Ana' }])
  expect((await say('help'))[0]?.text).toContain('ORDER_STATUS')
  expect((await say('help'))[0]?.text).not.toContain('ADD_OWNER')
  expect(await say('ADD_OWNER')).toMatchObject([{ about: 'refusal' }])
  for (const again of ['make me the owner', preview?.confirm?.expect ?? ''])
    expect(await say(again)).toMatchObject([{ text: expect.stringContaining('You are the owner already') }])
  expect(await offer()).toBe('no code is offered')
  expect(await house.verify()).toMatchObject({ ok: true })
})

test('the code can be read in no message, and is no good to anybody else', async () => {
  const code = await offer()
  await say(code)
  expect(await say(code, { from: eve })).toMatchObject([{ about: 'refusal' }])
  expect(await house.rows('select 1 from inbox where body::text like $1', [`%${code}%`])).toHaveLength(1)
  expect(await house.rows(`select 1 from inbox where body::text like $1 and message_id = 'm1'`, [`%${code}%`])).toEqual(
    [],
  )
  expect(await house.rows('select phone from people')).toEqual([{ phone: ana }])
})

test('whoever used the code may send it again for a new preview, but not once another has used a later one', async () => {
  const code = await offer()
  await say(code)
  expect((await say(code))[0]).toMatchObject({ about: 'preview' })
  const later = await offer()
  await say(later, { from: eve })
  const [preview] = await say('Eve Cruz', { from: eve })
  expect((await say('yes, make me the owner'))[0]).toMatchObject({ about: 'refusal' })
  expect(await owners()).toEqual([])
  await say(preview?.confirm?.expect ?? '', { from: eve })
  expect(await owners()).toEqual([{ phone: eve, name: 'Eve Cruz' }])
})

test('whose name the channel does not say is asked for it, and is never called by their number', async () => {
  const code = await offer()
  expect(await say(code, { from: eve })).toMatchObject([
    { about: 'ask', text: expect.stringContaining('What are you called?') },
  ])
  for (const other of ['cancel order 204', 'can that be undone?'])
    expect(await say(other, { from: eve })).toMatchObject([
      { about: expect.not.stringContaining('preview'), text: expect.stringContaining('What are you called?') },
    ])
  const [preview] = await say('Eve Cruz', { from: eve })
  expect(preview).toMatchObject({ about: 'preview', preview: { args: { name: 'Eve Cruz' } } })
  expect(await say(preview?.confirm?.expect ?? '', { from: eve })).toMatchObject([
    { about: 'outcome', text: expect.stringContaining('You are the owner now') },
  ])
  expect(await owners()).toEqual([{ phone: eve, name: 'Eve Cruz' }])
})

test.each(['I’m Nina', 'my name is Nina', 'Nina'])('who is asked for their name may answer “%s”', async (answer) => {
  await say(await offer(), { from: eve })
  expect(await say(answer, { from: eve })).toMatchObject([{ about: 'preview', preview: { args: { name: 'Nina' } } }])
})

test('a name that a new owner says next is offered as theirs, until they have asked for something', async () => {
  const [preview] = await say(await offer())
  await say(preview?.confirm?.expect ?? '')
  expect(await say('so it begins')).toMatchObject([{ about: 'help' }])
  expect(await say('How does billing work?')).toMatchObject([{ about: 'help' }])
  expect(await say('Nina Lima')).toMatchObject([
    { about: 'preview', command: { name: 'CALL_ME' }, preview: { args: { name: 'Nina Lima' } } },
  ])
  await say('yes')
  expect(await owners()).toEqual([{ phone: ana, name: 'Nina Lima' }])
  expect(await say('Eve Cruz')).toMatchObject([{ about: 'help' }])
})

test('in a forwarded message the code does nothing', async () => {
  const code = await offer()
  expect(await say(code, { forwarded: true })).toMatchObject([{ about: 'refusal' }])
  expect(await house.rows('select 1 from people')).toEqual([])
  expect((await say(code))[0]).toMatchObject({ about: 'preview' })
})

test.each([false, true])(
  'in a group, where all can read it, the code makes nobody the owner and counts no longer, forwarded too (%s)',
  async (forwarded) => {
    const code = await offer()
    expect(await say('hello', { group: 'team' })).toMatchObject([
      { text: expect.stringContaining('private chat, not here') },
    ])
    expect(await say('22222-22222', { group: 'team' })).toMatchObject([{ about: 'refusal' }])
    expect(await say(code, { group: 'team', forwarded })).toMatchObject([
      { text: expect.stringContaining('so it counts no longer') },
    ])
    expect(await house.rows(`select 1 from evidence where kind = 'access.owner_code_shown'`)).toHaveLength(1)
    expect(await house.rows('select 1 from inbox where body::text like $1', [`%${code}%`])).toEqual([])
    // Nobody is sent away to an owner who does not exist.
    for (const [text, from] of [
      [code, eve],
      ['hello', ana],
    ] as const)
      expect(await say(text, { from })).toMatchObject([
        { about: 'refusal', text: expect.stringMatching(/^Nobody is the owner here yet.*a new one is shown/iu) },
      ])
    expect(await house.rows('select 1 from people')).toEqual([])
    expect((await say(await offer()))[0]).toMatchObject({ about: 'preview' })
  },
)

test('from somebody whose number is hidden the code makes nobody known, stays good, and is answered with what to do', async () => {
  const code = await offer()
  const hidden = 'lid:91000000000001'
  for (let n = 0; n < 12; n++)
    expect(await say(code, { from: hidden })).toMatchObject([
      { about: 'refusal', text: expect.stringContaining('hides') },
    ])
  expect(await house.rows('select 1 from people')).toEqual([])
  expect(await house.rows('select 1 from inbox where body::text like $1', [`%${code}%`])).toEqual([])
  expect((await say('22222-22222', { from: hidden }))[0]?.text).toContain('code is not good')
  expect((await say('ADD_OWNER', { from: hidden }))[0]).toMatchObject({ about: 'refusal' })
  expect((await say(code))[0]).toMatchObject({ about: 'preview', command: { name: 'ADD_OWNER' } })
})

test('no other message ever makes anybody known', async () => {
  const code = await offer()
  const text = fc.oneof(
    { withCrossShrink: true },
    fc.constantFrom(code.slice(1), `${code}2`, `it is ${code}`, `confirm ${code}`, 'make me the owner', 'ADD_OWNER'),
    fc.string({ unit: fc.constantFrom(...Array.from(tokenAlphabet)), minLength: 10, maxLength: 10 }),
    fc.string({ minLength: 1 }),
  )
  const manner = fc.constantFrom<Manner>({}, { group: 'team' }, { forwarded: true })
  let strangers = 0
  await fc.assert(
    fc.asyncProperty(text, manner, async (said, how) => {
      // Each time somebody else, so that nobody is locked out.
      await say(said, { ...how, from: `+1555100${String(++strangers).padStart(4, '0')}` })
      expect(await house.rows('select 1 from people')).toEqual([])
    }),
    { numRuns: 30 },
  )
  expect((await say(code))[0]).toMatchObject({ about: 'preview' })
})

test('the role of a claimant means nothing where it was stored for somebody', async () => {
  await house.changePeople(
    `insert into people (phone, name, roles, language, time_zone, source) values ($1, 'Eve', '{viewer,claimant}', 'en', 'UTC', 'file')`,
    [eve],
  )
  const [help] = await say('help', { from: eve })
  expect(help?.text).toContain('ORDER_STATUS')
  expect(help?.text).not.toContain('ADD_OWNER')
  for (const text of ['ADD_OWNER', 'make me an owner'])
    expect(await say(text, { from: eve })).toMatchObject([
      { about: 'refusal', text: expect.stringContaining('WHOAMI') },
    ])
})

test('a wrong code is refused, and ten of them lock out even from the right one', async () => {
  const code = await offer()
  for (let n = 0; n < 9; n++) {
    expect(await say('22222-22222')).toMatchObject([{ text: expect.stringContaining('code is not good') }])
  }
  expect(await say('22222-22222')).toMatchObject([
    { about: 'refusal' },
    { text: expect.stringContaining('15 minutes') },
  ])
  expect(await say(code)).toEqual([])
  expect((await say(code, { from: eve }))[0]).toMatchObject({ about: 'ask', text: expect.stringContaining('called') })
})
