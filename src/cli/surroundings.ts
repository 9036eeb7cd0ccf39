import type { DestinationStream } from 'pino'

/**
 * What a subcommand has around it: the environment that it reads, and where it speaks. In the command line these are those of the
 * process. What holds a terminal or a pipe as long as it runs (`chat`, `start`, `pair`, `dev`) takes that from the process itself.
 */
export type Surroundings = {
  /** The variables; those of a `.env` file come to them. */
  readonly env: Record<string, string | undefined>
  /** A line, or several, of what was asked for: standard output. */
  readonly print: (text: string) => void
  /** A line, or several, about how it goes: standard error. */
  readonly tell: (text: string) => void
  /** Where logs go; standard error when absent. */
  readonly log?: DestinationStream
  /** Whether somebody sits there who can be asked. */
  readonly isAttended: boolean
}

/** Those of the process. */
export function surroundingsOfProcess(): Surroundings {
  return {
    env: process.env,
    print: (text) => console.log(text),
    tell: (text) => console.error(text),
    // Standard input is opened by looking at it.
    get isAttended() {
      return process.stdin.isTTY && process.stdout.isTTY
    },
  }
}
