import { writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import path from 'node:path'
import { loadPeopleFile, type PersonEntry } from '../access/load-people.ts'
import type { Config } from '../config.ts'
import { syncPeople } from '../ledger/people.ts'
import type { Foundation } from '../open-foundation.ts'

/** Makes the people of the file the people of the ledger. Without a file, one is begun with whoever has this terminal as its owner. */
export async function loadLocalPeople({
  config,
  ledger,
  secrets,
  log,
}: Foundation): Promise<{ readonly people: readonly PersonEntry[]; readonly file: string }> {
  const file = config.peopleFile ?? (await defaultFile(config))
  const people = await loadPeopleFile(file)
  const conflicts = await ledger.db.transaction().execute((trx) => syncPeople(trx, people, { secrets }))
  for (const conflict of conflicts)
    log.warn({ event: 'people.conflict', ...conflict }, 'the people file says otherwise than the chat; the chat stands')
  return { people, file }
}

/** Who the terminal speaks for: the first owner of the file, else its first person. */
export function localSpeaker(people: readonly PersonEntry[]): PersonEntry | null {
  return people.find(({ roles }) => roles.includes('owner')) ?? people[0] ?? null
}

async function defaultFile({ dataDir }: Config): Promise<string> {
  const file = path.join(dataDir, 'people.yaml')
  const name = userInfo().username.replace(/[^\p{L}\p{N} ._-]/gu, '') || 'Owner'
  const text = `# Who may speak to this bot, and what they may do: viewer, operator or owner. Others get a polite refusal.
# The first owner is who the terminal speaks for; a phone number is written as +5511990000001.
people:
  - { phone: "+15550100000", name: ${JSON.stringify(name)}, roles: [owner], language: en, timeZone: ${timeZone()} }
`
  // The flag keeps a file that is there, and of two first starts at once it lets one write.
  await writeFile(file, text, { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  return file
}

function timeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
}
