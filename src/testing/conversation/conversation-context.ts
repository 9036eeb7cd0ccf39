import type { Person } from '../../access/person.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import { localeOf } from '../../conversation/render/locale-of.ts'
import type { Context } from '../../conversation/scene.ts'

/** What a text is rendered in: a private chat of an owner, or of whoever else is given. */
export function conversationContext(catalogue: Catalogue, who: Partial<Person> = {}): Context {
  const ana = { id: 'p', phone: '+5511990000001', name: 'Ana', roles: ['owner'], language: 'en', timeZone: 'UTC' }
  const person = { ...ana, ...who }
  return {
    now: new Date('2026-03-01T14:00:00Z'),
    person,
    identityId: 'i',
    channel: 'terminal',
    chatId: 'c',
    chatKind: 'private',
    catalogue,
    locale: localeOf(catalogue, person),
    ids: { commandId: 'id', ref: 'K7Q2M', token: 'C9F2' },
    limits: { confirmWithinMs: 300_000, approveWithinMs: 3_600_000, staleAfterMs: 600_000 },
  }
}
