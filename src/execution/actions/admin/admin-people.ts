import { Type } from 'typebox'
import type { Catalogue } from '../../../catalogue/catalogue.ts'
import { changeNumber } from '../../../ledger/people/change-number.ts'
import { renamedKind } from '../../../ledger/people/former-names.ts'
import { addOwner } from '../../../ledger/people/owner-codes.ts'
import {
  addPerson,
  grantRole,
  removePerson,
  renameOneself,
  renamePerson,
  revokeRole,
  setLanguage,
  setPersonTimeZone,
  setTimeZone,
  type PeopleChange,
  type Renamed,
} from '../../../ledger/people/people-changes.ts'
import { noRole } from '../../../ledger/people/people-list.ts'
import { forgetPerson } from '../../../ledger/privacy/privacy.ts'
import { zoneName } from '../../../access/find-zones.ts'
import type { Person } from '../../../access/person.ts'
import type { JsonObject } from '../../../json.ts'
import type { Action } from '../../action.ts'
import { Actor, createChange, type AdminChange, type AdminDeps } from './admin-change.ts'
import { removeExports } from './admin-export.ts'

/** All that is kept is looked at for the name, which takes half a minute for fifty thousand commands. */
const forgetWithinMs = 8 * 60_000

const text = Type.String({ minLength: 1, maxLength: 200 })
const closed = { additionalProperties: false }
const OfPhone = Type.Object({ actor: Actor, phone: text }, closed)
const OfRole = Type.Object({ actor: Actor, phone: text, role: text }, closed)
const Added = Type.Object({ actor: Actor, phone: text, name: text, role: text }, closed)
const Named = Type.Object({ actor: Actor, phone: text, name: text }, closed)
const Numbered = Type.Object({ actor: Actor, phone: text, number: text }, closed)
const Name = Type.Object({ actor: Actor, name: text }, closed)
const Language = Type.Object({ actor: Actor, language: text }, closed)
const Zone = Type.Object({ actor: Actor, zone: text }, closed)
const PlacedPerson = Type.Object({ actor: Actor, phone: text, zone: text }, closed)
const Owner = Type.Object({ actor: Actor, name: Type.Unsafe<string | null>({ type: ['string', 'null'] }) }, closed)

/**
 * `add_person remove_person change_number rename_person call_me grant_role revoke_role set_language set_time_zone set_person_time_zone add_owner
 * forget`: what changes people.
 */
export function createPeopleActions(
  deps: AdminDeps & {
    readonly catalogue: () => Pick<Catalogue, 'roles' | 'locales' | 'language'>
    /** Where exports lie. */
    readonly workspaceDir: string
  },
): readonly Action[] {
  const by = (actorId: string): PeopleChange => {
    const { roles, locales } = deps.catalogue()
    return { actorId, rules: { roles, languages: [...locales.keys()] } }
  }
  return [
    createChange(deps, {
      type: 'add_person',
      meta: Added,
      work: async (trx, { actor, phone, name, role }) => {
        const person = await addPerson(trx, deps.secrets, { ...by(actor), phone, name, role })
        return changed('admin.person_added', person, { role })
      },
    }),
    createChange(deps, {
      type: 'remove_person',
      meta: OfPhone,
      work: async (trx, { actor, phone }) => {
        const person = await removePerson(trx, deps.secrets, { ...by(actor), phone, now: deps.clock() })
        return changed('admin.person_removed', person)
      },
    }),
    createChange(deps, {
      type: 'change_number',
      meta: Numbered,
      work: async (trx, { actor, phone, number }) => {
        const moved = await changeNumber(trx, deps.secrets, { ...by(actor), phone, number, now: deps.clock() })
        const { person, before } = moved
        const { output, evidence } = changed('admin.number_changed', person, { before: before.id })
        return { output: { ...output, before: before.phone }, evidence }
      },
    }),
    createChange(deps, {
      type: 'rename_person',
      meta: Named,
      work: async (trx, { actor, phone, name }) =>
        renamed(await renamePerson(trx, deps.secrets, { ...by(actor), phone, name })),
    }),
    createChange(deps, {
      type: 'call_me',
      meta: Name,
      work: async (trx, { actor, name }) => renamed(await renameOneself(trx, deps.secrets, { ...by(actor), name })),
    }),
    createChange(deps, {
      type: 'grant_role',
      meta: OfRole,
      work: async (trx, { actor, phone, role }) =>
        changed('admin.role_granted', await grantRole(trx, deps.secrets, { ...by(actor), phone, role }), { role }),
    }),
    createChange(deps, {
      type: 'revoke_role',
      meta: OfRole,
      work: async (trx, { actor, phone, role }) =>
        changed('admin.role_revoked', await revokeRole(trx, deps.secrets, { ...by(actor), phone, role }), { role }),
    }),
    createChange(deps, {
      type: 'set_language',
      meta: Language,
      work: async (trx, { actor, language }) =>
        changed('admin.language_set', await setLanguage(trx, deps.secrets, { ...by(actor), language }), { language }),
    }),
    createChange(deps, {
      type: 'set_time_zone',
      meta: Zone,
      work: async (trx, { actor, zone }) => placed(await setTimeZone(trx, deps.secrets, { ...by(actor), zone })),
    }),
    createChange(deps, {
      type: 'set_person_time_zone',
      meta: PlacedPerson,
      work: async (trx, { actor, phone, zone }) => {
        const { person, before } = await setPersonTimeZone(trx, deps.secrets, { ...by(actor), phone, zone })
        const { output, evidence } = placed(person)
        return { output: { ...output, name: person.name, before }, evidence }
      },
    }),
    createChange(deps, {
      type: 'add_owner',
      meta: Owner,
      work: async (trx, { actor, name }) =>
        changed('admin.owner_added', await addOwner(trx, deps.secrets, { actorId: actor, name })),
    }),
    createChange(deps, {
      type: 'forget',
      meta: OfPhone,
      timeLimitMs: forgetWithinMs,
      work: async (trx, { actor, phone }) => {
        const { personId, former, about, ...counts } = await forgetPerson(trx, deps.secrets, {
          ...by(actor),
          phone,
          now: deps.clock(),
        })
        await removeExports(deps.workspaceDir, about)
        // No payload: this is the one thing that must not be remembered.
        return {
          output: counts,
          evidence: { kind: 'admin.person_forgotten', facts: { person: personId, former, ...counts } },
        }
      },
    }),
  ]
}

/** Both names are personal: whoever forgets the person finds the old one there. */
function renamed({ person, before }: Renamed): AdminChange {
  const { output, evidence } = changed(renamedKind, person)
  return {
    output: { ...output, before },
    evidence: { ...evidence, payload: { ...evidence.payload, before } },
  }
}

/** `now`: the zone whose clock tells it. */
function placed(person: Person): AdminChange {
  const { timeZone } = person
  const { evidence } = changed('admin.time_zone_set', person, { time_zone: timeZone })
  return { output: { zone: timeZone, place: zoneName(timeZone), now: timeZone }, evidence }
}

/** Facts name a person by our id alone; who that is lies in the payload, and can be erased. */
function changed(kind: string, { id, phone, name, roles }: Person, facts: JsonObject = {}) {
  return {
    output: { phone, name, roles: roles.join(', ') || noRole },
    evidence: { kind, facts: { person: id, ...facts }, payload: { phone, name } },
  }
}
