/** The scripting door: one JSON object per line in, one per line out, so that programs and tests can talk to the bot. */
import { errorMessage } from '../../error-message.ts'
import { UserError } from '../../errors.ts'
import { mayPass } from '../../ledger/connection-trouble.ts'
import { insist } from '../../ledger/insist.ts'
import { linesOf } from '../../lines-of.ts'
import type { Channel } from '../channel.ts'
import type { Message } from '../message.ts'
import { parseDoorLine } from './parse-door-line.ts'

export type DoorBot = { readonly receive: (message: Message) => Promise<void>; readonly whenQuiet: () => Promise<void> }

export type JsonDoor = {
  /** The door's outgoing side. */
  readonly channel: Channel
  /**
   * Reads the door until its input ends and everything is quiet. A line that is not understood, or that the ledger does not take
   * for half a minute, is answered with `{ "error": … }`, and the rest goes on.
   */
  readonly serve: (options: ServeOptions) => Promise<void>
}

type ServeOptions = {
  readonly input: NodeJS.ReadableStream
  readonly bot: DoorBot
  readonly account: string
  readonly speaker: string | null
  /** The number under which whoever has a number is known: one telephone may have two. */
  readonly identify: (phone: string) => Promise<string>
  /** Whether lines may speak as somebody other than `speaker`. */
  readonly mayImpersonate: boolean
}

/** What to do where nobody else may be spoken for. */
export const speakingAsOthers =
  'Speaking as somebody else needs SAYSO_ALLOW_IMPERSONATION=1, or --data DIR with another folder than that of the installation'

/** A message that comes again before its turn is over has no turn of its own: each of its lines is told when that one is over. */
export function createJsonDoor(output: NodeJS.WritableStream): JsonDoor {
  const open = new Map<string, number>()
  const said: Said = (message, lines) => {
    const left = (open.get(keyOf(message)) ?? 0) + lines
    if (left > 0) open.set(keyOf(message), left)
    else open.delete(keyOf(message))
  }
  return {
    channel: createJsonChannel(output, (message) => {
      const lines = open.get(keyOf(message)) ?? 1
      open.delete(keyOf(message))
      return lines
    }),
    serve: (options) => serveLines(output, options, said),
  }
}

/** Told of a line that says a message, and with -1 that it was not taken. */
type Said = (message: Message, lines: 1 | -1) => void

/** What makes a message the same. */
function keyOf({ from, group, id }: Pick<Message, 'from' | 'group' | 'id'>): string {
  return JSON.stringify([from, group, id])
}

function createJsonChannel(
  output: NodeJS.WritableStream,
  linesOver: (message: Pick<Message, 'from' | 'group' | 'id'>) => number,
): Channel {
  return {
    send: async ({ id, to, group, replyTo, edits, reply }) => {
      const { about, text, ...rest } = reply
      const place = {
        to,
        ...(group === null ? {} : { chat: group }),
        id,
        ...(replyTo === null ? {} : { replyTo }),
        ...(edits === undefined ? {} : { edits }),
      }
      await writeLine(output, { ...place, about, text, ...rest })
    },
    // Whoever has gone needs no signal; a reply that was not taken is told to its sender.
    turnOver: (message) => {
      for (let lines = linesOver(message); lines > 0; lines--)
        void writeLine(output, { done: message.id }).catch(() => undefined)
    },
  }
}

async function serveLines(output: NodeJS.WritableStream, options: ServeOptions, onSaid: Said): Promise<void> {
  const { input, bot, account, speaker } = options
  for await (const line of linesOf(input)) {
    if (line.trim() === '') continue
    try {
      const said = parseDoorLine(line, { account, speaker, now: new Date() })
      if (said.kind === 'message') {
        await take(said.message, options, onSaid)
        continue
      }
      // Not awaited: what is said meanwhile is taken at once.
      void bot
        .whenQuiet()
        .then(() => writeLine(output, { idle: said.idle }))
        .catch(() => undefined)
    } catch (error) {
      if (!(error instanceof UserError)) throw error
      await writeLine(output, { error: error.message })
    }
  }
  await bot.whenQuiet()
}

/** @throws UserError `message_invalid`, and `database_unavailable` where the ledger does not take it for half a minute */
async function take(
  said: Message,
  { bot, speaker, identify, mayImpersonate }: ServeOptions,
  onSaid: Said,
): Promise<void> {
  try {
    const message = { ...said, from: await insist(() => identify(said.from)) }
    if (message.from !== speaker && !mayImpersonate) throw new UserError('message_invalid', speakingAsOthers)
    onSaid(message, 1)
    await insist(() => bot.receive(message)).catch((error: unknown) => {
      onSaid(message, -1)
      throw error
    })
  } catch (cause) {
    if (!mayPass(cause)) throw cause
    const why = `The message with the id ${JSON.stringify(said.id)} was not taken, for the database does not answer: ${errorMessage(cause)}`
    const cure = 'Write it again with that id: however often it comes, it is taken once'
    throw new UserError('database_unavailable', `${why}. ${cure}`, { cause })
  }
}

function writeLine(output: NodeJS.WritableStream, value: object): Promise<void> {
  return new Promise((resolve, reject) => {
    output.write(`${JSON.stringify(value)}\n`, (error) => (error == null ? resolve() : reject(error)))
  })
}
