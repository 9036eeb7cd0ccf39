import { findPeopleByPhone } from '../ledger/people/people-list.ts'
import { numberOfSpeaker } from '../ledger/people/person-row.ts'
import type { Foundation } from '../open-foundation.ts'
import type { Speaker } from './local-people.ts'

/** Whoever has this number, under their name where they are known. */
export async function namedSpeaker(
  { ledger, secrets }: Pick<Foundation, 'ledger' | 'secrets'>,
  asked: string,
): Promise<Speaker> {
  const phone = await numberOfSpeaker(ledger.db, asked)
  const found = await findPeopleByPhone(ledger.db, secrets, phone, { removed: false })
  const name = found.find((person) => person.phone === phone)?.name ?? phone
  return { phone, name, ownName: null }
}
