import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assertNever } from '../errors.ts'
import { tokenAlphabet } from '../envelope/token.ts'
import { loadShippedCatalogue, withCommand } from '../testing/catalogues/conversation-catalogue.ts'
import type { Chat, Said } from '../testing/conversation/conversation-chat.ts'
import { createConversationWorld, type ConversationWorld } from '../testing/conversation/conversation-harness.ts'

/**
 * Long random conversations of three chats. The harness itself fails when `advance()` is not deterministic, changes its
 * input, keeps anything but plain JSON, or decides what the lifecycle or a claim forbids.
 */

const shipped = await loadShippedCatalogue()
/** One destructive command with a token, one with a phrase. */
const catalogue = withCommand(shipped, 'REFUND_ORDER', { command: { confirm: 'phrase' } })

const plainTexts = [
  'cancel order 204',
  'cancel order 205',
  "cancel Pedro's order",
  'cancel an order',
  'refund order 205 for 10',
  'refund order 205',
  'reinstate order 206',
  'add a note to order 204: call first',
  'cancel order 204 and refund order 205 for 10 and show order 206',
  'show order 207 and cancel order 999',
  "don't cancel order 204",
  'status of order 204',
  "what is the status of Pedro's order",
  'list orders',
  'help',
  'yes',
  'no',
  'no, 205',
  '0',
  '2',
  '10',
  'again',
  'cancel',
  'yes, cancel it',
  'yes, cancel order 204',
  'yes, reinstate order 206',
  'no, wait',
  'no, 12 dollars',
  'no only give him 20',
  'yes until thursday',
  'actually it is too much',
  '20 not 10',
  'yes 20',
  'actually maria',
  'sorry, I meant 205',
  "don't cancel",
  'the moon is made of cheese',
  'CONFIRM ZZ99',
] as const

type Act =
  | { readonly kind: 'say'; readonly text: string; readonly said: Said }
  | { readonly kind: 'expect' | 'old' | 'undo' | 'cancel'; readonly said: Said; readonly nth: number }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'work' | 'watch' | 'queue' | 'roles' | 'facts' | 'edit' }

const said: fc.Arbitrary<Said> = fc.record({
  ageMs: fc.constantFrom(0, 0, 0, 0, 60_000, 11 * 60_000),
  forwarded: fc.constantFrom(false, false, false, true),
})
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('say'), text: fc.constantFrom(...plainTexts), said }) },
  {
    weight: 7,
    arbitrary: fc.record({
      kind: fc.constantFrom('expect', 'expect', 'expect', 'old', 'undo', 'cancel'),
      said,
      nth: fc.nat({ max: 20 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('wait'), ms: fc.constantFrom(1000, 61_000, 301_000) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('work', 'work', 'watch') }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('queue', 'roles', 'facts', 'edit') }) },
)
const turns = fc.array(fc.tuple(fc.constantFrom(0, 0, 0, 1, 2), act), { minLength: 10, maxLength: 40, size: 'max' })

/** What a turn says, in the chat where it is said; `null` for acts that say nothing. */
function textOf(world: ConversationWorld, chat: Chat, each: Act): string | null {
  const commands = [...world.ledger.commands.values()]
  switch (each.kind) {
    case 'say':
      return each.text
    case 'expect':
      return chat.replies.findLast(({ about }) => about === 'preview')?.confirm?.expect ?? 'yes'
    case 'old':
      return `CONFIRM ${commands.filter(({ token }) => token !== null)[each.nth]?.token ?? 'AB23'}`
    case 'undo':
    case 'cancel':
      return `${each.kind} #${commands[each.nth]?.envelope.sayso.ref ?? 'AB23C'}`
    case 'wait':
    case 'work':
    case 'watch':
    case 'queue':
    case 'roles':
    case 'facts':
    case 'edit':
      return null
    default:
      return assertNever(each)
  }
}

function happen(world: ConversationWorld, chat: Chat, each: Act): void {
  switch (each.kind) {
    case 'wait':
      return world.wait(each.ms)
    case 'work':
      return void chat.work()
    case 'watch':
      return void chat.watch()
    case 'queue':
      world.queue = world.queue === 'up' ? 'down' : 'up'
      return
    case 'roles':
      chat.person = { ...chat.person, roles: chat.person.roles.includes('owner') ? ['operator'] : ['owner'] }
      return
    case 'facts': {
      const order = world.shop.orders.get('204')
      if (order !== undefined) order.refundedCents += 1
      return
    }
    case 'edit': {
      const messageId = chat.session().pending?.draft.origin.messageIds[0]
      return void (messageId === undefined ? [] : chat.edit(messageId))
    }
    case 'say':
    case 'expect':
    case 'old':
    case 'undo':
    case 'cancel':
      return void chat.sayAll(textOf(world, chat, each) ?? '', each.said)
    default:
      return assertNever(each)
  }
}

/** Every lane has at most one open preview, and the ledger holds open what a lane holds open. */
function checkOpen(world: ConversationWorld, chats: readonly Chat[]): void {
  const open = [...world.ledger.commands.values()].filter(({ status }) => status === 'accepted')
  const held = chats.flatMap((chat) => {
    const { pending } = chat.session()
    return pending === null || pending.lapsed ? [] : [pending.commandId]
  })
  expect(open.map(({ envelope }) => envelope.command_id).toSorted()).toEqual(held.toSorted())
  expect(open.filter(({ wrongTries }) => wrongTries >= 3)).toEqual([])
}

/** A token stands in the replies about its own command alone. */
function checkTokens(world: ConversationWorld, chat: Chat, from: number): void {
  const drawn = [...world.ledger.commands.values()].filter(({ token }) => token !== null)
  for (const reply of chat.replies.slice(from)) {
    const shown = drawn.filter(({ token }) => JSON.stringify(reply).includes(token ?? ''))
    expect(shown.map(({ envelope }) => envelope.command_id)).toEqual(
      reply.confirm?.method === 'token' ? [reply.command?.id] : [],
    )
  }
}

describe('random conversations', () => {
  test('never confirm a destructive command but by its own token or phrase, from its own actor, in time, on its preview', () => {
    let confirmedSome = 0
    fc.assert(
      fc.property(turns, (plan) => {
        const world = createConversationWorld({ catalogue })
        const chats = [
          world.chatOf({ name: 'Ana' }, 'a1'),
          world.chatOf({ name: 'Ana' }, 'a2'),
          world.chatOf({ name: 'Bia' }, 'b1'),
        ]
        for (const [who, each] of plan) {
          const chat = chats[who]
          if (chat === undefined) throw new TypeError('no such chat')
          const before = {
            pending: chat.session().pending,
            replies: chat.replies.length,
            confirmed: confirmedIn(world),
          }
          const text = textOf(world, chat, each)
          happen(world, chat, each)
          checkOpen(world, chats)
          checkTokens(world, chat, before.replies)
          for (const commandId of confirmedIn(world).filter((id) => !before.confirmed.includes(id))) {
            const command = world.ledger.commands.get(commandId)
            confirmedSome += 1
            expect(commandId).toBe(before.pending?.commandId)
            expect(Date.parse(command?.expiresAt ?? '')).toBeGreaterThan(world.now().getTime())
            expect('said' in each && each.said.forwarded).toBe(false)
            expect('said' in each && (each.said.ageMs ?? 0) <= 10 * 60_000).toBe(true)
            expect(text).toBe(expectedOf(chat, commandId) ?? text)
          }
        }
      }),
      { numRuns: 120 },
    )
    // Otherwise nothing was shown here.
    expect(confirmedSome).toBeGreaterThan(20)
  })
})

function confirmedIn(world: ConversationWorld): readonly string[] {
  return [...world.ledger.commands]
    .filter(([, { confirmedAt }]) => confirmedAt !== null)
    .map(([commandId]) => commandId)
}

/** The words that the command's preview asked for; `null` where a yes is enough, for that has many words. */
function expectedOf(chat: Chat, commandId: string): string | null {
  const confirm = chat.replies.find(({ about, command }) => about === 'preview' && command?.id === commandId)?.confirm
  return confirm === undefined || confirm.method === 'yes' ? null : confirm.expect
}

describe('any text at all', () => {
  const letter = fc.constantFrom(...Array.from(tokenAlphabet))
  const anyToken = fc.array(letter, { minLength: 4, maxLength: 4 }).map((letters) => letters.join(''))
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string(),
    anyToken,
    anyToken.map((token) => `CONFIRM ${token}`),
    fc.constantFrom(
      ...plainTexts,
      'yes, cancel order 204',
      'YES, REFUND R$10.00 OF ORDER 205',
      '👍',
      'confirm',
      'CONFIRM',
    ),
  )

  test('never confirms a destructive command unless it is its own token', () => {
    fc.assert(
      fc.property(text, fc.boolean(), (anything, mutate) => {
        const world = createConversationWorld({ catalogue })
        const [ana, bia] = [world.chatOf(), world.chatOf({ name: 'Bia' })]
        ana.say('cancel order 204')
        bia.say('cancel order 204')
        const [own, foreign] = [ana.expect(), bia.expect()]
        for (const each of [anything, foreign, ...(mutate ? mutated(own) : [])]) {
          if (each.toUpperCase().includes(own.slice(-4))) continue
          ana.sayAll(each)
        }
        expect(confirmedIn(world)).toEqual([])
      }),
      { numRuns: 100 },
    )
  })

  test('never confirms a command that needs its phrase unless it is its own phrase', () => {
    fc.assert(
      fc.property(text, (anything) => {
        expect(confirmedBy((own) => (wordsIn(anything) === wordsIn(own) ? [] : [anything]))).toEqual([])
      }),
      { numRuns: 100 },
    )
    for (const each of misspoken('YES, REFUND R$10.00 OF ORDER 205'))
      expect({ each, confirmed: confirmedBy(() => [each]) }).toEqual({ each, confirmed: [] })
    expect(confirmedBy((own) => [own.toLowerCase()])).toHaveLength(1)
    expect(confirmedBy(() => ['YES, REFUND R$10.00 OF ORDER 205'])).toHaveLength(1)
  })
})

/** What is confirmed when these texts, made with its own phrase, answer a preview that needs one. */
function confirmedBy(texts: (own: string) => readonly string[]): readonly string[] {
  const world = createConversationWorld({ catalogue })
  const ana = world.chatOf()
  ana.say('refund order 205 for 10')
  const own = ana.expect()
  for (const each of texts(own)) ana.sayAll(each)
  return confirmedIn(world)
}

/** Case, punctuation and spacing make no other phrase. */
function wordsIn(text: string): string {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}$]+/u)
    .filter((word) => word !== '')
    .join(' ')
}

/** The phrase with a word left out, doubled or put elsewhere, with more around it, and about something else. */
function misspoken(phrase: string): readonly string[] {
  const words = phrase.split(' ')
  return [
    ...words.map((_word, at) => words.toSpliced(at, 1).join(' ')),
    ...words.map((word, at) => words.toSpliced(at, 0, word).join(' ')),
    words.toReversed().join(' '),
    `${phrase} please`,
    `no ${phrase}`,
    `${phrase} ${phrase}`,
    phrase.replace('205', '206'),
    phrase.replace('10.00', '100.00'),
    phrase.replace('10.00', '1000'),
    phrase.replace('10.00', '10'),
  ]
}

/** The token with one character changed, left out, doubled, or in another place. */
function mutated(expectText: string): readonly string[] {
  const token = expectText.slice(-4)
  return [`${token.slice(0, 3)}Z`, token.slice(1), `${token}${token[3]}`, Array.from(token).toReversed().join('')].map(
    (each) => `CONFIRM ${each}`,
  )
}
