import type { Person } from '../../access/person.ts'
import { countryOf } from '../../access/phone.ts'
import type { When } from '../../understanding/values/when.ts'

/** When and where a message was said: "tomorrow" is the day after it was said, however late it is read. */
export function whenSaid(sentAt: Date, { timeZone, phone }: Pick<Person, 'timeZone' | 'phone'>): When {
  const country = countryOf(phone)
  return { now: sentAt, timeZone, ...(country === undefined ? {} : { country }) }
}
