import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the ports that systems give to outgoing connections, one of which could take ours while its server restarts. */
const lowest = 20_000
const highest = 32_000
const mostTries = 20

/**
 * A port of 127.0.0.1 that nobody uses at this moment: `preferred` if it is free, otherwise any other. Somebody may take it
 * before the caller does, so the caller tries again.
 */
export async function freePort(preferred?: number): Promise<number> {
  for (let tries = 0; tries < mostTries; tries++) {
    const port = await tryPort(tries === 0 && preferred !== undefined ? preferred : randomInt(lowest, highest))
    if (port !== undefined) return port
  }
  return (await tryPort(0)) ?? 0
}

function tryPort(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(undefined))
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : undefined))
    })
  })
}
