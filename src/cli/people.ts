import { styleText } from 'node:util'
import { grantsOf, isOwnRight, patternOf, type Roles } from '../access/grant.ts'
import { readConfig } from '../config.ts'
import { UserError } from '../errors.ts'
import {
  findPeopleByName,
  findPeopleByPhone,
  listPeople,
  noRole,
  type ListedPerson,
} from '../ledger/people/people-list.ts'
import type { Foundation } from '../open-foundation.ts'
import { requireInstallation } from './require-installation.ts'
import { parseWait, reportingErrors, runOne, runOptions, runOptionsHelp } from './run.ts'
import { parseOptions } from './parse-options.ts'
import type { Subcommand } from './subcommand.ts'
import { withAdministration } from './with-administration.ts'
import { withFoundation } from './with-foundation.ts'

/** Whoever holds the code of the first owner is read as one; nobody is given it. */
const givenToNobody = 'claimant'

const usage =
  'Usage: sayso people list | roles | add PHONE NAME ROLE | remove PHONE | roles PHONE --grant ROLE | roles PHONE --revoke ROLE | zone PHONE ZONE'

export const people: Subcommand = {
  help: `Usage: sayso people list [--json]
       sayso people roles [--json]
       sayso people add PHONE NAME ROLE [--yes ANSWER]
       sayso people remove PHONE [--yes ANSWER]
       sayso people roles PHONE --grant ROLE | --revoke ROLE [--yes ANSWER]
       sayso people zone PHONE ZONE [--yes ANSWER]

list, and roles without a phone number, only show what is there. The others change something: they run a command of the chat
(ADD_PERSON, REMOVE_PERSON, GRANT_ROLE, REVOKE_ROLE, PERSON_TIME_ZONE) as the owner at this terminal, with preview, confirmation and
evidence, like \`sayso run\`. They work with every catalogue, whatever it inherits.

${runOptionsHelp}
Examples:
  sayso people list
  sayso people add "+55 11 99000-0002" "Bia Souza" operator    # shows the preview and its token
  sayso run --yes C9F2                                          # confirms it
  sayso people zone "+55 11 99000-0002" Manaus                  # a city, or America/Manaus
`,
  run: reportingErrors(async (args, at) => {
    const { values, positionals } = parseOptions({
      args: [...args],
      allowPositionals: true,
      options: { ...runOptions, grant: { type: 'string' }, revoke: { type: 'string' } },
    })
    const wish = wishOf(positionals, values)
    const waitMs = parseWait(values)
    const config = readConfig(at.env, values)
    await requireInstallation(config)
    return withFoundation(config, at, async (foundation) => {
      if (wish.kind === 'change') {
        const able = await withAdministration(foundation, wish.words[0] ?? null)
        const refusal = () => (wish.person === undefined ? Promise.resolve(null) : missing(foundation, wish.person))
        return runOne(able, wish.words, { ...values, waitMs, written: wish.written, refusal }, at)
      }
      at.print(wish.kind === 'list' ? await list(foundation, values.json) : roles(foundation, values.json))
      return 0
    })
  }),
}

type Wish =
  | { readonly kind: 'list' | 'roles' }
  | {
      readonly kind: 'change'
      /** The command of the chat that does it. */
      readonly words: readonly string[]
      /** How it is written here. */
      readonly written: string
      /** Whoever must be here already. */
      readonly person?: string | undefined
    }

/** @throws UserError `usage` */
function wishOf(
  [what, phone, ...more]: readonly string[],
  { grant, revoke }: { readonly grant?: string | undefined; readonly revoke?: string | undefined },
): Wish {
  const given = [phone, ...more].filter((each) => each !== undefined).length
  const changesRole = grant !== undefined || revoke !== undefined
  if (what === 'list' && given === 0 && !changesRole) return { kind: 'list' }
  if (what === 'roles' && given === 0 && !changesRole) return { kind: 'roles' }
  if (what === 'remove' && given === 1 && !changesRole) {
    const written = 'sayso people remove PHONE'
    return { kind: 'change', words: ['REMOVE_PERSON', `phone=${phone}`], written, person: phone }
  }
  if (what === 'add' && given === 3 && !changesRole) {
    const [name, role] = more
    const words = ['ADD_PERSON', `phone=${phone}`, `name=${name}`, `role=${role}`]
    return { kind: 'change', words, written: 'sayso people add PHONE NAME ROLE' }
  }
  if (what === 'zone' && given === 2 && !changesRole) {
    const words = ['PERSON_TIME_ZONE', `phone=${phone}`, `zone=${more[0]}`]
    return { kind: 'change', words, written: 'sayso people zone PHONE ZONE', person: phone }
  }
  if (what === 'roles' && given === 1 && (grant === undefined) !== (revoke === undefined)) {
    const [token, option] = grant === undefined ? ['REVOKE_ROLE', '--revoke'] : ['GRANT_ROLE', '--grant']
    const words = [token, `phone=${phone}`, `role=${grant ?? revoke}`]
    return { kind: 'change', words, written: `sayso people roles PHONE ${option} ROLE`, person: phone }
  }
  throw new UserError('usage', usage)
}

/** That nobody is here whom somebody means, if so: a chat would ask who is meant, in words that nobody can say here. */
async function missing({ ledger, secrets }: Foundation, person: string): Promise<string | null> {
  for (const find of [findPeopleByPhone, findPeopleByName])
    if ((await find(ledger.db, secrets, person, { removed: false })).length > 0) return null
  return `Nobody here is called “${person}” or has that number. \`sayso people list\` shows who is here.`
}

async function list(foundation: Foundation, json: boolean): Promise<string> {
  const found = await listPeople(foundation.ledger.db, foundation.secrets)
  if (json)
    return JSON.stringify(
      found.map(({ name, phone, roles: of, language }) => ({ name, phone, roles: of === noRole ? '' : of, language })),
    )
  if (found.length === 0) return 'Nobody has rights here yet: `sayso chat` shows how to become the owner.'
  const widest = Math.max(...found.map(({ name }) => name.length))
  return found.map((person) => line(person, widest)).join('\n')
}

function line({ name, phone, roles: of, language }: ListedPerson, widest: number): string {
  return `${styleText('bold', name.padEnd(widest))}  ${phone.padEnd(16)}  ${language.padEnd(5)}  ${of === noRole ? '—' : of}`
}

function roles({ catalogue }: Foundation, json: boolean): string {
  const shown = [...catalogue.roles.keys()]
    .filter((role) => role !== givenToNobody)
    .map((role) => ({ role, grants: patternsOf(role, catalogue.roles) }))
  if (json) return JSON.stringify(shown)
  return shown
    .map(({ role, grants }) => `${styleText('bold', role)}\n${grants.map((each) => `  ${each}`).join('\n')}`)
    .join('\n')
}

function patternsOf(role: string, of: Roles): readonly string[] {
  return grantsOf({ roles: [role] }, of).map((grant) =>
    isOwnRight(grant) ? patternOf(grant) : `${patternOf(grant)} (with approval)`,
  )
}
