import { startBot } from '../bot.ts'
import { createJsonDoor, speakingAsOthers } from '../channel/terminal/json-door.ts'
import { readConfig } from '../config.ts'
import { UserError } from '../errors.ts'
import { ownTerminalAccount } from '../ledger/account-lock.ts'
import { numberOfSpeaker } from '../ledger/people/person-row.ts'
import type { Foundation } from '../open-foundation.ts'
import { startWorker } from '../worker.ts'
import { loadLocalPeople, type Speaker } from './local-people.ts'
import { namedSpeaker } from './named-speaker.ts'
import { offerOwnerCodes, type OwnerCodes } from './offer-owner-codes.ts'
import { onStopSignal } from './stop-signal.ts'
import { parseOptions } from './parse-options.ts'
import type { Subcommand } from './subcommand.ts'
import { talkInTerminal } from './talk.ts'
import { warnOfMisspelt } from './warn-of-misspelt.ts'
import { withFoundation } from './with-foundation.ts'

export const chat: Subcommand = {
  help: `Usage: sayso chat [--as PHONE] [--json] [--data DIR] [--people FILE] [--no-worker]

  --json         one JSON object per line in and out, for programs and tests
  --as PHONE     speak as this person (needs SAYSO_ALLOW_IMPERSONATION=1, or --data with another folder)
  --data DIR     use this data folder, isolated from everything else
  --people FILE  who may speak, with which roles; without one, whoever sends back the one-time code that is shown becomes
                 the owner (with --json it is shown on standard error)
  --no-worker    leave confirmed commands to \`sayso worker\`

Examples:
  sayso chat
  echo '{"text":"status of order 204"}' | sayso chat --json

docs/chat-json.md has every field of the lines of --json.
`,
  run: async (args, at) => {
    const { values } = parseOptions({
      args: [...args],
      options: {
        json: { type: 'boolean', default: false },
        as: { type: 'string' },
        data: { type: 'string' },
        people: { type: 'string' },
        'no-worker': { type: 'boolean', default: false },
      },
    })
    const config = readConfig(at.env, values)
    warnOfMisspelt(at)
    await withFoundation(config, at, (foundation) =>
      converse(foundation, { json: values.json, as: values.as ?? null, worker: !values['no-worker'] }),
    )
    return 0
  },
}

async function converse(
  foundation: Foundation,
  { json, as, worker }: { json: boolean; as: string | null; worker: boolean },
): Promise<void> {
  const { config, ledger } = foundation
  const local = await loadLocalPeople(foundation)
  const { mayImpersonate } = config
  if (as !== null && !mayImpersonate) throw new UserError('usage', speakingAsOthers)
  const speaker = as === null ? local.speaker : await namedSpeaker(foundation, as)
  const owned = await ownTerminalAccount(ledger)
  const running = worker ? await startWorker(foundation) : null
  try {
    const beforeStop = async () => running?.stop()
    if (!json) return await talkInTerminal(foundation, { account: owned.account, speaker, beforeStop })
    await serveJson(foundation, { account: owned.account, speaker, mayImpersonate, beforeStop })
  } finally {
    await running?.stop()
    await owned.release()
  }
}

/** Standard output holds the door's own lines alone, so a code for the first owner goes to standard error. */
async function serveJson(
  foundation: Foundation,
  {
    account,
    speaker,
    mayImpersonate,
    beforeStop,
  }: { account: string; speaker: Speaker | null; mayImpersonate: boolean; beforeStop: () => Promise<void> },
): Promise<void> {
  const nameOf = (phone: string) => (phone === speaker?.phone ? speaker.ownName : null)
  const door = createJsonDoor(process.stdout)
  const bot = await startBot(foundation, { account, channel: door.channel, nameOf })
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>()
  const signal = onStopSignal(() => void beforeStop().finally(stop), foundation.config)
  let codes: OwnerCodes | null = null
  try {
    codes = await offerOwnerCodes(foundation, (text) => process.stderr.write(`${text}\n`))
    const served = door.serve({
      input: process.stdin,
      bot,
      account,
      speaker: speaker?.phone ?? null,
      identify: (phone) => numberOfSpeaker(foundation.ledger.db, phone),
      mayImpersonate,
    })
    await Promise.race([served, stopped])
    process.stdin.destroy()
  } finally {
    codes?.stop()
    signal.release()
    await bot.stop()
  }
}
