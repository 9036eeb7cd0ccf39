import { readCatalogue } from '../catalogue/load-catalogue.ts'
import type { Foundation } from '../open-foundation.ts'
import { configuredCatalogue } from './catalogue/catalogue-sources.ts'

/** What `sayso people` asks for. */
const ofPeople = ['ADD_PERSON', 'REMOVE_PERSON', 'GRANT_ROLE', 'REVOKE_ROLE', 'PERSON_TIME_ZONE']

/**
 * The same with all commands of administration, where the catalogue inherits too few of them: who is at the command line can add people
 * to any catalogue. Where they do not go with it, it stays as it is.
 * @param token what is asked for; `null` where something is answered, which may have been asked for by `sayso people`
 */
export async function withAdministration(foundation: Foundation, token: string | null): Promise<Foundation> {
  const { catalogue, config } = foundation
  const isThere = (name: string): boolean => catalogue.commands.has(name)
  if ((token !== null && isThere(token)) || ofPeople.every(isThere)) return foundation
  const { sources } = await configuredCatalogue(undefined, config)
  const { catalogue: whole, problems } = await readCatalogue({ ...sources, inherit: 'all' })
  return problems.length > 0 ? foundation : { ...foundation, catalogue: whole }
}
