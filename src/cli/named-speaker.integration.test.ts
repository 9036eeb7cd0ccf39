import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestLedger, type TestLedger } from '../testing/installations/test-ledger.ts'
import { changePeople } from '../testing/installations/change-people.ts'
import { namedSpeaker } from './named-speaker.ts'

let house: TestLedger
beforeAll(async () => {
  house = await createTestLedger()
  await changePeople(
    { db: house.ledger.db, secrets: house.secrets },
    `insert into people (phone, name, roles, language, time_zone, source)
      values ('+5511990000003', 'Rita', '{viewer}', 'en', 'UTC', 'test')`,
  )
})
afterAll(() => house.close())

test.each([
  ['+5511990000003', 'Rita'],
  ['+5511990000009', '+5511990000009'],
  // The end of a number names somebody elsewhere; here it would be another sender.
  ['990000003', '990000003'],
])('%s goes by %s at the prompt, and says itself what it is called', async (phone, name) => {
  const { ledger, secrets } = house
  expect(await namedSpeaker({ ledger, secrets }, phone)).toEqual({ phone, name, ownName: null })
})

test('under either number of their line they are the one who is known', async () => {
  const { ledger, secrets } = house
  const speaker = await namedSpeaker({ ledger, secrets }, '+551190000003')
  expect(speaker).toEqual({ phone: '+5511990000003', name: 'Rita', ownName: null })
})
