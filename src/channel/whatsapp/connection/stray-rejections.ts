/**
 * The library leaves promises to themselves that may reject: a frame that cannot be decrypted, a node sent into a closed socket.
 * Such a rejection ends its connection, and all others end the process, as ever.
 */

/** What is on its way when a connection ends may reject a little later. */
const lingerMs = 10_000

const connections = new Set<() => void>()

/** From now on a stray rejection of the library calls `end`, until a while after the release. */
export function catchStrayRejections(end: () => void): { readonly release: () => void } {
  if (connections.size === 0) process.on('unhandledRejection', onRejection)
  connections.add(end)
  return { release: () => void setTimeout(() => forget(end), lingerMs).unref() }
}

function forget(end: () => void): void {
  connections.delete(end)
  if (connections.size === 0) process.off('unhandledRejection', onRejection)
}

function onRejection(error: unknown): void {
  if (!isOfLibrary(error)) throw error
  for (const end of connections) end()
}

function isOfLibrary(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return 'isBoom' in error || /node_modules\/(?:@whiskeysockets|libsignal|ws)\//u.test(error.stack ?? '')
}
