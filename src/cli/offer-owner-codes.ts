import { offerOwnerCode } from '../ledger/people/owner-codes.ts'
import { hasOwner } from '../ledger/people/owners.ts'
import type { Foundation } from '../open-foundation.ts'
import { claimCommands } from '../turns/reading/claim-ownership.ts'

export type OwnerCodes = { readonly stop: () => void }

/** What time it is, and how something is put off. */
type Timing = {
  readonly clock: () => Date
  /** Runs something after so many milliseconds, unless it is called off before. */
  readonly later: (ms: number, run: () => void) => { readonly callOff: () => void }
}

/** How long after a fresh code could not be drawn it is tried again. */
const retryMs = 5000

const noWayIn =
  'Nobody is the owner, and no command here makes one: name one in a people file (--people FILE, SAYSO_PEOPLE), ' +
  'or let the catalogue inherit admin.add-owner.'

/**
 * While there is no owner and no people file could name one: shows the one-time code of the first owner, and a fresh one
 * whenever it lapses, or as soon after as the database is there to keep it. Resolves once the first is shown. Where the catalogue has no
 * command that takes it, that is said instead.
 */
export async function offerOwnerCodes(
  {
    catalogue,
    config,
    ledger,
    secrets,
    log,
  }: Pick<Foundation, 'ledger' | 'secrets'> & {
    readonly catalogue: Pick<Foundation['catalogue'], 'commands' | 'roles'>
    readonly config: Pick<Foundation['config'], 'peopleFile'>
    readonly log: Pick<Foundation['log'], 'warn'>
  },
  show: (text: string) => void,
  { clock, later }: Timing = realTime,
): Promise<OwnerCodes> {
  let next: ReturnType<Timing['later']> | undefined
  let stopped = config.peopleFile !== null
  let failing = false

  async function offer(): Promise<void> {
    if (stopped) return
    const offered = await offerOwnerCode({ db: ledger.db, secrets, clock })
    failing = false
    if (offered === null || stopped) return
    show(`Send this code here to become the owner: ${offered.code}`)
    next = later(offered.expiresAt.getTime() - clock().getTime(), offerAgain)
  }

  function offerAgain(): void {
    void offer().catch((error: unknown) => {
      // Of tries that fail one after the other only the first is told.
      if (!failing)
        log.warn({ event: 'owner-code.failed', err: error }, 'the code for the first owner could not be offered')
      failing = true
      if (!stopped) next = later(retryMs, offerAgain)
    })
  }

  if (!stopped && claimCommands(catalogue).length === 0) {
    stopped = true
    if (!(await hasOwner(ledger.db, secrets))) show(noWayIn)
  }
  await offer()
  return {
    stop: () => {
      stopped = true
      next?.callOff()
    },
  }
}

const realTime: Timing = {
  clock: () => new Date(),
  later: (ms, run) => {
    const timer = setTimeout(run, ms).unref()
    return { callOff: () => clearTimeout(timer) }
  },
}
