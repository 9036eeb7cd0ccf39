import { offerOwnerCode } from '../ledger/owner-codes.ts'
import type { Foundation } from '../open-foundation.ts'

export type OwnerCodes = { readonly stop: () => void }

/**
 * While there is no owner and no people file could name one: shows the one-time code of the first owner, and a fresh one
 * whenever it lapses. Resolves once the first is shown.
 */
export async function offerOwnerCodes(
  { config, ledger, secrets, log }: Pick<Foundation, 'config' | 'ledger' | 'secrets' | 'log'>,
  show: (text: string) => void,
): Promise<OwnerCodes> {
  let timer: NodeJS.Timeout | undefined
  let stopped = config.peopleFile !== null

  async function offer(): Promise<void> {
    if (stopped) return
    const offered = await offerOwnerCode({ db: ledger.db, secrets, clock: () => new Date() })
    if (offered === null) return
    show(`Send this code here to become the owner: ${offered.code}`)
    timer = setTimeout(offerAgain, offered.expiresAt.getTime() - Date.now())
    timer.unref()
  }

  function offerAgain(): void {
    void offer().catch((error: unknown) => log.warn({ event: 'owner-code.failed', err: error }, 'no owner code'))
  }

  await offer()
  return {
    stop: () => {
      stopped = true
      clearTimeout(timer)
    },
  }
}
