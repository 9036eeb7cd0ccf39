/** A chat for a person at the terminal: their words after a prompt, the bot's below, as on a phone. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { styleText } from 'node:util'
import widthOf from 'fast-string-width'
import { mayPass } from '../../ledger/connection-trouble.ts'
import { insist } from '../../ledger/insist.ts'
import { hasSystemCode } from '../../system-error.ts'
import type { Channel } from '../channel.ts'
import type { Reply } from '../reply.ts'
import type { DoorBot } from './json-door.ts'
import { columnsOf } from './columns-of.ts'
import { readSlashCommand, type SlashAnswer } from './slash-command.ts'
import { typedMessage } from './typed-message.ts'
import { wrapWords } from './wrap-words.ts'

/** As wide as what stands before the first line. */
const indentation = 'Sayso › '.length

type Speaker = { readonly name: string; readonly phone: string }

export type TerminalChat = {
  readonly channel: Channel
  /** Talks until the person leaves with Ctrl-D or Ctrl-C, or `signal` ends it; resolves when what they asked for is over. */
  readonly talk: (bot: DoorBot, signal: AbortSignal) => Promise<void>
}

export function createTerminalChat({
  input,
  output,
  account,
  speaker,
  tell,
}: {
  readonly input: NodeJS.ReadableStream
  readonly output: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number }
  readonly account: string
  readonly speaker: Speaker
  /** What the terminal itself answers, in the language of whoever speaks. */
  readonly tell: (answer: SlashAnswer) => Promise<string>
}): TerminalChat {
  const colours = output.isTTY === true
  const prompt = `${paint(colours, 'cyan', speaker.name)} › `
  const lines = createInterface({ input, output, terminal: colours, prompt })
  // From now on: what is typed, or piped in whole, before the bot is up waits for it.
  const typed = lines[Symbol.asyncIterator]()
  let closed = false
  lines.on('close', () => (closed = true))

  /** Broken between words where somebody looks at it. */
  function fitted(body: string): string {
    const columns = columnsOf(output)
    return colours && columns !== undefined ? wrapWords(body, columns - indentation) : body
  }

  /** Shows the prompt with what was typed so far; where nobody types, or types any more, there is none. */
  function ask(): void {
    if (colours && !closed) lines.prompt(true)
  }

  /** The last message, and how many rows of the screen it takes; `null` once something else stands below it. */
  let last: { readonly id: string; readonly rows: number } | null = null

  /** @param edits the message in whose place it is shown while that is the last one */
  function show(id: string, reply: Reply, edits?: string): void {
    const body = bodyOf(reply).replaceAll(/\*([^*\n]+)\*/gu, (_whole, bold: string) => paint(colours, 'bold', bold))
    const shown = indent(fitted(body), paint(colours, 'green', 'Sayso'))
    clearPrompt(output, colours)
    if (colours && edits !== undefined && last?.id === edits) output.write(`\u001B[${last.rows}A\u001B[J`)
    output.write(`${shown}\n`)
    last = { id: edits ?? id, rows: rowsOf(shown, columnsOf(output)) }
    ask()
  }

  const channel: Channel = {
    send: async ({ id, edits, reply }) => show(id, reply, edits),
    turnOver: ask,
  }

  /** Says a line to the bot; gives what the terminal itself answers to it. */
  async function heard(line: string, bot: DoorBot, signal: AbortSignal): Promise<SlashAnswer | null> {
    const asked = await readSlashCommand(line)
    if (asked?.kind === 'answer') return asked
    const said = typedMessage({ account, from: speaker.phone, text: line })
    const message = asked === null ? said : { ...said, content: asked }
    try {
      await insist(() => bot.receive(message), signal)
      return null
    } catch (error) {
      if (!mayPass(error)) throw error
      return { kind: 'answer', message: 'terminal_untaken', params: {} }
    }
  }

  async function talk(bot: DoorBot, signal: AbortSignal): Promise<void> {
    const stop = () => lines.close()
    signal.addEventListener('abort', stop)
    // It may have come while the bot was being started.
    if (signal.aborted) stop()
    lines.on('SIGINT', stop)
    ask()
    for await (const line of whileThere(typed)) {
      last = null
      if (line.trim() === '') {
        ask()
        continue
      }
      const answer = await heard(line, bot, signal)
      if (answer !== null) show(randomUUID(), { about: 'info', text: await tell(answer) })
    }
    output.write('\n')
    if (!signal.aborted) await Promise.race([bot.whenQuiet(), once(signal, 'abort')])
  }

  return { channel, talk }
}

/** Lines until the input ends, or its terminal was closed: then it cannot be read any more, which is an end too. */
async function* whileThere(lines: AsyncIterableIterator<string>): AsyncGenerator<string> {
  try {
    yield* lines
  } catch (error) {
    if (!hasSystemCode(error, 'EIO')) throw error
  }
}

/** An outcome may come while the person has a prompt before them: it takes the prompt's line, and the prompt comes again. */
function clearPrompt(output: NodeJS.WritableStream, isTerminal: boolean): void {
  if (isTerminal) output.write('\r\u001B[K')
}

/** A file is said where it lies. */
function bodyOf({ text, media }: Reply): string {
  return media === undefined ? text : `📎 ${text}\n${media.path}`
}

function rowsOf(text: string, columns = 80): number {
  return text.split('\n').reduce((rows, line) => rows + Math.max(1, Math.ceil(widthOf(line) / columns)), 0)
}

function indent(text: string, who: string): string {
  const [first = '', ...rest] = text.split('\n')
  return [`${who} › ${first}`, ...rest.map((line) => `${' '.repeat(indentation)}${line}`)].join('\n')
}

function paint(colours: boolean, style: 'cyan' | 'green' | 'bold', text: string): string {
  return colours ? styleText(style, text, { validateStream: false }) : text
}
