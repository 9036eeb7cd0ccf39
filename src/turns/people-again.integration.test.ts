/** What is said of people who come and go: nothing that was done with a number before is taken for what is asked for now. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPeopleHere, type PeopleHere } from '../testing/installations/people-here.ts'

let people: PeopleHere
let bot: PeopleHere['bot']
let owner: string
let viewer: string
let say: PeopleHere['say']

beforeAll(async () => {
  people = await startPeopleHere()
  ;({ bot, owner, viewer, say } = people)
})
afterAll(() => people.close())

/** Has somebody ask for something, confirms it as its preview says, and waits until it is done. Returns the text of the preview. */
async function doIt(from: string, wish: string): Promise<string> {
  const preview = await say(from, wish)
  expect(preview).toMatchObject({ about: 'preview' })
  expect(await people.confirm(from, preview)).toContain('✅')
  return preview.text
}

const add = (phone: string, name: string) => `ADD_PERSON phone="${phone}" name="${name}" role=operator`
const activeOf = async (phone: string) =>
  (await bot.house.rows('select name from people where phone = $1 and active', [phone])).map(({ name }) => name)

test.each([
  ['Mexico', '+5213312345670', '+52 33 1234 5670'],
  ['Brazil', '+5511977776666', '+55 11 7777-6666'],
  ['Argentina', '+5491123456789', '+54 11 2345-6789'],
])(
  'whoever has the number of somebody who was removed, in its other form, is told of and removed: %s',
  async (...line) => {
    const [, phone, form] = line
    await doIt(owner, add(phone, 'Paco'))
    await doIt(owner, `REMOVE_PERSON phone=${phone}`)
    const preview = await doIt(owner, add(form, 'Luis'))
    expect(preview).toContain(`Add Luis, ${phone}, as operator — the number was Paco’s before`)
    expect(preview).toContain(`You said “${form}”: ${phone}.`)
    expect(await activeOf(phone)).toEqual(['Luis'])
    expect(await doIt(owner, `REMOVE_PERSON phone="${form}"`)).toContain('You did the same 1 minute ago')
    expect(await activeOf(phone)).toEqual([])
  },
)

test('whoever is here already under the other form of a number is not added, and it is said who that is', async () => {
  await doIt(owner, add('+5511966665555', 'Nina'))
  const refused = await say(owner, add('+55 11 6666-5555', 'Clara'))
  expect(refused).toMatchObject({ about: 'refusal', command: { reason: 'precondition_failed' } })
  expect(refused.text).toContain('+5511966665555 is here already, so nobody is added')
  expect(refused.text).toContain('You said “+55 11 6666-5555”: +5511966665555.')
})

test('whoever was forgotten and is here again is forgotten again', async () => {
  const phone = '+5511955554444'
  for (const name of ['Zeca', 'Zeca', 'Rui']) {
    await doIt(owner, add(phone, name))
    await doIt(owner, `FORGET person=${phone}`)
    expect(await activeOf(phone)).toEqual([])
  }
})

test('whoever has changed their name back is renamed again, and only once', async () => {
  const rename = `RENAME_PERSON phone=${viewer} name=Berta`
  await doIt(owner, rename)
  expect((await say(owner, rename)).text).toContain('Done already')
  await doIt(viewer, 'CALL_ME name="Vera Prado"')
  expect(await doIt(owner, rename)).toContain('You did the same 1 minute ago')
  expect(await activeOf(viewer)).toEqual(['Berta'])
})

test('a role that somebody had taken away and given back otherwise is taken away again', async () => {
  const [grant, revoke] = ['GRANT_ROLE', 'REVOKE_ROLE'].map((token) => `${token} phone=${viewer} role=operator`)
  await doIt(owner, grant ?? '')
  await doIt(owner, revoke ?? '')
  await bot.house.changePeople(`update people set roles = '{viewer,operator}' where phone = $1`, [viewer])
  await doIt(owner, revoke ?? '')
  await doIt(owner, grant ?? '')
  expect((await say(owner, grant ?? '')).text).toContain('Done already')
})

test('whoever was removed and is here again by the file or the command line is removed again', async () => {
  const phone = '+5511944443333'
  await doIt(owner, add(phone, 'Caio'))
  await doIt(owner, `REMOVE_PERSON phone=${phone}`)
  await bot.house.changePeople('update people set active = true where phone = $1', [phone])
  await doIt(owner, `REMOVE_PERSON phone=${phone}`)
  expect(await activeOf(phone)).toEqual([])
})
