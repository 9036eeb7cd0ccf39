/**
 * Loaded with `node --import` into a bot that is to go deaf: from a SIGUSR2 on, whoever listens for messages on a connection that
 * there is by then hears no more of them, while everything else of it goes on. The bot knows nothing of it.
 */
import { EventEmitter } from 'node:events'

type Emit = (this: EventEmitter, name: string | symbol, ...args: unknown[]) => boolean

const event = 'CB:message'
const deaf = new WeakSet<EventEmitter>()
let born = new Set<EventEmitter>()
// Typed by the events of each emitter; all of them are passed on as they came.
const prototype = EventEmitter.prototype as unknown as { emit: Emit }
const { emit } = prototype

prototype.emit = function (this: EventEmitter, name, ...args) {
  if (typeof name === 'string' && name.startsWith('CB:')) born.add(this)
  return name === event && deaf.has(this) ? true : emit.call(this, name, ...args)
}

process.on('SIGUSR2', () => {
  for (const each of born) deaf.add(each)
  born = new Set()
})
