import { setTimeout as delay } from 'node:timers/promises'
import type { CommandQueue } from './command-queue.ts'

const lookMs = 50

/**
 * Waits until the queue can be used, but no longer than this, in milliseconds. The first start makes its tables; who asks meanwhile should
 * not hear that the queue is away.
 */
export async function queueSettled(queue: Pick<CommandQueue, 'health'>, withinMs: number): Promise<void> {
  const deadline = Date.now() + withinMs
  while ((await queue.health()) === 'down' && Date.now() < deadline) await delay(lookMs)
}
