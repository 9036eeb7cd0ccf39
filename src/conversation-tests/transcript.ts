import type { DoorLine } from './conversation.ts'
import type { Turn } from './play-conversation.ts'

/** All that was said in a conversation, which can be waited on. */
export type Transcript = {
  readonly turns: readonly Turn[]
  /** What the bot printed, signals among it. */
  readonly lines: readonly DoorLine[]
  readonly came: (line: DoorLine, step: number) => void
  readonly said: (who: string, fields: DoorLine, step: number) => void
  readonly restarted: (how: 'kill' | 'graceful', step: number) => void
  /** The bot has ended by itself. */
  readonly ended: (words: string) => void
  readonly lastWords: () => string
  /** The place of the first line from `from` on that passes, now or later; `null` when the signal comes first, `gone` when the bot ends. */
  readonly find: (
    from: number,
    test: (line: DoorLine) => boolean,
    signal: AbortSignal,
  ) => Promise<number | null | 'gone'>
}

export function createTranscript(): Transcript {
  const turns: Turn[] = []
  const lines: DoorLine[] = []
  const looks = new Set<() => void>()
  let words: string | null = null
  const lookAgain = (): void => looks.forEach((look) => look())
  return {
    turns,
    lines,
    came: (line, step) => {
      lines.push(line)
      if (line['text'] !== undefined) turns.push({ kind: 'came', step, line })
      lookAgain()
    },
    said: (who, fields, step) => void turns.push({ kind: 'said', step, who, fields }),
    restarted: (how, step) => {
      words = null
      turns.push({ kind: 'restarted', step, how })
    },
    ended: (said) => {
      words = said
      lookAgain()
    },
    lastWords: () => words ?? '',
    find: (from, test, signal) => {
      const { promise, resolve, reject } = Promise.withResolvers<number | null | 'gone'>()
      const look = (): void => {
        try {
          const found = lines.findIndex((line, at) => at >= from && test(line))
          if (found >= 0) resolve(found)
          else if (words !== null) resolve('gone')
          else if (signal.aborted) resolve(null)
        } catch (error) {
          // What a conversation names and nobody has captured.
          reject(error)
        }
      }
      looks.add(look)
      signal.addEventListener('abort', look)
      look()
      return promise.finally(() => {
        looks.delete(look)
        signal.removeEventListener('abort', look)
      })
    },
  }
}
