import { loadPeopleFile } from '../access/load-people.ts'
import { readCatalogue } from '../catalogue/load-catalogue.ts'
import type { Config } from '../config.ts'
import { UserError } from '../errors.ts'
import { configuredCatalogue } from './catalogue-sources.ts'
import type { Finding } from './doctor-finding.ts'

const what = 'People'

/** The people file, as a start would take it: its form, and whether there are such roles. */
export async function findPeopleFile(
  config: Pick<Config, 'peopleFile' | 'catalogueDir' | 'actionsDir' | 'servicesFile'>,
): Promise<readonly Finding[]> {
  const { peopleFile } = config
  if (peopleFile === null)
    return [{ what, state: 'ok', says: 'no file: people are added in the chat and by sayso people' }]
  const { catalogue } = await readCatalogue((await configuredCatalogue(undefined, config)).sources)
  try {
    const people = await loadPeopleFile(peopleFile, catalogue.roles.size === 0 ? null : [...catalogue.roles.keys()])
    const says = `${people.length} in ${peopleFile}`
    if (people.some(({ roles }) => roles.includes('owner'))) return [{ what, state: 'ok', says }]
    return [{ what, state: 'warn', says: `${says}, none of them an owner`, cure: 'Give one of them roles: [owner].' }]
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    const [first = ''] = error.message.split('\n')
    return [{ what, state: 'bad', says: first, cure: 'Mend the file, or name another in SAYSO_PEOPLE.' }]
  }
}
