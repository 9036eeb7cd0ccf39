import { Client, type ClientConfig } from 'pg'

/**
 * A connection of one's own to the ledger, for a transaction that an interruption ends at once, whatever is under way in it: a
 * statement does not end by itself, and its driver waits for those that were sent.
 * @returns it, and what makes it heed no interruption any more: what is being committed is waited for
 */
export async function connectInterruptibly(
  settings: ClientConfig,
  interrupted: AbortSignal,
): Promise<{ readonly client: Client; readonly committing: () => void }> {
  const client = new Client(settings)
  client.on('error', () => undefined)
  const leave = () => void client.connection.stream.destroy()
  interrupted.throwIfAborted()
  interrupted.addEventListener('abort', leave, { once: true })
  await client.connect()
  const committing = () => {
    interrupted.throwIfAborted()
    interrupted.removeEventListener('abort', leave)
  }
  return { client, committing }
}
