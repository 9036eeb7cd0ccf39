/** What people are called, and what is held of them: real turns and runs over the real ledger. */
import { access } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPeopleHere, type PeopleHere } from '../testing/installations/people-here.ts'

const soon = { interval: 20 }

let people: PeopleHere
let bot: PeopleHere['bot']
let owner: string
let other: string
let viewer: string
let say: PeopleHere['say']
let confirm: PeopleHere['confirm']

beforeAll(async () => {
  people = await startPeopleHere()
  ;({ bot, owner, other, viewer, say, confirm } = people)
})
afterAll(() => people.close())

const nameOf = async (phone: string) => (await bot.house.rows('select name from people where phone = $1', [phone]))[0]

test('a viewer corrects their own name, takes it back, and cannot have that of somebody else', async () => {
  const [before, { name: owners }] = [await nameOf(viewer), (await nameOf(owner)) as { readonly name: string }]
  const outcome = await confirm(viewer, await say(viewer, 'my name is Carla Souza'))
  expect(outcome).toContain('From now on I call you Carla Souza')
  expect(await nameOf(viewer)).toEqual({ name: 'Carla Souza' })
  expect((await say(viewer, 'who am I?')).text).toContain('Carla Souza')
  expect(await confirm(viewer, await say(viewer, 'undo'))).toContain('From now on I call you')
  expect(await nameOf(viewer)).toEqual(before)
  const taken = await say(viewer, `call me ${owners.toUpperCase()}`)
  expect(taken).toMatchObject({ about: 'refusal' })
  expect(taken.text).toContain('or somebody else here is')
  for (const name of [`${owners}\u3164`, `${owners} ${owner}`, owners.split('').join(' ')]) {
    expect(await say(viewer, `CALL_ME name="${name}"`)).toMatchObject({ about: 'refusal' })
  }
  expect(await nameOf(viewer)).toEqual(before)
  expect((await say(viewer, `rename ${owners} to Eva`)).text).toContain('You may not do this')
})

test('somebody names the place where they are, sees what time it is there, and takes it back', async () => {
  const zoneOf = () => bot.house.rows('select time_zone, chat_fields from people where phone = $1', [viewer])
  const [{ time_zone: before } = {}] = (await zoneOf()) as readonly { readonly time_zone?: string }[]
  const preview = await say(viewer, 'I live in Manaus')
  expect(preview.text).toMatch(/Set your time zone to America\/Manaus — Manaus, it is \d{1,2}:\d\d\s[AP]M there\n/u)
  expect(preview.text).toContain(`Undo: TIME_ZONE zone=${before}\n`)
  expect(await confirm(viewer, preview)).toMatch(/are those of Manaus, where it is \d{1,2}:\d\d\s[AP]M now/u)
  expect(await zoneOf()).toMatchObject([{ time_zone: 'America/Manaus', chat_fields: ['name', 'time_zone'] }])
  expect((await say(viewer, 'what is my time zone?')).text).toContain('time zone: America/Manaus')
  expect((await say(owner, 'what was done today?')).text).toContain('changed their time zone')
  expect((await say(owner, 'what was done yesterday?')).text).toMatch(/^Nothing is recorded there/u)
  expect(await confirm(viewer, await say(viewer, 'undo'))).toContain('From now on your days and times are those of')
  expect(await zoneOf()).toMatchObject([{ time_zone: before }])
})

test('of several places one is chosen by its number, and where nobody knows the place it is said what to write', async () => {
  const choice = await say(viewer, 'my time zone is Brazil')
  expect(choice.options?.[1]?.label).toMatch(/^America\/Manaus — Manaus, it is \d{1,2}:\d\d\s[AP]M there$/u)
  expect((await say(viewer, '2')).preview).toMatchObject({ target: 'America/Manaus' })
  await say(viewer, '0')
  expect((await say(viewer, 'use europe/lisbon')).preview).toMatchObject({ target: 'Europe/Lisbon' })
  await say(viewer, '0')
  const unknown = await say(viewer, 'my time zone is Atlantis')
  expect(unknown).toMatchObject({ about: 'ask' })
  expect(unknown.text).toContain('I know no place or time zone called “Atlantis”. Name a city')
  expect((await say(viewer, 'Tijuana')).preview).toMatchObject({ target: 'America/Tijuana' })
  await say(viewer, '0')
})

test('an owner renames somebody and takes it back; the name that they have is foretold to change nothing', async () => {
  const { name } = (await nameOf(viewer)) as { readonly name: string }
  expect((await say(owner, `rename ${viewer} to ${name}`)).text).toContain('called that already')
  const preview = await say(owner, `rename ${viewer} to Clara Lima`)
  expect(preview.text).toContain(name)
  expect(await confirm(owner, preview)).toContain(`${name} is called Clara Lima now`)
  expect((await say(owner, 'history')).text).toContain('changed a name')
  expect(await confirm(owner, await say(owner, 'undo'))).toContain(`is called ${name} now`)
  expect(await bot.house.verify()).toMatchObject({ ok: true })
})

test('a name that nobody would be given is given back to who had it', async () => {
  await bot.house.changePeople(`update people set name = 'Nico (owner)' where phone = $1`, [other])
  await confirm(owner, await say(owner, `rename ${other} to Nico Lima`))
  expect(await confirm(owner, await say(owner, 'undo'))).toContain('is called Nico (owner) now')
  expect((await say(owner, `rename ${other} to Nico (viewer)`)).text).toContain('Nobody can be called “Nico (viewer)”')
  await say(owner, 'cancel')
})

test('a name that somebody has already is told in the preview, with the end of their number', async () => {
  const { name } = (await nameOf(viewer)) as { readonly name: string }
  const told = `somebody is called so already: ${name} (…${viewer.slice(-4)}). A surname tells them apart`
  expect((await say(owner, `ADD_PERSON phone=+5511955550007 name="${name.toUpperCase()}" role=viewer`)).text).toContain(
    told,
  )
  await say(owner, '0')
  expect((await say(owner, `RENAME_PERSON phone=${other} name="${name}"`)).text).toContain(told)
  await say(owner, '0')
  expect((await say(owner, 'ADD_PERSON phone=+5511955550007 name=Nobuko role=viewer')).text).not.toContain('called so')
  await say(owner, '0')
  // Their own name in other letters is nobody else's.
  expect((await say(owner, `RENAME_PERSON phone=${viewer} name="${name.toUpperCase()}"`)).text).not.toContain(
    'called so',
  )
  await say(owner, '0')
})

test('who is here already is not added, and it is said what to do instead; meanwhile somebody else may add them', async () => {
  const caio = '+5511955550001'
  const wish = `ADD_PERSON phone=${caio} name=Caio role=viewer`
  const [first, second] = [await say(owner, wish), await say(other, wish)]
  expect(first.about).toBe('preview')
  expect(await confirm(owner, first)).toContain('Caio may speak to me now')
  // What the preview showed is so no more: nothing runs, and nothing is shown to confirm.
  const late = await say(other, second.confirm?.expect ?? '')
  expect(late).toMatchObject({ about: 'refusal', command: { status: 'rejected', reason: 'precondition_failed' } })
  expect(late.text).toContain('is here already')
  expect(late.text).toContain(`GRANT_ROLE phone=${caio}`)
  const added = 'select 1 from evidence where kind = $1'
  expect(await bot.house.rows(added, ['admin.person_added'])).toHaveLength(1)
  // The end of a longer number is another one.
  expect((await say(owner, 'ADD_PERSON phone=+955550001 name=Eva role=viewer')).about).toBe('preview')
  await say(owner, '0')
})

test('what somebody was shown before they were removed is not theirs to confirm when they are back', async () => {
  const dora = '+5511955550008'
  const add = async () => confirm(owner, await say(owner, `ADD_PERSON phone=${dora} name=Dora role=operator`))
  await add()
  const open = await say(dora, 'reinstate order 206')
  expect(open).toMatchObject({ about: 'preview', confirm: { method: 'yes' } })
  await confirm(owner, await say(owner, `REMOVE_PERSON phone=${dora}`))
  await add()
  const late = await say(dora, open.confirm?.expect ?? '')
  expect(late).toMatchObject({ about: 'refusal', command: { status: 'rejected', reason: 'unauthorised' } })
  expect(late.text).toBe(
    'Reativar o pedido 206: você pediu isso antes de perder o acesso, então nada foi feito. Se ainda quiser, peça de novo.',
  )
  expect(await confirm(dora, await say(dora, 'reinstate order 206'))).toContain('Pedido 206 reativado')
})

test('of two owners who remove each other at once the one who is removed hears what became of their command', async () => {
  const pair = ['+12025550143', '+12025550188']
  for (const [n, phone] of pair.entries())
    await confirm(owner, await say(owner, `ADD_PERSON phone=${phone} name="${['Pia', 'Quim'][n]}" role=owner`))
  const [pia = '', quim = ''] = pair
  const previews = [await say(pia, `REMOVE_PERSON phone=${quim}`), await say(quim, `REMOVE_PERSON phone=${pia}`)]
  const before = bot.sent.length
  await Promise.all(pair.map((from, n) => bot.receive({ from, text: previews[n]?.confirm?.expect ?? '' })))
  const told = () => bot.sent.slice(before).map(({ reply }) => reply.text)
  await expect.poll(() => told().some((text) => text.includes('may not speak to me any more')), soon).toBe(true)
  await expect.poll(() => told().some((text) => text.includes('You have no access here any more')), soon).toBe(true)
  const [lost = ''] = told().filter((text) => text.includes('You have no access here any more'))
  expect(lost).toMatch(/^❌? ?Remove (Pia|Quim) \(\+\d+\): (not done|nothing was changed)/u)
  expect(lost.split('\n').at(-1)).toBe('You have no access here any more; an owner can add you again.')
})

test('a misspelt name is asked about, of people and of orders', async () => {
  await confirm(owner, await say(owner, 'ADD_PERSON phone=+12025550111 name="John Weaver" role=viewer'))
  const person = await say(owner, 'remove Jhon Weaver')
  expect(person.text).toContain('Did you mean John Weaver, +12025550111, viewer?')
  expect((await say(owner, 'yes')).preview?.target).toBe('+12025550111')
  await say(owner, '0')
  expect((await say(owner, 'remove Jhon')).text).toContain('John Weaver')
  await say(owner, '0')
  const order = await say(owner, 'cancel the order of Mraia Sousa')
  expect(order.text).toMatch(/There is no order “Mraia Sousa”\.\nDid you mean/u)
  expect(order.options?.every(({ label }) => label.includes('Maria'))).toBe(true)
  await say(owner, '0')
})

test('a pause is not begun nor ended twice', async () => {
  const [pause, again] = [await say(owner, 'PAUSE'), await say(other, 'PAUSE')]
  expect((await say(owner, 'RESUME')).text).toContain('not paused')
  expect(await confirm(owner, pause)).toContain('Paused. Nothing new begins until somebody says RESUME ·')
  expect((await say(other, again.confirm?.expect ?? '')).text).toBe('It is paused already. RESUME ends it.')
  expect((await say(other, 'PAUSE')).about).toBe('refusal')
  const end = await say(other, 'RESUME')
  expect(end).toMatchObject({ about: 'preview' })
  expect(await confirm(other, end)).toContain('The pause is over')
})

test('nobody is shown a preview of forgetting themselves, and nobody is left without an owner', async () => {
  for (const phone of [owner, other]) {
    expect(await say(phone, `FORGET person=${phone}`)).toMatchObject({ about: 'refusal' })
  }
  expect(await say(owner, `FORGET person=${other}`)).toMatchObject({ about: 'preview' })
  await say(owner, '0')
  await bot.house.changePeople(`update people set roles = '{viewer}' where roles = '{owner}' and phone <> $1`, [owner])
  const told = await say(owner, `REMOVE_PERSON phone=${owner}`)
  expect(told).toMatchObject({ about: 'refusal' })
  expect(told.text).toContain('GRANT_ROLE makes somebody else an owner first')
  const kept = await say(owner, `REVOKE_ROLE phone=${owner} role=owner`)
  expect(kept).toMatchObject({ about: 'refusal' })
  expect(kept.text).toContain('or is the last owner')
  await bot.house.changePeople(`update people set roles = '{owner}' where phone = $1`, [other])
  for (const wish of [`REMOVE_PERSON phone=${owner}`, `REVOKE_ROLE phone=${owner} role=owner`]) {
    expect(await say(owner, wish)).toMatchObject({ about: 'preview' })
    await say(owner, '0')
  }
})

test('a Mexican under the number that accounts had before 2019 is added, granted a role, exported, removed and forgotten', async () => {
  const [old, plain] = ['+5215512345678', '+52 55 1234 5678']
  expect(await confirm(owner, await say(owner, `ADD_PERSON phone=${old} name="Luis" role=viewer`))).toContain('Luis')
  expect(await confirm(owner, await say(owner, `GRANT_ROLE phone="${plain}" role=operator`))).toContain('Luis')
  expect((await say(owner, 'EXPORT person=Luis')).media?.filename).toMatch(/^export-/u)
  const preview = await say(owner, 'remove Luis')
  expect(preview.text).toContain(old)
  expect(await confirm(owner, preview)).toContain('Luis')
  expect(await confirm(owner, await say(owner, `FORGET person=${old}`))).toContain('Forgotten')
  expect((await say(owner, 'remove Luis')).text).toContain('Nobody')
})

test('whoever may speak has what is held of them, and the file goes when they are forgotten', async () => {
  const before = bot.sent.length
  const { media: file } = await say(viewer, 'what do you know about me?')
  expect(bot.sent[before]?.reply.text).toContain('all that I hold of you')
  expect(file?.filename).toMatch(/^export-.*\.json$/u)
  const kept = path.join(bot.foundation.config.workspaceDir, 'exports', file?.filename ?? '')
  await access(kept)
  const moved = await say(owner, `RENAME_FILE from=exports/${file?.filename} to=mine.json`)
  expect(moved.text).toMatch(/no file/iu)
  expect((await say(owner, 'list files')).text).not.toContain('exports')
  expect(await confirm(owner, await say(owner, `FORGET person=${viewer}`))).toContain('Forgotten')
  await expect(access(kept)).rejects.toThrow('ENOENT')
})

test.each([
  ['en', 'To take back “Remove Memo (+5511988887777)”:', 'Memo (+5511988887777) · Which role?'],
  ['es', 'Para deshacer “Quitar a Memo (+5511988887777)”:', 'Memo (+5511988887777) · ¿Qué rol?'],
  ['pt-BR', 'Para desfazer “Remover Memo (+5511988887777)”:', 'Memo (+5511988887777) · Qual papel?'],
])('a role that nobody remembers is asked for with whom it is for (%s)', async (language, what, question) => {
  await bot.house.changePeople(`update people set language = '${language}' where phone = $1`, [owner])
  const phone = '+5511988887777'
  await confirm(owner, await say(owner, `ADD_PERSON phone=${phone} name=Memo role=viewer`))
  await confirm(owner, await say(owner, `REVOKE_ROLE phone=${phone} role=viewer`))
  await confirm(owner, await say(owner, `REMOVE_PERSON phone=${phone}`))
  const asked = await say(owner, 'undo')
  expect(asked.text.split('\n').slice(0, 2)).toEqual([what, question])
  expect((await say(owner, 'whatever')).text).toContain(question)
  await say(owner, '0')
})
