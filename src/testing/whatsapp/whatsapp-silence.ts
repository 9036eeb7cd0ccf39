import { expect } from 'vitest'
import { isNewText, textOf } from './whatsapp-bot.ts'
import type { Contact } from '../whatsapp-server/contact.ts'
import type { WhatsAppServer } from '../whatsapp-server/whatsapp-server.ts'

/** Waits until all that was said is dealt with, and sees that nobody was told more than they have heard. */
export async function expectSilence(server: WhatsAppServer, people: readonly Contact[]): Promise<void> {
  await expect.poll(server.undelivered, { timeout: 20_000 }).toBe(0)
  // What was to be told before this is answered has been told by then.
  for (const person of people) {
    await person.say('status of order 201')
    expect(await hearText(person)).toContain('Order 201')
  }
  expect(server.untaken().filter(isNewText).map(textOf)).toEqual([])
}

/** The next text that appears on somebody's phone. */
export async function hearText(person: Contact): Promise<string> {
  return textOf(await person.next({ matches: isNewText }))
}
