/**
 * Loaded with `node --import` into a process that is to be there at once when a test needs it: it loads what the product is
 * made of, and begins when something is written to its standard input. From then on it is a process like any other.
 */
import { once } from 'node:events'

await import('../../cli/start.ts')
await once(process.stdin, 'data')
process.stdin.destroy()
