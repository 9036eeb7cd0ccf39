/** A chat with the bot from a terminal, over the wire: what is typed goes through the protocol, and so does what is shown. */
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { styleText } from 'node:util'
import { wrapWords } from '../../channel/terminal/wrap-words.ts'
import { assertNever } from '../../errors.ts'
import type { Contact, PlaceOptions } from './contact.ts'
import type { Group } from './group.ts'
import type { BotMessage } from './network.ts'
import { parseTerminalLine, terminalHelp, type TerminalLine } from './terminal-line.ts'
import type { WhatsAppServer } from './whatsapp-server.ts'

export type TerminalTalk = {
  readonly server: WhatsAppServer
  readonly input: NodeJS.ReadableStream
  readonly output: NodeJS.WritableStream & { readonly columns?: number }
  /** Who speaks at first. */
  readonly speaker: { readonly phone: string; readonly name: string }
  readonly signal: AbortSignal
}

/** Resolves when the input ends, the signal comes, or the person leaves. */
export async function talkInTerminal({ server, input, output, speaker, signal }: TerminalTalk): Promise<void> {
  const show = (text: string) => {
    const { columns } = output
    output.write(`${columns === undefined ? text : wrapWords(text, columns)}\n`)
  }
  const desk = createDesk(server, speaker)
  const stopListening = server.onMessage((message) => {
    desk.heard(message)
    describe(server, message).then(show, (error: unknown) => show(String(error)))
  })
  const lines = createInterface({ input, output, prompt: '', crlfDelay: Number.POSITIVE_INFINITY })
  signal.addEventListener('abort', () => lines.close())
  show(`You are ${speaker.name} (${speaker.phone}). /help tells what else can be done.`)
  try {
    for await (const line of lines) {
      if (line.trim() === '') continue
      const asked = parseTerminalLine(line)
      if (asked.kind === 'quit') return
      const answer = await desk
        .act(asked)
        .catch((error: unknown) => (error instanceof Error ? error.message : String(error)))
      if (answer !== null) show(styleText('dim', answer))
    }
  } finally {
    stopListening()
    lines.close()
  }
}

type Desk = {
  /** Does it; gives what the person should know of it. */
  readonly act: (line: TerminalLine) => Promise<string | null>
  readonly heard: (message: BotMessage) => void
}

function createDesk(server: WhatsAppServer, speaker: { readonly phone: string; readonly name: string }): Desk {
  const contactOf = (phone: string, name: string): Contact =>
    server.contacts().find((contact) => contact.phone === phone) ?? server.addContact({ phone, name })
  let contact = contactOf(speaker.phone, speaker.name)
  const groups = new Map<string, Group>()
  let group: Group | null = null
  let heard: BotMessage | null = null
  let said: string | null = null

  const place = (): PlaceOptions => (group === null ? {} : { group })
  const enter = (id: string): Group => {
    const known = groups.get(id)
    const entered =
      known === undefined ? server.addGroup({ id, subject: id, members: [contact] }) : server.addMember(known, contact)
    groups.set(id, entered)
    return entered
  }
  const sendFile = async (as: 'voice' | 'image' | 'document', file: string): Promise<string> => {
    const bytes = await readFile(file)
    if (as === 'voice') return contact.sendVoice(bytes, place())
    if (as === 'image') return contact.sendImage(bytes, place())
    return contact.sendDocument(bytes, { ...place(), filename: path.basename(file) })
  }

  const act: Desk['act'] = async (line) => {
    switch (line.kind) {
      case 'say': {
        const mentionsBot = group !== null && /@bot\b/u.test(line.text)
        const text = mentionsBot ? line.text.replace(/@bot\b/u, `@${server.phone.lid.split('@')[0]}`) : line.text
        const quoted = line.quoting ? need(heard, 'The bot has said nothing yet').id : undefined
        said = await contact.say(text, {
          ...place(),
          mentionsBot,
          forwarded: line.forwarded,
          ...(quoted === undefined ? {} : { quoted }),
        })
        return null
      }
      case 'as':
        contact = contactOf(line.phone, line.name ?? line.phone)
        if (group !== null) group = server.addMember(group, contact)
        return `You are ${contact.name} (${contact.phone}).`
      case 'place':
        group = line.group === null ? null : enter(line.group)
        return group === null ? 'In private.' : `In the group ${group.subject}.`
      case 'react':
        await contact.react(need(heard, 'The bot has said nothing yet').id, line.emoji, place())
        return null
      case 'edit':
        await contact.edit(need(said, 'You have said nothing yet'), line.text, place())
        return null
      case 'revoke':
        await contact.revoke(need(said, 'You have said nothing yet'), place())
        return null
      case 'call':
        contact.call('timeout')
        return null
      case 'again':
        await server.redeliver(need(said, 'You have said nothing yet'))
        return null
      case 'file':
        said = await sendFile(line.as, line.path)
        return null
      case 'network':
        server[line.state]()
        return line.state === 'offline' ? 'The bot cannot reach WhatsApp. What you say is kept for it.' : null
      case 'error':
        server.streamError(line.code)
        return null
      case 'link':
        await server.pair(line.code.includes(',') ? { qr: line.code } : { code: line.code })
        return 'Linked.'
      case 'help':
        return terminalHelp
      case 'unclear':
        return line.why
      case 'quit':
        return null
      default:
        return assertNever(line)
    }
  }
  return { act, heard: (message) => (heard = message.content.kind === 'reaction' ? heard : message) }
}

function need<T>(value: T | null, what: string): T {
  if (value === null) throw new Error(what)
  return value
}

async function describe(server: WhatsAppServer, { chat, content, id }: BotMessage): Promise<string> {
  const to = server.contacts().find(({ phone }) => phone === chat)?.name ?? chat
  const head = styleText('cyan', `Bot → ${to}`)
  switch (content.kind) {
    case 'text':
      return `${head}\n${content.text}`
    case 'edit':
      return `${head} ${styleText('dim', '(changed)')}\n${content.text}`
    case 'reaction':
      return `${head} ${content.emoji}`
    case 'revoke':
      return `${head} ${styleText('dim', '(deleted)')}`
    case 'media': {
      const folder = await mkdtemp(path.join(tmpdir(), 'loopback-whatsapp-'))
      const file = path.join(folder, path.basename(content.filename ?? id))
      await writeFile(file, content.bytes)
      return `${head} [${content.media} ${content.mimetype}: ${file}]\n${content.caption}`.trimEnd()
    }
    case 'other':
      return `${head} ${styleText('dim', `(${content.fields.join(', ')})`)}`
    default:
      return assertNever(content)
  }
}
