import type { Executor } from '../database.ts'
import { formerSelves, laterSelf } from './former-numbers.ts'
import type { ListedPerson } from './people-list.ts'

/** Somebody with their other numbers, each as people read it; `none` where there is none. */
export type PersonEver = ListedPerson & {
  /** Those that they had before, the newest first. */
  readonly former: string
  /** The one that they speak from now, if this is one of before. */
  readonly later: string
}

const none = 'none'

/** People with the numbers that they had before or have now. */
export async function withOtherNumbers(db: Executor, people: readonly ListedPerson[]): Promise<readonly PersonEver[]> {
  return Promise.all(people.map((person) => withNumbersOf(db, person)))
}

/** Of people who were found by name, each human being once: who speaks from another number now is found there. */
export function eachOnce(people: readonly PersonEver[]): readonly PersonEver[] {
  const phones = new Set(people.map(({ phone }) => phone))
  return people.filter(({ later }) => !phones.has(later))
}

async function withNumbersOf(db: Executor, person: ListedPerson): Promise<PersonEver> {
  const row = await db.selectFrom('people').select('id').where('phone', '=', person.phone).executeTakeFirst()
  if (row === undefined) return { ...person, former: none, later: none }
  const former = (await formerSelves(db, row.id)).map(({ phone }) => phone).join(', ')
  const later = person.state === 'active' ? null : await laterSelf(db, row.id)
  return { ...person, former: former === '' ? none : former, later: later?.phone ?? none }
}
