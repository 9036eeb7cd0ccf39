import type { Socket } from 'node:net'
import { createInterface } from 'node:readline'

/** Gives every line that comes over a socket; from one that is cut off no more come. Whoever wants to know of that hears its `close`. */
export function onLines(socket: Socket, take: (line: string) => void): void {
  // readline passes the socket's error on as its own, and one that nobody hears ends the process.
  createInterface({ input: socket })
    .on('error', () => undefined)
    .on('line', take)
}
