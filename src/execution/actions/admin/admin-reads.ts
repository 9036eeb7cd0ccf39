import type { Static, TSchema } from 'typebox'
import { actionScopes } from '../../../access/action-scopes.ts'
import { may } from '../../../access/may.ts'
import type { Catalogue, Locale } from '../../../catalogue/catalogue.ts'
import { localeFor } from '../../../catalogue/locale-for.ts'
import { dateFormat } from '../../../conversation/render/formats.ts'
import { showBefore } from '../../../conversation/render/show-value.ts'
import { localeOf } from '../../../conversation/render/locale-of.ts'
import { reachedLines } from '../../../conversation/render/reached-text.ts'
import { reasonName } from '../../../conversation/render/reason-name.ts'
import { UserError } from '../../../errors.ts'
import type { Json } from '../../../json.ts'
import { findZones, zoneName, zoneNamed } from '../../../access/find-zones.ts'
import { countryOf } from '../../../access/phone.ts'
import { isWellNamed } from '../../../access/person-name.ts'
import type { Person } from '../../../access/person.ts'
import { asPassing } from '../../../ledger/connection-trouble.ts'
import { readHistory } from '../../../ledger/commands/history.ts'
import { eachOnce, withOtherNumbers } from '../../../ledger/people/people-ever.ts'
import {
  findPeopleByName,
  findPeopleByPhone,
  isNameTaken,
  listPeople,
  noRole,
  peopleCalled,
} from '../../../ledger/people/people-list.ts'
import { personWithId } from '../../../ledger/people/people.ts'
import { countWork, readErrors, readQueue } from '../../../ledger/commands/queue-view.ts'
import { pauseOf } from '../../../ledger/settings.ts'
import { verifyLedger } from '../../../ledger/verify/verify-ledger.ts'
import { whatsappHealth } from '../../../ledger/whatsapp/whatsapp-health.ts'
import type { Action, ActionContext } from '../../action.ts'
import { hoursOfDay } from '../../../understanding/values/dates/hours-of-day.ts'
import { daysOfPeriod, type Period } from '../../../understanding/values/dates/days-of-period.ts'
import type { AdminDeps } from './admin-change.ts'
import { Nothing, Listed, OfActor, Named, History, SameName, FindZone, Find } from './admin-read-meta.ts'
import { commandInWords } from './command-in-words.ts'

/** More people are not looked through one by one in a chat. */
const mostListed = 200

/** Of those who have one name so many are shown, each with so many digits of their number: who may not see all of it can tell them apart. */
const mostNamesakes = 3
const shownDigits = 4

/** Where a text has nothing to show: an ICU choice cannot ask for the empty one. */
export const nothing = '—'

/** Where a text tells until or since when something goes on, and that is not known. */
const noEnd = 'never'

/** What `status` asks of the rest of the house. */
export type AdminReadDeps = AdminDeps & {
  /** A getter, because the catalogue is loaded with these actions. */
  readonly catalogue: () => Pick<Catalogue, 'commands' | 'locales' | 'language' | 'roles'>
  /** Whether the queue takes commands now; must not take long, and not reject. */
  readonly queueHealth: () => Promise<'up' | 'down'>
}

/** `whoami status history verify list_people queue find_person find_namesake find_same_name find_zone find_pause`: what only looks. */
export function createAdminReads(deps: AdminReadDeps): readonly Action[] {
  const { db, secrets, catalogue, clock } = deps
  return [
    read('whoami', OfActor, async ({ actor }) => {
      const { name, phone, roles, language, timeZone } = await personOfActor(deps, actor)
      const { region } = localeFor(catalogue(), language)
      const language_name =
        new Intl.DisplayNames(region, { type: 'language' }).of(new Intl.Locale(language).baseName) ?? language
      return { name, phone, roles: roles.join(', ') || noRole, language, language_name, time_zone: timeZone }
    }),
    read('status', OfActor, async ({ actor }) => status(deps, await personOfActor(deps, actor))),
    read(
      'history',
      History,
      async ({ actor, code = null, ref, person, day = null, period = null, whose = null, ...about }) => {
        const target = about.target ?? code
        const asker = await personOfActor(deps, actor)
        const locale = localeOf(catalogue(), asker)
        const when = clockOf(locale, asker)
        const isNarrow = [target, ref, person, day, period, whose].some((each) => each !== null)
        const { entries, hasEarlier } = await readHistory(db, {
          target,
          ref: ref === null ? null : refOf(ref),
          phone: person,
          askedBy: whose === null ? null : actor,
          during: spanOf({ day, period }, asker.timeZone, clock()),
        })
        return {
          rows: entries.map(({ at, event, ref: of, who, reason, steps, ...command }) => {
            const told = commandInWords(catalogue(), asker, command)
            const asked = catalogue().commands.get(command.command)
            const reached = reachedLines(locale, asked, command.args, steps ?? undefined)
            return {
              when: when(at),
              earlier: earlierOf(hasEarlier, isNarrow),
              who: who || nothing,
              // An ICU choice has no dots.
              event: reached.length > 0 ? 'command_halfway' : event.replaceAll('.', '_'),
              reached,
              reason,
              why: reasonName(locale, reason),
              of: told === '' ? 'nothing' : 'command',
              about: of === '' ? told : showBefore(told, ` #${of}`),
            }
          }),
        }
      },
    ),
    read('verify', Nothing, async () => {
      const { ok, checked, unsealed, erasedPayloads, firstBad, head } = await verifyLedger({ db, secrets })
      return {
        ok: ok ? 'yes' : 'no',
        checked,
        unsealed,
        erased: erasedPayloads,
        where: firstBad?.seq ?? '',
        what: firstBad?.kind ?? 'nothing',
        // An ICU choice asks for words alone.
        command: firstBad?.ref ?? 'none',
        head: head?.seq ?? '0',
      }
    }),
    read('list_people', Listed, async ({ actor, scope = null, numbers = false }) => {
      const roles = catalogue().roles
      // Whoever is to choose somebody sees no more of the people than the command that lists them would show.
      const maySee =
        actor === undefined || may({ person: await personOfActor(deps, actor), scope: actionScopes.listPeople, roles })
      const known = maySee ? await listPeople(db, secrets) : []
      const people =
        scope === null
          ? known
          : known.filter((person) => may({ person: { roles: person.roles.split(', ') }, scope, roles }))
      const about = { total: people.length, able: scope === null ? 'no' : 'yes' }
      const listed = people.slice(0, mostListed)
      const shown = numbers ? await withOtherNumbers(db, listed) : listed
      const rows = shown.map((person) => ({ ...person, ...about }))
      return { rows, more: people.length > rows.length }
    }),
    read('queue', OfActor, async ({ actor }) => {
      const asker = await personOfActor(deps, actor)
      const when = clockOf(localeOf(catalogue(), asker), asker)
      const rows = await readQueue(db)
      return {
        rows: rows.map(({ ref, who, state, since, until, ...command }) => ({
          ref,
          command: commandInWords(catalogue(), asker, command),
          who,
          state,
          since: when(since),
          until: until === null ? noEnd : when(until),
        })),
      }
    }),
    read('find_person', Find, async ({ by, value, actor, removed = false }) => {
      const find = by === 'id' ? findPeopleByPhone : findPeopleByName
      const found = await find(db, secrets, value, { removed, ...(actor !== undefined && { actorId: actor }) })
      if (!removed) return { rows: [...found] }
      const ever = await withOtherNumbers(db, found)
      return { rows: [...(by === 'id' ? ever : eachOnce(ever))] }
    }),
    read('find_namesake', Named, async ({ actor, value }) => {
      const { name } = await personOfActor(deps, actor)
      const isFree = isWellNamed(value) && name !== value && !(await isNameTaken(db, value, { exceptId: actor }))
      return { rows: isFree ? [] : [{ id: value }] }
    }),
    read('find_same_name', SameName, async ({ value }) => {
      const people = await peopleCalled(db, value)
      const shown = people.slice(0, mostNamesakes).map(({ name, phone }) => `${name} (…${phone.slice(-shownDigits)})`)
      const more = people.length > mostNamesakes ? ['…'] : []
      const [first, ...others] = people
      // Whoever is renamed may be the only one: beside them there is nothing to tell.
      const only = others.length === 0 ? { only: first?.phone ?? value } : {}
      return { rows: first === undefined ? [] : [{ id: value, people: [...shown, ...more].join(', '), ...only }] }
    }),
    read('find_zone', FindZone, async ({ by, value, actor }) => {
      const asker = actor === undefined || by === 'id' ? null : await personOfActor(deps, actor)
      const country = asker === null ? null : (countryOf(asker.phone) ?? null)
      const found = by === 'id' ? [zoneNamed(value)] : findZones(value, clock(), country)
      const zones = found.filter((zone) => zone !== null)
      return { rows: zones.map((zone) => ({ id: zone, place: zoneName(zone), now: zone })) }
    }),
    read('find_pause', Nothing, async () => {
      const pause = await pauseOf(db)
      return {
        rows: pause === null ? [] : [{ id: 'pause', who: pause.name || nothing, since: pause.since.toISOString() }],
      }
    }),
  ]
}

/** From when until when; of a day and a period the day is meant. `null`: ever. */
function spanOf(
  { day, period }: { readonly day: string | null; readonly period: Period | null },
  timeZone: string,
  now: Date,
): readonly [from: Date, to: Date] | null {
  if (day !== null) return hoursOfDay(day, timeZone)
  if (period === null) return null
  const [first, last] = daysOfPeriod(period, now, timeZone)
  return [hoursOfDay(first, timeZone)[0], hoursOfDay(last, timeZone)[1]]
}

/** Where it is of one thing already, a narrower history is no advice. */
function earlierOf(hasEarlier: boolean, isNarrow: boolean): string {
  if (!hasEarlier) return 'no'
  return isNarrow ? 'of_one' : 'yes'
}

/** An action that may be run again at will. */
export function read<Meta extends TSchema>(
  type: string,
  meta: Meta,
  run: (meta: Static<Meta>, context: ActionContext) => Promise<Json>,
): Action {
  const checked: Action['run'] = (given, context) =>
    // The schema has been checked.
    run(given as Static<Meta>, context).catch((error: unknown) => {
      throw asPassing(error)
    })
  return { domain: 'admin', type, meta, effect: 'none', repeat: 'safe', run: checked }
}

/** Whoever asks, as they are now. @throws UserError `precondition_failed` when they have no rights any more */
export async function personOfActor({ db, secrets }: AdminDeps, actorId: string): Promise<Person> {
  const person = await personWithId(db, secrets, actorId)
  if (person === null) throw new UserError('precondition_failed', 'Whoever asked for it has no rights any more')
  return person
}

async function status({ db, queueHealth, catalogue }: AdminReadDeps, person: Person): Promise<Json> {
  const locale = localeOf(catalogue(), person)
  const when = clockOf(locale, person)
  const [queue, pause, work, errors, whatsapp] = [
    await queueHealth(),
    await pauseOf(db),
    await countWork(db),
    await readErrors(db),
    await whatsappHealth(db),
  ]
  return {
    queue,
    paused: pause === null ? 'no' : 'yes',
    paused_by: pause?.name ?? '',
    paused_since: pause === null ? '' : when(pause.since),
    ...work,
    asked_until: work.asked_until === null ? noEnd : when(work.asked_until),
    whatsapp: whatsapp.state,
    whatsapp_since: whatsapp.since === null ? noEnd : when(whatsapp.since),
    whatsapp_unsent: whatsapp.unsent,
    error_count: errors.length,
    errors: errors.map(
      ({ ref, reason, at, ...command }) =>
        `#${ref} ${commandInWords(catalogue(), person, command)}: ${reasonName(locale, reason)} · ${when(at)}`,
    ),
  }
}

/** Times as the person reads them: in their language, country and time zone. */
function clockOf({ region }: Locale, { timeZone }: Person): (at: Date) => string {
  const format = dateFormat(region, { dateStyle: 'short', timeStyle: 'short', timeZone })
  return (at) => format.format(at)
}

/** `#k7q2m` as it is stored. */
export function refOf(text: string): string {
  return text.replace(/^#/u, '').toUpperCase()
}
