import { userInfo } from 'node:os'
import { loadPeopleFile } from '../access/load-people.ts'
import { ownerRole } from '../access/owner.ts'
import { UserError } from '../errors.ts'
import { hasOwner } from '../ledger/people/owners.ts'
import { syncPeople } from '../ledger/people/people.ts'
import { knownNumber } from '../ledger/people/person-row.ts'
import type { Foundation } from '../open-foundation.ts'
import { briefly, checkNames, knownToPeople } from './catalogue/check-names.ts'
import { nameOfLogin } from './login-name.ts'

/** Who speaks at a terminal. */
export type Speaker = {
  readonly phone: string
  /** What they go by at the prompt. */
  readonly name: string
  /** What they are called, as far as that is known before they say so. */
  readonly ownName: string | null
}

/** The number of whoever has this terminal, where no people file says who that is; a number that nobody is given. */
const terminalPhone = '+15550100000'

/**
 * Makes the people of the file the people of the ledger; the terminal then speaks for its first owner, else for its first
 * person. Without a file the people are those of the ledger, and the terminal speaks for itself.
 * @throws UserError `people_invalid`, also for a role that the catalogue does not have, and when nobody would be an owner any more: then nothing has changed
 */
export async function loadLocalPeople({
  config,
  ledger,
  secrets,
  log,
  catalogue,
}: Foundation): Promise<{ readonly speaker: Speaker | null }> {
  if (config.peopleFile === null) return { speaker: terminalSpeaker() }
  const file = config.peopleFile
  const names = checkNames(catalogue)
  const people = await loadPeopleFile(file, knownToPeople(catalogue), names)
  for (const problem of names.found) log.info({ event: 'people.misnamed' }, briefly(problem))
  const conflicts = await ledger.db.transaction().execute(async (trx) => {
    const hadOwner = await hasOwner(trx, secrets)
    const differing = await syncPeople(trx, people, { secrets, now: new Date() })
    if (!hadOwner || (await hasOwner(trx, secrets))) return differing
    throw new UserError(
      'people_invalid',
      `With ${file} there would be no owner left: keep one in it, with roles: [owner]`,
    )
  })
  for (const conflict of conflicts)
    log.warn(
      { event: 'people.conflict', personId: conflict.personId, fields: conflict.fields },
      'the people file differs from what was changed in the chat; what was changed in the chat holds',
    )
  const speaker = people.find(({ roles }) => roles.includes(ownerRole)) ?? people[0]
  if (speaker === undefined) return { speaker: null }
  // The chat may know them under the other number of their line.
  return {
    speaker: {
      ...speaker,
      ownName: speaker.name,
      phone: (await knownNumber(ledger.db, speaker.phone)) ?? speaker.phone,
    },
  }
}

function terminalSpeaker(): Speaker {
  const ownName = nameOfLogin(userInfo().username)
  return { phone: terminalPhone, name: ownName ?? 'you', ownName }
}
