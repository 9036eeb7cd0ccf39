import type { Person } from '../../access/person.ts'
import { mainLocale } from '../../catalogue/locale-for.ts'
import { say } from '../../conversation/render/say.ts'
import type { Executor } from '../../ledger/database.ts'
import type { LaneRow } from '../../ledger/talk/inbox.ts'
import type { Claim } from '../reading/claim-ownership.ts'
import { localeOfSender } from './locale-of-sender.ts'
import { countRefused } from './lock-out.ts'
import { sendReplies } from '../sending/send-replies.ts'
import type { TurnDeps } from '../turn-deps.ts'

/** Why a code of the first owner, or what looks like one, makes nobody the owner. */
type Refused = Exclude<Claim['kind'], 'claimed'>

const texts: Readonly<Record<Refused, string>> = {
  wrong: 'owner_code_wrong',
  numberless: 'owner_code_numberless',
  shown: 'owner_code_shown',
}

/**
 * Says why, and what to do instead. One that is not valid (any more) counts as an attempt. Who holds the right one, but has no number, made
 * none; and a code that others have seen is void anyway.
 */
export async function refuseCode(
  deps: TurnDeps,
  db: Executor,
  row: LaneRow,
  { person, why }: { readonly person: Person | null; readonly why: Refused },
): Promise<void> {
  // Only a number tells the language of somebody whom nobody knows.
  const locale = why === 'numberless' ? mainLocale(deps.catalogue) : await localeOfSender(deps, db, row, person)
  await sendReplies(deps, db, row, { cause: 'turn', replies: [{ about: 'refusal', text: say(locale, texts[why]) }] })
  if (why === 'wrong') await countRefused(deps, db, row, person)
}
