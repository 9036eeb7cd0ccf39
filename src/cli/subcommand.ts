/** One subcommand of `sayso`. */
export type Subcommand = {
  /** One line for the list of subcommands. */
  readonly summary: string
  /** What `--help` prints: usage, options, examples. */
  readonly help: string
  /** Runs it; resolves with the exit status. */
  readonly run: (args: readonly string[]) => Promise<number>
}
