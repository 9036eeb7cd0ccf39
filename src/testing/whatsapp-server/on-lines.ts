import type { Socket } from 'node:net'
import { takeLines } from '../../lines-of.ts'

/** Gives every line that comes over a socket; from one that is cut off no more come. Whoever wants to know of that hears its `close`. */
export function onLines(socket: Socket, take: (line: string) => void): void {
  // An error that nobody hears ends the process.
  socket.on('error', () => undefined)
  takeLines(socket, take)
}
