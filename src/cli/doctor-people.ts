import { loadPeopleFile } from '../access/load-people.ts'
import { ownerRole } from '../access/owner.ts'
import type { Config } from '../config.ts'
import { UserError } from '../errors.ts'
import type { Finding } from './doctor-finding.ts'

const what = 'People'

/**
 * The people file, as a start would take it: its form, and whether there are such roles.
 * @param roles those of the catalogue; `null` where it cannot be read, which is another finding
 */
export async function findPeopleFile(
  { peopleFile }: Pick<Config, 'peopleFile'>,
  roles: readonly string[] | null,
): Promise<readonly Finding[]> {
  if (peopleFile === null)
    return [{ what, state: 'ok', says: 'no people file: people are added in the chat or with sayso people' }]
  try {
    const people = await loadPeopleFile(peopleFile, roles)
    const says = `${people.length} in ${peopleFile}`
    if (people.some((each) => each.roles.includes(ownerRole))) return [{ what, state: 'ok', says }]
    return [{ what, state: 'warn', says: `${says}, none of them an owner`, cure: 'Give one of them roles: [owner].' }]
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    const [first = ''] = error.message.split('\n')
    return [{ what, state: 'bad', says: first, cure: 'Correct the file, or name another one in SAYSO_PEOPLE.' }]
  }
}
