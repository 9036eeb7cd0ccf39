/** Beyond the time that what runs is given: how long letting go of everything may take. */
const releaseMs = 8_000

/**
 * Calls back on the first SIGTERM or SIGINT; a second one ends the process at once, as people expect.
 * @param options.stopWithinMs how long what runs may take to end, first the worker's steps, then the bot's turns: a process that has
 *   not ended by itself some seconds after that is ended, with exit status 1
 */
export function onStopSignal(
  stop: () => void,
  { stopWithinMs = null }: { readonly stopWithinMs?: number | null } = {},
): { readonly release: () => void } {
  const once = () => {
    release()
    if (stopWithinMs !== null) setTimeout(() => process.exit(1), 2 * stopWithinMs + releaseMs).unref()
    stop()
  }
  const release = () => {
    process.off('SIGTERM', once)
    process.off('SIGINT', once)
  }
  process.on('SIGTERM', once)
  process.on('SIGINT', once)
  return { release }
}
