/**
 * The scripting door over the wire. Lines become messages of real phones; texts, files and ids come back from the wire alone,
 * and are joined by message id with what the bot tells beside it.
 */
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Message } from '../../channel/message.ts'
import { parseDoorLine } from '../../channel/terminal/parse-door-line.ts'
import { assertNever } from '../../errors.ts'
import type { Contact, PlaceOptions } from './contact.ts'
import type { Group } from './group.ts'
import { createLane } from './lane.ts'
import type { BotMessage } from './network.ts'
import type { TapNews } from './tap-lines.ts'
import type { WhatsAppServer } from './whatsapp-server.ts'

/** What the bot does not take as said to it has no turn that could be over. */
const turnsWithinMs = 5_000
const lookMs = 10

export type DoorSession = {
  /** Takes one line of the door. */
  readonly take: (line: string) => void
  readonly hear: (news: TapNews) => void
  /** Resolves when every line was taken, every turn is over and nothing is going on. */
  readonly whenQuiet: () => Promise<void>
}

export type DoorSessionOptions = {
  readonly server: WhatsAppServer
  /** Who may be in a group before they have spoken: phone and name. */
  readonly people: readonly { readonly phone: string; readonly name: string }[]
  /** Where files of the bot are put. */
  readonly filesDir: string
  /** Nothing is said before this has resolved. */
  readonly linked: Promise<void>
  readonly botQuiet: () => Promise<void>
  readonly print: (line: object) => void
}

export function createDoorSession(options: DoorSessionOptions): DoorSession {
  const { server, linked, print } = options
  const said = new Set<string>()
  const open = new Set<string>()
  const speaking = createLane()
  const printing = createLane()
  const join = createJoin(options)
  const speakers = createSpeakers(options)
  const complain = (error: unknown) => print({ error: error instanceof Error ? error.message : String(error) })
  server.onMessage(join.onWire)

  async function quiet(): Promise<void> {
    for (let waited = 0; open.size > 0 && waited < turnsWithinMs; waited += lookMs) await sleep(lookMs)
    await options.botQuiet()
    await printing(() => server.settled())
    await join.printed()
  }

  async function say(message: Message): Promise<void> {
    await linked
    const key = `${message.from} ${message.id}`
    open.add(message.id)
    if (said.has(key)) return server.redeliver(message.id)
    said.add(key)
    await speakers.say(message)
  }

  return {
    take: (line) => {
      if (line.trim() === '') return
      speaking(async () => {
        const asked = parseDoorLine(line, { account: server.phone.phone, speaker: null, now: new Date() })
        if (asked.kind === 'message') return say(asked.message)
        await linked
        // Not awaited: what is said meanwhile is said at once.
        quiet().then(() => print({ idle: asked.idle }), complain)
      }).catch(complain)
    },
    hear: (news) => {
      if (news.kind === 'reply') join.onNews(news)
      if (news.kind !== 'done') return
      printing(async () => {
        await server.settled()
        await join.printed()
        open.delete(news.id)
        print({ done: news.id })
      }).catch(complain)
    },
    whenQuiet: async () => {
      await speaking(async () => undefined)
      await linked
      await quiet()
    },
  }
}

type Join = {
  readonly onWire: (message: BotMessage) => void
  readonly onNews: (news: TapNews & { readonly kind: 'reply' }) => void
  /** Resolves when what could be joined so far has been printed. */
  readonly printed: () => Promise<void>
}

/** A reply is printed once: when the bot has told what it is about, and all its messages have come. */
function createJoin({ filesDir, print }: Pick<DoorSessionOptions, 'filesDir' | 'print'>): Join {
  const told = new Map<string, TapNews & { readonly kind: 'reply' }>()
  const arrived = new Map<string, BotMessage>()
  const order = createLane()
  const finished = new Set<string>()

  const tryPrint = (id: string) => {
    const news = told.get(id)
    const [first] = news?.ids ?? []
    if (news === undefined || first === undefined || finished.has(first)) return
    const parts = news.ids.map((part) => arrived.get(part))
    if (!parts.every((part) => part !== undefined)) return
    finished.add(first)
    void order(async () => print(await lineOf(news, parts, filesDir)))
  }
  return {
    onWire: (message) => {
      // A reaction is a sign, not a reply.
      if (message.content.kind === 'reaction') return
      arrived.set(message.id, message)
      tryPrint(message.id)
    },
    onNews: (news) => {
      for (const id of news.ids) told.set(id, news)
      tryPrint(news.ids[0] ?? '')
    },
    printed: () => order(async () => undefined),
  }
}

async function lineOf(
  { to, group, replyTo, facts }: TapNews & { readonly kind: 'reply' },
  parts: readonly BotMessage[],
  filesDir: string,
): Promise<object> {
  const { about, ...rest } = facts
  const contents = parts.map(({ content }) => content)
  const [first] = contents
  const file = contents.find((content) => content.kind === 'media')
  const text = contents.map((content) =>
    'text' in content ? content.text : 'caption' in content ? content.caption : '',
  )
  return {
    to,
    ...(group === null ? {} : { chat: group }),
    id: parts[0]?.id,
    ...(replyTo === null ? {} : { replyTo }),
    ...(first?.kind === 'edit' ? { edits: first.of } : {}),
    about,
    text: text.join('\n'),
    ...rest,
    ...(file === undefined ? {} : { media: await keepFile(file, path.join(filesDir, parts[0]?.id ?? 'file')) }),
  }
}

async function keepFile(
  { media, mimetype, filename, bytes }: BotMessage['content'] & { readonly kind: 'media' },
  file: string,
): Promise<object> {
  await writeFile(file, bytes)
  return { kind: media, path: file, mimetype, ...(filename === null ? {} : { filename }) }
}

type Speakers = { readonly say: (message: Message) => Promise<void> }

function createSpeakers({ server, people }: Pick<DoorSessionOptions, 'server' | 'people'>): Speakers {
  const groups = new Map<string, Group>()
  const contactOf = (phone: string): Contact => {
    const name = people.find((person) => person.phone === phone)?.name ?? phone
    return server.contacts().find((contact) => contact.phone === phone) ?? server.addContact({ phone, name })
  }
  const groupOf = (id: string, speaker: Contact): Group => {
    const known = groups.get(id)
    const members = [speaker, ...people.map(({ phone }) => contactOf(phone)).filter((each) => each !== speaker)]
    const group = known === undefined ? server.addGroup({ id, subject: id, members }) : server.addMember(known, speaker)
    groups.set(id, group)
    return group
  }

  return {
    say: async ({ id, from, group, mentions, content, quoted, forwarded, sentAt }) => {
      const contact = contactOf(from)
      const place: PlaceOptions = {
        id,
        sentAt: new Date(sentAt),
        ...(group === null ? {} : { group: groupOf(group, contact) }),
      }
      const manner = { ...place, forwarded, mentionsBot: mentions, ...(quoted === null ? {} : { quoted }) }
      switch (content.kind) {
        case 'text': {
          const mention = mentions && group !== null ? `@${server.phone.lid.split('@')[0]} ` : ''
          return void (await contact.say(`${mention}${content.text}`, manner))
        }
        case 'voice':
          return void (await contact.sendVoice(await readFile(content.path), manner))
        case 'file': {
          const { mimetype, filename, text } = content
          const named = { ...manner, mimetype, filename, ...(text === undefined ? {} : { caption: text }) }
          return void (await contact.sendDocument(await readFile(content.path), named))
        }
        case 'reaction':
          return void (await contact.react(content.to, content.emoji, place))
        case 'edit':
          return void (await contact.edit(content.of, content.text, place))
        case 'revoke':
          return void (await contact.revoke(content.of, place))
        case 'unreadable':
          throw new TypeError('What a script says can be read')
        default:
          return assertNever(content)
      }
    },
  }
}
