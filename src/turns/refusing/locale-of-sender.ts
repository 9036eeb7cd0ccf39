import type { Person } from '../../access/person.ts'
import type { Locale } from '../../catalogue/catalogue.ts'
import { localeFor } from '../../catalogue/locale-for.ts'
import { localeOf } from '../../conversation/render/locale-of.ts'
import type { Executor } from '../../ledger/database.ts'
import { languageOf } from '../../ledger/people/identities.ts'
import type { LaneRow } from '../../ledger/talk/inbox.ts'
import type { TurnDeps } from '../turn-deps.ts'

/** How whoever has sent a row is spoken to: as the person that they are, else in the language that their number suggests. */
export async function localeOfSender(
  { catalogue }: Pick<TurnDeps, 'catalogue'>,
  db: Executor,
  { senderId }: Pick<LaneRow, 'senderId'>,
  person: Person | null,
): Promise<Locale> {
  return person === null ? localeFor(catalogue, await languageOf(db, senderId)) : localeOf(catalogue, person)
}
