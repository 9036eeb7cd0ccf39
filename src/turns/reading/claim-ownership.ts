/**
 * How the first owner comes about, in a turn: whoever sends the one-time code in a private chat may become the owner, by a
 * command like any other. Until then they count as a `claimant`, a role of the catalogue that nobody is given; what it
 * grants is offered to nobody else. The code itself is kept nowhere.
 */
import type { Catalogue } from '../../catalogue/catalogue.ts'
import { grantsOf, patternOf } from '../../access/grant.ts'
import { covers } from '../../access/may.ts'
import { parseOwnerCode } from '../../access/owner-code.ts'
import { claimantRole, ownerRole } from '../../access/owner.ts'
import type { Person } from '../../access/person.ts'
import type { ConversationEvent } from '../../conversation/event.ts'
import { isFree, type Session } from '../../conversation/session.ts'
import { asClaimant, setClaimant } from '../../ledger/people/claimant.ts'
import type { Executor } from '../../ledger/database.ts'
import { appendEvidence } from '../../ledger/evidence/evidence.ts'
import { languageOf } from '../../ledger/people/identities.ts'
import type { LaneRow, MessageBody } from '../../ledger/talk/inbox.ts'
import { blankText } from '../../ledger/talk/message-contents.ts'
import {
  checkOwnerCode,
  consumeOwnerCode,
  isOwnerCodeOffered,
  voidOwnerCodes,
} from '../../ledger/people/owner-codes.ts'
import { senderKindOf } from '../../ledger/talk/vouched-inbox.ts'
import type { TurnDeps } from '../turn-deps.ts'

/** The result for a message that may be the code of the first owner. */
export type Claim =
  /** It is the code: they ask for the command that makes them the owner. */
  | { readonly kind: 'claimed'; readonly person: Person; readonly event: ConversationEvent }
  /** It looks like a code, while one is on offer. */
  | { readonly kind: 'wrong' }
  /**
   * It is the code, but the sender's number is unknown: they can be given no rights (invariant 6), and the code stays valid.
   */
  | { readonly kind: 'numberless' }
  /** It was the code, until it was sent where others can read it: it is void now. */
  | { readonly kind: 'shown' }

/**
 * Takes the code out of a message; `null` when it contains none. In a group or in a forwarded message it makes nobody an
 * owner, and once it was in a group it has been seen, whoever wrote it.
 */
export async function claimOwnership(
  deps: TurnDeps,
  db: Executor,
  row: LaneRow,
  known: Person | null,
): Promise<Claim | null> {
  const text = codeOf(row)
  if (text === null || known?.roles.includes(ownerRole) === true) return null
  const isGood = await checkOwnerCode(db, deps.secrets, text, deps.clock())
  if (row.chatKind === 'group') return isGood ? voidShownCode(deps, db, row, known) : null
  if (isForwarded(row)) return null
  if (isGood && senderKindOf(row.from) !== 'phone') {
    await blankText(db, deps.secrets, row)
    return { kind: 'numberless' }
  }
  const person = await claimantBy(deps, db, row, known, { text, isGood })
  if (person === null && !(await isOwnerCodeOffered(db, deps.secrets, deps.clock()))) return null
  await blankText(db, deps.secrets, row)
  return person === null ? { kind: 'wrong' } : { kind: 'claimed', person, event: askForOwnership(deps, row, person) }
}

async function voidShownCode(
  { secrets, clock }: TurnDeps,
  db: Executor,
  row: LaneRow,
  known: Person | null,
): Promise<Claim> {
  const { chatId, messageId } = row
  const by = { chatId, personId: known?.id, facts: { message: messageId } }
  await Promise.all([
    blankText(db, secrets, row),
    voidOwnerCodes(db),
    appendEvidence(db, secrets, [{ at: clock(), kind: 'access.owner_code_shown', ...by }]),
  ])
  return { kind: 'shown' }
}

/**
 * What somebody who asks to become the first owner and cannot is told, as the key of a message. An owner asks for it again
 * when they send the phrase a second time. `null`: they can become it, or they ask for something else.
 */
export function claimedInVain(catalogue: Catalogue, { roles }: Person, event: ConversationEvent): string | null {
  if (event.kind !== 'reading' || roles.includes(claimantRole)) return null
  const reading = event.reading.kind === 'agreed' ? event.reading.otherwise : event.reading
  const claims = claimCommands(catalogue)
  if (reading.kind !== 'wishes' || !reading.wishes.every(({ command }) => claims.includes(command))) return null
  return roles.includes(ownerRole) ? 'owner_already' : 'owner_gives_roles'
}

/** Whether they have become an owner and asked for nothing since: a name on its own is then their own. */
export function isNewOwner(catalogue: Catalogue, { roles }: Pick<Person, 'roles'>, session: Session): boolean {
  const last = session.repeat?.command ?? ''
  return roles.includes(ownerRole) && isFree(session) && claimCommands(catalogue).includes(last)
}

/**
 * The catalogue as a person sees it: to everybody but a claimant, what makes the first owner does not exist.
 * @param told the token of the command whose outcome is being reported; it is included in any case
 */
export function offeredTo(catalogue: Catalogue, { roles }: Person, told: string | null): Catalogue {
  if (roles.includes(claimantRole)) return catalogue
  const hidden = claimCommands(catalogue).filter((token) => token !== told)
  if (hidden.length === 0) return catalogue
  const commands = [...catalogue.commands].filter(([token]) => !hidden.includes(token))
  return { ...catalogue, commands: new Map(commands) }
}

/** The commands that make somebody the first owner; if there are none, no code does. */
export function claimCommands({ commands, roles }: Pick<Catalogue, 'commands' | 'roles'>): readonly string[] {
  const patterns = grantsOf({ roles: [claimantRole] }, roles).map(patternOf)
  return [...commands.values()]
    .filter(({ scope }) => patterns.some((pattern) => covers(pattern, scope)))
    .map(({ token }) => token)
}

function codeOf(row: LaneRow): string | null {
  if (row.kind !== 'message') return null
  // Rows of kind `message` are written by `admitMessage` alone.
  const { content } = row.body as MessageBody
  return content.kind !== 'text' || parseOwnerCode(content.text) === null ? null : content.text
}

function isForwarded({ body }: LaneRow): boolean {
  // Only messages contain the code, and their rows are written by `admitMessage` alone.
  return (body as MessageBody).forwarded
}

async function claimantBy(
  deps: TurnDeps,
  db: Executor,
  row: LaneRow,
  known: Person | null,
  { text, isGood }: { readonly text: string; readonly isGood: boolean },
): Promise<Person | null> {
  const { secrets, newcomer } = deps
  const now = deps.clock()
  // Checked first: using the code up locks the table of people, which not every message that looks like a code may do.
  if (isGood) {
    const { timeZone } = newcomer
    const language = await languageOf(db, row.senderId)
    const person = await consumeOwnerCode(db, secrets, { text, phone: row.from, language, timeZone, now })
    if (person !== null) {
      await setClaimant(db, secrets, person.id, now)
      const facts = { message: row.messageId }
      const used = { at: now, kind: 'access.owner_code_used', chatId: row.chatId, personId: person.id, facts }
      await appendEvidence(db, secrets, [used])
      return asClaimant(db, secrets, person, now)
    }
  }
  // The same code again, from somebody whom it has already made a claimant.
  const again = known === null ? null : await asClaimant(db, secrets, known, now)
  return again?.roles.includes(claimantRole) === true ? again : null
}

function askForOwnership({ catalogue, newcomer }: TurnDeps, row: LaneRow, { phone }: Person): ConversationEvent {
  const command = claimCommands(catalogue)[0] ?? ''
  const named = catalogue.commands.get(command)?.parameters.some(({ name }) => name === 'name') === true
  const name = newcomer.nameOf(phone)
  const args = named && name !== null ? { name } : {}
  const sentAt = row.sentAt.toISOString()
  return {
    kind: 'reading',
    reading: { kind: 'wishes', wishes: [{ command, args, source: 'menu' }] },
    message: { id: row.messageId, sentAt, forwarded: false, quotedCommand: null, quotedOptions: null },
  }
}
