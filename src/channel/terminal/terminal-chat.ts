/** A chat for a person at the terminal: their words after a prompt, the bot's below, as on a phone. */
import { randomUUID } from 'node:crypto'
import { createInterface } from 'node:readline'
import { styleText } from 'node:util'
import type { Channel } from '../channel.ts'
import type { DoorBot } from './json-door.ts'

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
}: {
  readonly input: NodeJS.ReadableStream
  readonly output: NodeJS.WritableStream & { readonly isTTY?: boolean }
  readonly account: string
  readonly speaker: Speaker
}): TerminalChat {
  const colours = output.isTTY === true
  const prompt = `${paint(colours, 'cyan', speaker.name)} › `
  const lines = createInterface({ input, output, terminal: colours, prompt })

  /** Shows the prompt with what was typed so far; where nobody types there is none. */
  function ask(): void {
    if (colours) lines.prompt(true)
  }

  const channel: Channel = {
    send: async ({ reply }) => {
      const body = reply.text.replaceAll(/\*([^*\n]+)\*/gu, (_whole, bold: string) => paint(colours, 'bold', bold))
      clearPrompt(output, colours)
      output.write(`${indent(body, paint(colours, 'green', 'Sayso'))}\n`)
      ask()
    },
    turnOver: ask,
  }

  async function talk(bot: DoorBot, signal: AbortSignal): Promise<void> {
    const stop = () => lines.close()
    signal.addEventListener('abort', stop)
    lines.on('SIGINT', stop)
    ask()
    for await (const line of lines) {
      if (line.trim() === '') {
        ask()
        continue
      }
      await bot.receive({
        account,
        channel: 'terminal',
        id: randomUUID(),
        from: speaker.phone,
        group: null,
        mentions: false,
        content: { kind: 'text', text: line },
        quoted: null,
        forwarded: false,
        sentAt: new Date().toISOString(),
      })
    }
    signal.removeEventListener('abort', stop)
    output.write('\n')
    await bot.whenQuiet()
  }

  return { channel, talk }
}

/** An outcome may come while the person has a prompt before them: it takes the prompt's line, and the prompt comes again. */
function clearPrompt(output: NodeJS.WritableStream, isTerminal: boolean): void {
  if (isTerminal) output.write('\r\u001B[K')
}

function indent(text: string, who: string): string {
  const [first = '', ...rest] = text.split('\n')
  return [`${who} › ${first}`, ...rest.map((line) => `        ${line}`)].join('\n')
}

function paint(colours: boolean, style: 'cyan' | 'green' | 'bold', text: string): string {
  return colours ? styleText(style, text, { validateStream: false }) : text
}
