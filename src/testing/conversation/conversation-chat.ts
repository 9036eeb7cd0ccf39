/** One person's conversation in a world of `conversation-harness.ts`: what they say is read, taken through `advance()` and answered. */
import { isDeepStrictEqual } from 'node:util'
import type { Person } from '../../access/person.ts'
import { deepFreeze } from '../../catalogue/deep-freeze.ts'
import { localeOf } from '../../conversation/render/locale-of.ts'
import type { Reply } from '../../channel/reply.ts'
import { advance } from '../../conversation/advance.ts'
import type { ConversationEvent, MessageFacts } from '../../conversation/event.ts'
import { factKey, type CommandRecord, type Fact, type Lookup } from '../../conversation/lookup.ts'
import type { Context } from '../../conversation/scene.ts'
import { emptySession, type Session } from '../../conversation/session.ts'
import { type Decision, type Done, maxRounds } from '../../conversation/step.ts'
import { isWishDue } from '../../conversation/waiting/wishes.ts'
import type { Outcome } from '../../execution/run/outcome.ts'
import { expectationOf, spokenExpectation } from '../../turns/reading/expectation.ts'
import { questionAnsweredBy } from '../../conversation/answers/answered-by.ts'
import { readEdit, wouldAnswer } from '../../turns/reading/read-edit.ts'
import { readSpoken } from '../../turns/reading/read-spoken.ts'
import { readWords } from '../../turns/reading/read-words.ts'
import { whenSaid } from '../../turns/reading/when-said.ts'
import type { Expectation } from '../../understanding/expectation.ts'
import type { Reading } from '../../understanding/reading.ts'
import type { ConversationWorld } from './conversation-harness.ts'
import type { StoredCommand } from './stored-command.ts'
import { understandingOf } from './understanding-fixture.ts'

export type Said = {
  readonly id?: string
  /** How old the message is when it arrives, in milliseconds; negative for one from the future. */
  readonly ageMs?: number
  /** How long it has waited for its turn since it came in, in milliseconds; when it came in is not known by default. */
  readonly waitedMs?: number
  readonly forwarded?: boolean
  /** The command whose preview it quotes. */
  readonly quotes?: string
  /** The reference of the command whose outcome it quotes. */
  readonly quotedOutcome?: string
  /** The message of a person that it quotes. */
  readonly quotedMessage?: string
  /** The name of another person whom the reply that it quotes asked something. */
  readonly quotedFor?: string
  /** It was spoken, and the engine was this sure, 0 to 1; `null` when it does not say. */
  readonly spoken?: { readonly confidence: number | null }
}

export type Chat = {
  /** May be changed between two messages: rights are read anew for every turn. */
  person: Person
  readonly session: () => Session
  /** Everything that the bot said here, oldest first. */
  readonly replies: readonly Reply[]
  /** Says something; gives the last reply. */
  readonly say: (text: string, said?: Said) => Reply
  /** The same, giving all replies of the turn. */
  readonly sayAll: (text: string, said?: Said) => readonly Reply[]
  /** Edits or deletes a message: what it said before, and what it says now, are given where that is looked at. */
  readonly edit: (
    messageId: string,
    how?: 'edited' | 'deleted',
    words?: { readonly before: string; readonly now: string },
  ) => readonly Reply[]
  readonly handle: (event: ConversationEvent) => readonly Reply[]
  /** What must be sent to confirm the open preview, and its command. */
  readonly expect: () => string
  readonly pending: () => StoredCommand
  /** The worker runs what was confirmed here, or reports the given outcome of it. */
  readonly work: (outcome?: Outcome) => readonly Reply[]
  /** What others ask of this person, and what came of what they asked of others, reaches them. */
  readonly hear: () => readonly Reply[]
  /** The watch finds previews whose time is over. */
  readonly watch: () => readonly Reply[]
}

const limits = { confirmWithinMs: 5 * 60_000, approveWithinMs: 60 * 60_000, staleAfterMs: 10 * 60_000 }

export function createChat(
  world: ConversationWorld,
  ids: () => Context['ids'],
  person: Person,
  { chatId, chatKind }: Pick<Context, 'chatId' | 'chatKind'>,
): Chat {
  const replies: Reply[] = []
  let session: Session = emptySession
  let messages = 0

  const asker = () => ({ personId: chat.person.id, chatId })

  function handle(event: ConversationEvent): readonly Reply[] {
    const before = replies.length
    for (let next: ConversationEvent | null = event; next !== null;) {
      const decisions: readonly Decision[] = converse(next)
      const read = decisions.findLast((each) => each.kind === 'run-read')
      next = read?.kind === 'run-read' ? settle(read.commandId) : null
    }
    return replies.slice(before)
  }

  /** As turns/converse.ts does it. */
  function converse(event: ConversationEvent): readonly Decision[] {
    const decisions: Decision[] = []
    for (let next: ConversationEvent | null = event; next !== null;) {
      const step = stepOf(next)
      for (const decision of step.decisions) world.ledger.apply(asker(), decision)
      decisions.push(...step.decisions)
      replies.push(...step.replies)
      session = step.session
      next = isWishDue(session) ? { kind: 'next-wish' } : null
    }
    return decisions
  }

  function stepOf(event: ConversationEvent): Done {
    const context: Context = {
      now: world.now(),
      person: chat.person,
      identityId: `identity of ${chat.person.id}`,
      channel: 'terminal',
      chatId,
      chatKind,
      catalogue: world.catalogue,
      locale: localeOf(world.catalogue, chat.person),
      ids: ids(),
      limits: { ...limits, voiceConfirm: world.voiceConfirm },
    }
    const facts = new Map<string, Fact>()
    for (let round = 0; round < maxRounds; round++) {
      const scene = { session: deepFreeze(session), facts, context }
      const step = advance(scene, deepFreeze(event))
      if (!isDeepStrictEqual(step, advance(scene, event))) throw new TypeError('advance() is not deterministic')
      if (step.kind === 'done') return plain(step)
      for (const lookup of step.lookups) facts.set(factKey(lookup), deepFreeze(answer(lookup)))
    }
    throw new TypeError('advance() still asks')
  }

  function answer(lookup: Lookup): Fact {
    if (lookup.kind === 'queue') return world.queue
    if (lookup.kind === 'pause') return world.pause
    if (lookup.kind === 'entity' && lookup.entity === 'pause')
      return world.pause === 'no' ? [] : [{ id: 'pause', who: world.pause.name, since: world.pause.since }]
    if (lookup.kind === 'asked-here') return world.askedHere(asker())
    if (lookup.kind === 'owners') return world.ownersBeside(asker())
    if (lookup.kind === 'speakers') return world.speakersBeside(asker())
    if (lookup.kind === 'entity') return world.shop.find(lookup.by, lookup.value)
    return world.ledger.answer(asker(), lookup)
  }

  function settle(commandId: string, outcome?: Outcome): ConversationEvent {
    const { envelope } = stored(commandId)
    world.ledger.recordOutcome(commandId, outcome ?? world.shop.run(envelope))
    return { kind: 'outcome', record: world.ledger.recordOf(commandId) }
  }

  function stored(commandId: string): StoredCommand {
    const command = world.ledger.commands.get(commandId)
    if (command === undefined) throw new TypeError(`No command ${commandId}`)
    return command
  }

  function own(keep: (command: StoredCommand) => boolean): StoredCommand[] {
    return [...world.ledger.commands.values()].filter((command) => command.chatId === chatId && keep(command))
  }

  function sayAll(
    text: string,
    { id, ageMs = 0, waitedMs, forwarded = false, quotes, quotedOutcome, quotedMessage, quotedFor, spoken }: Said = {},
  ): readonly Reply[] {
    const isQuoted = ({ commandId, ref, messageIds }: CommandRecord) =>
      commandId === quotes ||
      ref === quotedOutcome ||
      (quotedMessage !== undefined && messageIds.includes(quotedMessage))
    const quoted = own(() => true)
      .map(({ envelope }) => world.ledger.recordOf(envelope.command_id))
      .filter(isQuoted)
      .toReversed()
    const message: MessageFacts = {
      id: id ?? `${chatId}/${++messages}`,
      sentAt: new Date(world.now().getTime() - ageMs).toISOString(),
      ...(waitedMs === undefined ? {} : { receivedAt: new Date(world.now().getTime() - waitedMs).toISOString() }),
      forwarded,
      ...(spoken === undefined && { words: text }),
      quotedCommand: quotes ?? null,
      ...(quoted.length === 0 ? {} : { quoted }),
      ...(quotedFor === undefined ? {} : { quotedFor }),
      quotedOptions: null,
    }
    const when = whenSaid(new Date(Math.min(Date.parse(message.sentAt), world.now().getTime())), chat.person)
    const { language } = chat.person
    const { catalogue } = world
    const asSaid = { catalogue, locale: localeOf(catalogue, chat.person), at: world.now(), quoted }
    const read = (words: string, awaited: Expectation): Reading =>
      readWords({ ...asSaid, text: words }, session, awaited, (each, expected) =>
        understandingOf(catalogue).read(each, expected, language, when),
      )
    if (spoken === undefined)
      return handle({ kind: 'reading', reading: read(text, expectationOf(world.catalogue, session)), message })
    const awaited = spokenExpectation(world.catalogue, world, session)
    const by = { engine: 'local', model: 'of tests', language: language.slice(0, 2), durationMs: 2000 } as const
    const heard = readSpoken({ text, ...by, ...spoken }, language, (words) => read(words, awaited))
    return handle({ kind: 'reading', reading: heard.reading, message: { ...message, spoken: heard.spoken } })
  }

  const chat: Chat = {
    person,
    session: () => session,
    replies,
    handle,
    sayAll,
    say: (text, said) => {
      const reply = sayAll(text, said).at(-1)
      if (reply === undefined) throw new TypeError(`No answer to “${text}”`)
      return reply
    },
    edit: (messageId, how = 'edited', words) => {
      const when = whenSaid(world.now(), chat.person)
      const asked = questionAnsweredBy(session, messageId)
      const read = (text: string, awaited: Expectation): Reading =>
        understandingOf(world.catalogue).read(text, awaited, chat.person.language, when)
      const reading = words === undefined ? null : readEdit({ ...words, asked }, world.catalogue, read)
      const answers = words !== undefined && reading === null && wouldAnswer(words, session, world.catalogue, read)
      const sentAt = world.now().toISOString()
      const message = { id: messageId, sentAt, forwarded: false, quotedCommand: null, quotedOptions: null }
      return handle({
        kind: 'withdrawn',
        messageId,
        how,
        ...(reading !== null && { anew: { reading, message } }),
        ...(answers && { wouldAnswer: true }),
      })
    },
    expect: () => {
      const confirm = replies.findLast(({ about }) => about === 'preview')?.confirm
      if (confirm === undefined) throw new TypeError('Nothing was previewed')
      return confirm.expect
    },
    pending: () => stored(session.pending?.commandId ?? 'none'),
    work: (outcome) => {
      const waiting = own(({ status }) => status === 'confirmed')
      return waiting.flatMap(({ envelope }) => {
        stored(envelope.command_id).started = true
        return handle(settle(envelope.command_id, outcome))
      })
    },
    hear: () => world.ledger.takeEvents(asker()).flatMap(handle),
    watch: () => {
      const late = own(({ status, expiresAt }) => status === 'accepted' && Date.parse(expiresAt ?? '') <= +world.now())
      return late.flatMap(({ envelope }) => handle({ kind: 'expiry', commandId: envelope.command_id }))
    },
  }
  return chat
}

/** Sessions and decisions are stored as JSON; whatever does not survive that must show. */
function plain(step: Done): Done {
  for (const part of [step.session, step.decisions, step.replies]) {
    if (!isDeepStrictEqual(JSON.parse(JSON.stringify(part)), part)) throw new TypeError('A step is not plain JSON')
  }
  return step
}
