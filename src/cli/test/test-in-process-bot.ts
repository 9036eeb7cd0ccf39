import { PassThrough, Writable } from 'node:stream'
import type { Logger } from 'pino'
import { startBot } from '../../bot.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import { createJsonDoor } from '../../channel/terminal/json-door.ts'
import type { Config } from '../../config.ts'
import type { DoorLine } from '../../conversation-tests/conversation.ts'
import type { StartTestBot } from '../../conversation-tests/test-bot.ts'
import { errorMessage } from '../../error-message.ts'
import { ownTerminalAccount } from '../../ledger/account-lock.ts'
import { numberOfSpeaker } from '../../ledger/people/person-row.ts'
import { openFoundation } from '../../open-foundation.ts'
import type { Understanding } from '../../understanding/create-understanding.ts'
import { startWorker } from '../../worker.ts'
import { loadLocalPeople } from '../local-people.ts'

/** What all bots of a process read alike, made once. */
export type Shared = { readonly catalogue: Catalogue; readonly understanding: Understanding }

/** Bot, worker and scripting door in this process, as `sayso chat --json` has them. It can only be ended gracefully. */
export function createInProcessBots(config: Config, shared: Shared, log: Logger): StartTestBot {
  return async (onLine) => {
    const foundation = await openFoundation(config, log, undefined, shared.catalogue)
    await loadLocalPeople(foundation)
    const owned = await ownTerminalAccount(foundation.ledger)
    const worker = await startWorker(foundation)
    const input = new PassThrough()
    const door = createJsonDoor(createLineReader(onLine))
    const { understanding } = shared
    const bot = await startBot(foundation, {
      account: owned.account,
      channel: door.channel,
      understanding,
    })
    const served = door.serve({
      input,
      bot,
      account: owned.account,
      speaker: null,
      identify: (phone) => numberOfSpeaker(foundation.ledger.db, phone),
      mayImpersonate: true,
    })
    const gone = Promise.withResolvers<string>()
    served.catch((error: unknown) => gone.resolve(errorMessage(error)))
    return {
      say: (line) => void input.write(`${JSON.stringify(line)}\n`),
      gone: gone.promise,
      stop: async (how) => {
        if (how === 'kill') input.destroy()
        else input.end()
        // Whoever gives up does not wait for what is pending.
        if (how === 'graceful') await served
        await bot.stop()
        await worker.stop()
        await owned.release()
        await foundation.close()
      },
    }
  }
}

/** Takes what is written as JSON, a line at a time. */
function createLineReader(onLine: (line: DoorLine) => void): Writable {
  return new Writable({
    decodeStrings: false,
    write: (chunk: string, _encoding, done) => {
      // The door writes whole lines.
      onLine(JSON.parse(chunk) as DoorLine)
      done()
    },
  })
}
