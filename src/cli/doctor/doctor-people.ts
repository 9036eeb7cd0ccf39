import { loadPeopleFile } from '../../access/load-people.ts'
import { ownerRole } from '../../access/owner.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { Config } from '../../config.ts'
import { UserError } from '../../errors.ts'
import { briefly, checkNames, knownToPeople } from '../catalogue/check-names.ts'
import type { Finding } from './doctor-finding.ts'

const what = 'People'

/**
 * The people file, as a start would take it: its form, whether there are such roles, and the names that the chat gives nobody.
 * @param catalogue `null` where it cannot be read, which is another finding
 */
export async function findPeopleFile(
  { peopleFile }: Pick<Config, 'peopleFile'>,
  catalogue: Catalogue | null,
): Promise<readonly Finding[]> {
  if (peopleFile === null)
    return [{ what, state: 'ok', says: 'no people file: people are added in the chat or with sayso people' }]
  try {
    const names = catalogue === null ? null : checkNames(catalogue)
    const people = await loadPeopleFile(peopleFile, catalogue === null ? null : knownToPeople(catalogue), names)
    const cure = 'Give them another name in the file.'
    const misnamed = (names?.found ?? []).map((each) => ({ what, state: 'warn', says: briefly(each), cure }) as const)
    const says = `${people.length} in ${peopleFile}`
    if (people.some((each) => each.roles.includes(ownerRole))) return [{ what, state: 'ok', says }, ...misnamed]
    return [
      { what, state: 'warn', says: `${says}, none of them an owner`, cure: 'Give one of them roles: [owner].' },
      ...misnamed,
    ]
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    const [first = ''] = error.message.split('\n')
    return [{ what, state: 'bad', says: first, cure: 'Correct the file, or name another one in SAYSO_PEOPLE.' }]
  }
}
