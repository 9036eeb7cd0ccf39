/** "15mm", said of a list of fittings: one of the list that is so wide, whatever else is of that width. */
import { expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import type { Chat } from '../testing/conversation/conversation-chat.ts'
import { createConversationWorld } from '../testing/conversation/conversation-harness.ts'

const catalogue = await loadShippedCatalogue()
const things = [
  'Elbow 15mm copper',
  'Elbow 22mm copper',
  'Elbow 15 mm steel',
  'Tee 15mm copper',
  'Tee 28mm copper',
  'Elbow 2.5mm brass',
]

/** The elbows are listed. */
function listed(): Chat {
  const world = createConversationWorld({ catalogue })
  world.shop.orders.clear()
  things.forEach((customer, at) =>
    world.shop.orders.set(String(301 + at), { customer, cents: 5000, status: 'paid', refundedCents: 0, notes: [] }),
  )
  const chat = world.chatOf()
  expect(chat.say("cancel elbow's order").options).toHaveLength(4)
  return chat
}

test.each([
  ['22mm', '302'],
  ['the 22mm one', '302'],
  ['the 22mm copper', '302'],
  ['15mm steel', '303'],
])('“%s” is the one of the list', (said, target) => {
  expect(listed().say(said).preview?.target).toBe(target)
})

test('“15mm” leaves those of the list, and no others', () => {
  const { options } = listed().say('15mm')
  expect(options?.map(({ label }) => label.slice(0, 3))).toEqual(['301', '303'])
})

test('“5mm” is no 2.5mm, which “2,5 mm brass” is', () => {
  const chat = listed()
  expect(chat.say('5mm')).toMatchObject({ about: 'choose', options: [{}, {}, {}, {}] })
  expect(chat.say('2,5 mm brass').preview?.target).toBe('306')
})
