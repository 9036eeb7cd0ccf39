/**
 * Takes secrets out of what a person says before the conversation hears it: a value of kind `secret` is replaced by a
 * reference from here on, and the value itself is kept sealed. What is stored of the message is blanked in the same
 * transaction (`mayHoldSecret`, `mayShowSecret`). In a group nothing is kept, because the conversation refuses it.
 */
import type { Catalogue, Command, Parameter } from '../../catalogue/catalogue.ts'
import type { ConversationEvent, Spoken } from '../../conversation/event.ts'
import type { Session } from '../../conversation/session.ts'
import { checkSecret } from '../../envelope/normalise-argument.ts'
import {
  rawRefusedSecret,
  rawSecret,
  secretCommands,
  secretParameters,
  shownSecret,
} from '../../envelope/secret-reference.ts'
import { jsonText } from '../../json.ts'
import type { Executor } from '../../ledger/database.ts'
import type { LaneRow, MessageBody } from '../../ledger/talk/inbox.ts'
import { blankedText, wordsOf } from '../../ledger/talk/message-contents.ts'
import { keepSecret, secretIdOf } from '../../ledger/secrets/kept-secrets.ts'
import type { Reading } from '../../understanding/reading.ts'
import type { Wish } from '../../understanding/wish.ts'
import type { TurnDeps } from '../turn-deps.ts'

type Deps = Pick<TurnDeps, 'catalogue' | 'secrets' | 'clock'>

/** What was heard, and where and from whom. */
type Heard = { readonly row: LaneRow; readonly session: Session; readonly personId: string }

/**
 * Whether a message may show a secret, whoever wrote it and however it reads: it answers a question for one, names a
 * parameter or a command that has one, or is the new wording of another message. Its text must then not be kept.
 */
export function mayHoldSecret(catalogue: Catalogue, row: LaneRow, session: Session): boolean {
  const secretive = secretCommands(catalogue)
  if (row.kind !== 'message' || secretive.length === 0) return false
  // Rows of kind `message` are written by `admitMessage` alone.
  const { content } = row.body as MessageBody
  if (content.kind === 'edit') return true
  const said = wordsOf(content)
  if (said === null) return false
  return (
    questionedSecret(catalogue, session) !== null ||
    secretive.some(({ token }) => new RegExp(`(?<![a-z0-9_])${token}(?![a-z0-9_])`, 'iu').test(said)) ||
    secretive.flatMap(secretParameters).some(({ name }) => isNamed(said, name))
  )
}

/**
 * Whether the text of a message may still show a secret now that it has been read: one was taken out of it; or, where
 * commands take secrets, it was not understood or not even meant for the bot (`null`).
 */
export function mayShowSecret(catalogue: Catalogue, event: ConversationEvent | null): boolean {
  if (event?.kind === 'reading' && event.message.secret === true) return true
  const isUnread = event === null || (event.kind === 'reading' && isNotUnderstood(event.reading))
  return isUnread && secretCommands(catalogue).length > 0
}

const unread: ReadonlySet<Reading['kind']> = new Set(['unknown', 'invalid-token', 'conditional', 'later'])

function isNotUnderstood(reading: Reading): boolean {
  return unread.has(reading.kind === 'agreed' ? reading.otherwise.kind : reading.kind)
}

/** Whether an explicit token names it: "password=". */
function isNamed(said: string, name: string): boolean {
  return new RegExp(`(?<![a-z0-9_])${name.replaceAll('_', '[-_]')}\\s*[=:]`, 'iu').test(said)
}

/**
 * The event with references in the place of secrets; the same event when it contains none. What was heard but not understood
 * may be a secret: it is not repeated.
 */
export async function hideSecrets(
  deps: Deps,
  db: Executor,
  heard: Heard,
  event: ConversationEvent,
): Promise<ConversationEvent> {
  if (event.kind !== 'reading') return event
  const reading = await hideInReading(deps, db, heard, event.reading)
  if (reading === event.reading) return mayShowSecret(deps.catalogue, event) ? unspoken(event) : event
  const { spoken } = event.message
  // The recorded speech contains it too.
  const silent = spoken === undefined ? {} : { spoken: blanked(spoken) }
  return { ...event, reading, message: { ...event.message, ...silent, secret: true } }
}

function blanked({ by: { heard: _raw, ...by }, doubt }: Spoken): Spoken {
  return { transcript: blankedText, by, doubt }
}

function unspoken(event: Extract<ConversationEvent, { kind: 'reading' }>): ConversationEvent {
  const { spoken: _heard, ...message } = event.message
  return { ...event, message }
}

async function hideInReading(deps: Deps, db: Executor, heard: Heard, reading: Reading): Promise<Reading> {
  const asked = questionedSecret(deps.catalogue, heard.session)
  if (reading.kind === 'wishes' || reading.kind === 'ambiguous') {
    const wishes = await hideInWishes(deps, db, heard, reading.wishes)
    const { denied, insteadOf } = reading.kind === 'wishes' ? reading : {}
    const unwanted = denied === undefined ? undefined : await hideInWishes(deps, db, heard, denied)
    const former = insteadOf === undefined ? undefined : await hideInWishes(deps, db, heard, insteadOf)
    if (wishes === reading.wishes && unwanted === denied && former === insteadOf) return reading
    if (reading.kind === 'wishes')
      return { ...reading, wishes, ...(unwanted && { denied: unwanted }), ...(former && { insteadOf: former }) }
    // When one text may be several commands, the other readings would show what is a secret in this one.
    return ambiguousOf(wishes.filter((wish, index) => wish !== reading.wishes[index]))
  }
  if (reading.kind === 'negated') {
    const before = [reading.wish, ...(reading.others ?? [])]
    const after = await hideInWishes(deps, db, heard, before)
    const [wish = reading.wish, ...others] = after
    return after === before ? reading : { ...reading, wish, ...(others.length > 0 && { others }) }
  }
  if (reading.kind === 'agreed') {
    // A wish with a secret stands alone: it agrees to nothing.
    const otherwise = await hideInReading(deps, db, heard, reading.otherwise)
    return otherwise === reading.otherwise ? reading : otherwise
  }
  if (reading.kind === 'value' && asked !== null)
    return { kind: 'value', text: await hide(deps, db, heard, asked, reading.text) }
  if (reading.kind === 'value' && reading.asks !== undefined) {
    const asks = await hideInWish(deps, db, heard, reading.asks)
    return asks === reading.asks ? reading : { ...reading, asks }
  }
  if (reading.kind === 'correction' || reading.kind === 'free-correction') {
    if (asked !== null)
      return { kind: 'correction', correction: await hide(deps, db, heard, asked, reading.correction) }
    // "no, hunter3" may well be a new secret: it corrects nothing, and what is open is dropped.
    return holdsSecret(deps.catalogue, heard.session) ? { kind: 'no' } : reading
  }
  if (reading.kind !== 'invalid-token') return reading
  const command = deps.catalogue.commands.get(reading.command ?? '')
  const shows = command !== undefined && secretParameters(command).length > 0
  return shows ? { ...reading, detail: shownSecret } : reading
}

function ambiguousOf(wishes: readonly Wish[]): Reading {
  return { kind: wishes.length === 1 ? 'wishes' : 'ambiguous', wishes }
}

/** Returns the same list when none of the wishes contains a secret. */
async function hideInWishes(deps: Deps, db: Executor, heard: Heard, wishes: readonly Wish[]): Promise<readonly Wish[]> {
  const hidden: Wish[] = []
  for (const wish of wishes) hidden.push(await hideInWish(deps, db, heard, wish))
  return hidden.some((wish, index) => wish !== wishes[index]) ? hidden : wishes
}

async function hideInWish(deps: Deps, db: Executor, heard: Heard, wish: Wish): Promise<Wish> {
  const command = deps.catalogue.commands.get(wish.command)
  const said =
    command === undefined ? [] : secretParameters(command).filter(({ name }) => wish.args[name] !== undefined)
  if (command === undefined || said.length === 0) return wish
  const args = { ...wish.args }
  for (const parameter of said)
    args[parameter.name] = await hide(deps, db, heard, { command, parameter }, wish.args[parameter.name] ?? '')
  return { ...wish, args }
}

type Wanted = { readonly command: Command; readonly parameter: Parameter }

async function hide(
  { secrets, clock }: Deps,
  db: Executor,
  { row, personId }: Heard,
  { command, parameter }: Wanted,
  said: string,
): Promise<string> {
  const checked = checkSecret(parameter, said)
  if (checked.kind === 'invalid') return rawRefusedSecret(checked)
  const value = jsonText(checked.value)
  const id = secretIdOf(secrets, { personId, command: command.token, parameter: parameter.name }, value)
  const lane = { chatId: row.chatId, identityId: row.senderId }
  if (row.chatKind === 'private') await keepSecret(db, secrets, lane, { id, value, now: clock() })
  return rawSecret(id)
}

/** The secret that the open question asks for. */
function questionedSecret(catalogue: Catalogue, { question }: Session): Wanted | null {
  const command = catalogue.commands.get(question?.draft.command ?? '')
  const parameter = command && secretParameters(command).find(({ name }) => name === question?.parameter)
  return command === undefined || parameter === undefined ? null : { command, parameter }
}

/** Whether the open preview contains a secret. */
function holdsSecret(catalogue: Catalogue, { pending }: Session): boolean {
  const command = catalogue.commands.get(pending?.draft.command ?? '')
  return command !== undefined && secretParameters(command).some(({ name }) => pending?.draft.args[name] !== undefined)
}
