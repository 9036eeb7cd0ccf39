import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Message } from '../../message.ts'
import { createPresence, type Presence } from './presence.ts'

let presence: Presence
let shown: string[]

beforeEach(() => {
  vi.useFakeTimers()
  shown = []
  presence = createPresence({
    socket: () => ({ sendPresenceUpdate: async (state) => void shown.push(state) }),
    react: async ({ id }, emoji) => void shown.push(`${emoji} ${id}`),
    clock: () => new Date(),
  })
})

afterEach(() => {
  presence.stop()
  vi.useRealTimers()
})

function stored(id: string, ageMs: number): void {
  const message: Message = {
    id,
    account: 'a',
    channel: 'whatsapp',
    from: '+5511990000001',
    group: null,
    mentions: false,
    quoted: null,
    forwarded: false,
    sentAt: new Date(Date.now() - ageMs).toISOString(),
    content: { kind: 'text', text: 'status of order 204' },
  }
  const key = { id, remoteJid: '5511990000001@s.whatsapp.net' }
  presence.onStored(message, { key, message: {}, sentAtS: 0, pushName: null })
}

test('what waits for its answer is marked as kept, and what is answered before that is not', () => {
  stored('A1', 1000)
  stored('A2', 1000)
  presence.onTurnOver({ id: 'A2' })
  vi.advanceTimersByTime(10_000)
  expect(shown).toEqual(['composing', '✅ A1'])
})

test('what was said a while before it came in is not marked: somebody is typing, and that is all', () => {
  stored('A1', 29_000)
  stored('A2', 31_000)
  stored('A3', 3 * 60 * 60_000)
  vi.advanceTimersByTime(10_000)
  expect(shown).toEqual(['composing', 'composing', 'composing', '✅ A1'])
})
