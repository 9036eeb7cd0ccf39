/**
 * Conversations that read like dialogues: the real catalogue, understanding and `advance()` over a world in memory.
 * Every step is taken twice on deeply frozen input, and every session goes through JSON, so each test of a conversation
 * also shows that `advance()` is deterministic, changes nothing, and keeps plain data.
 */
import { ownerRole } from '../../access/owner.ts'
import type { Person } from '../../access/person.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { FactOf, Speaker } from '../../conversation/lookup.ts'
import type { Context } from '../../conversation/scene.ts'
import { isFree } from '../../conversation/session.ts'
import { tokenAlphabet } from '../../envelope/token.ts'
import { createChat, type Chat } from './conversation-chat.ts'
import { createConversationLedger, type ConversationLedger } from './conversation-ledger.ts'
import { createConversationShop, type ConversationShop } from './conversation-shop.ts'

type Ids = Context['ids']

export type ConversationWorld = {
  shop: ConversationShop
  readonly ledger: ConversationLedger
  /** May be changed between two messages, as a deployment may. */
  catalogue: Catalogue
  queue: 'up' | 'down'
  pause: FactOf['pause']
  /** What the deployment takes for a confirmation in a voice note. */
  voiceConfirm: 'typed' | 'phrase'
  /** Lets time pass, in milliseconds. */
  readonly wait: (ms: number) => void
  readonly now: () => Date
  /** Who else has a preview or a question open in a chat. */
  readonly askedHere: (asker: { readonly personId: string; readonly chatId: string }) => string | null
  /** The names of all owners who have a chat, but of whoever asks. */
  readonly ownersBeside: (asker: { readonly personId: string }) => readonly string[]
  /** Everybody who has a chat, but whoever asks. */
  readonly speakersBeside: (asker: { readonly personId: string }) => readonly Speaker[]
  readonly chatOf: (who?: Partial<Person>, chatId?: string, chatKind?: Context['chatKind']) => Chat
}

/** A world with a clock that only moves when told to, and ids that count up. */
export function createConversationWorld({
  catalogue,
  start = new Date('2026-03-01T14:00:00Z'),
  ids = countingIds(),
}: {
  readonly catalogue: Catalogue
  readonly start?: Date
  readonly ids?: () => Ids
}): ConversationWorld {
  let now = start
  let chats = 0
  const opened: { readonly chatId: string; readonly chat: Chat }[] = []
  const clock = () => now
  const world: ConversationWorld = {
    shop: createConversationShop(),
    ledger: createConversationLedger({
      catalogue,
      clock,
      nameOf: (personId) => opened.find(({ chat }) => chat.person.id === personId)?.chat.person.name ?? '',
    }),
    catalogue,
    queue: 'up',
    pause: 'no',
    voiceConfirm: 'typed',
    wait: (ms) => void (now = new Date(now.getTime() + ms)),
    now: clock,
    askedHere: ({ personId, chatId }) =>
      opened.find(
        ({ chat, chatId: where }) => where === chatId && chat.person.id !== personId && !isFree(chat.session()),
      )?.chat.person.name ?? null,
    ownersBeside: ({ personId }) =>
      opened.flatMap(({ chat: { person } }) =>
        person.id !== personId && person.roles.includes(ownerRole) ? [person.name] : [],
      ),
    speakersBeside: ({ personId }) =>
      opened.flatMap(({ chat: { person } }) =>
        person.id === personId ? [] : [{ id: person.id, name: person.name, roles: person.roles }],
      ),
    chatOf: (who = {}, chatId = `chat-${++chats}`, chatKind = 'private') => {
      const chat = createChat(world, ids, personOf(who), { chatId, chatKind })
      opened.push({ chatId, chat })
      return chat
    },
  }
  return world
}

function personOf(who: Partial<Person>): Person {
  const id = who.id ?? `person ${who.name ?? 'Ana'}`
  return { id, phone: '+5511990000001', name: 'Ana', roles: ['owner'], language: 'en', timeZone: 'UTC', ...who }
}

/** Tokens alternate letters and digits, so that each is one that `createToken` could draw. */
function countingIds(): () => Ids {
  const letters = Array.from(tokenAlphabet).filter((each) => /[A-Z]/u.test(each))
  const digits = Array.from(tokenAlphabet).filter((each) => /\d/u.test(each))
  let count = 0
  return () => {
    count += 1
    const [letter, digit] = [
      letters[count % letters.length] ?? 'A',
      digits[Math.floor(count / letters.length) % 8] ?? '2',
    ]
    return { commandId: `command ${count}`, ref: `R${digit}${letter}${letter}X`, token: `T${digit}${letter}${digit}` }
  }
}

/** Has it done, a minute after what was before; its reference. */
export function doIt(world: ConversationWorld, chat: Chat, wish: string): string {
  world.wait(60_000)
  chat.say(wish)
  const { ref } = chat.pending().envelope.sayso
  chat.sayAll(chat.expect())
  chat.work()
  return ref
}
