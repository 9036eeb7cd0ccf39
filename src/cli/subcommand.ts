import type { Surroundings } from './surroundings.ts'

/** One subcommand of `sayso`. */
export type Subcommand = {
  /** What `--help` prints: usage, options, examples. */
  readonly help: string
  /** Those of its arguments that are subcommands of their own. */
  readonly parts?: Readonly<Record<string, () => Promise<Subcommand>>>
  /** Runs it; resolves with the exit status. */
  readonly run: (args: readonly string[], at: Surroundings) => Promise<number>
}
