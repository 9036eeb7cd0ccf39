/**
 * What was shown or acted on in this chat for this person: what "it" can refer to. It lies in the session, so it belongs to
 * nobody else, and goes with the session when a person is forgotten.
 */
import type { Catalogue, Command, Locale } from '../../catalogue/catalogue.ts'
import { struck } from '../../envelope/struck.ts'
import type { JsonObject } from '../../json.ts'
import type { Reference } from '../../understanding/wish.ts'
import type { CommandRecord } from '../lookup.ts'
import type { Listed } from '../../understanding/wishes/read-by-place.ts'
import { hasMoreRows, rowsOf } from './rows-of.ts'
import { maxCandidates, type Scene } from '../scene.ts'
import type { Mention, Session } from '../session.ts'
import { keptUndoOf } from './undo-of.ts'

/** After this long nobody remembers what "it" was, in milliseconds. */
export const maxMentionAgeMs = 15 * 60_000
/** How many are kept; older ones are forgotten. */
const maxMentions = 12
/** Nobody counts further down a list than this. */
const maxListed = 50

type Named = Pick<Mention, 'entity' | 'id'>

/** The session after these things were named for these messages; they are newer than any before. */
export function mention(
  session: Session,
  named: readonly Named[],
  { messageIds, now }: { readonly messageIds: readonly string[]; readonly now: Date },
): Session {
  const at = now.toISOString()
  const isNamed = (one: Named) => named.some(({ entity, id }) => entity === one.entity && id === one.id)
  const newest = named.map(({ entity, id }) => ({ entity, id, at, messageIds }))
  const mentioned = [...newest, ...session.mentioned.filter((one) => !isNamed(one))].slice(0, maxMentions)
  return named.length === 0 ? session : { ...session, mentioned }
}

/** The things that a command's arguments name. */
export function namedBy({ parameters }: Command, args: JsonObject): readonly Named[] {
  return parameters.flatMap(({ name, entity }) => {
    const id = args[name]
    return entity === null || typeof id !== 'string' || id === struck ? [] : [{ entity, id }]
  })
}

/** The things that a read has shown; a list too long to choose from names none. */
export function shownBy(scene: Scene, record: CommandRecord): readonly Named[] {
  const { catalogue } = scene.context
  const command = catalogue.commands.get(record.name)
  if (command === undefined) return []
  const entity = kindListed(catalogue, record)
  if (entity === null) return namedBy(command, record.args)
  const ids = idsIn(record)
  return ids.length > maxCandidates ? [] : ids.map((id) => ({ entity, id }))
}

/** The kind of thing that a read lists; `null` for a read that names a thing itself, and for anything else. */
function kindListed({ commands, entities }: Catalogue, { name, args }: CommandRecord): string | null {
  const command = commands.get(name)
  const entity = command?.intent.entity.toLowerCase() ?? ''
  const isList = command?.safety === 'read' && entities.has(entity) && namedBy(command, args).length === 0
  return isList ? entity : null
}

function idsIn(record: CommandRecord): readonly string[] {
  return rowsOf(record).flatMap(({ id }) => (typeof id === 'string' || typeof id === 'number' ? [String(id)] : []))
}

/** The list that a read has shown; `null` when it showed none, or when its entries cannot all be told apart. */
export function listingOf(catalogue: Catalogue, record: CommandRecord): Listed | null {
  const entity = record.status === 'executed' ? kindListed(catalogue, record) : null
  const ids = idsIn(record)
  if (entity === null || ids.length === 0 || ids.length < rowsOf(record).length) return null
  return { entity, ids: ids.slice(0, maxListed), goesOn: hasMoreRows(record) || ids.length > maxListed }
}

/**
 * Things of another kind that a command has created, by which its undo refers to them: the note that was added to an order.
 */
export function madeBy({ context }: Scene, record: CommandRecord): readonly Named[] {
  const { catalogue } = context
  const undone = keptUndoOf(context, record)
  const undoing = undone === null ? undefined : catalogue.commands.get(undone.name)
  if (undone === null || undoing === undefined) return []
  const own = new Set(catalogue.commands.get(record.name)?.parameters.map(({ entity }) => entity))
  return namedBy(undoing, undone.args).filter(({ entity }) => !own.has(entity))
}

/**
 * What a reference may mean: what it says itself, else the newest thing of its kind, or all that were named for the same message; none
 * when that was too long ago.
 */
export function recall(
  { session, context }: Scene,
  { entity, among }: Pick<Reference, 'entity' | 'among'>,
): readonly string[] {
  if (among !== undefined) return among
  const fitting = session.mentioned.filter(
    (one) =>
      isSameKind(context.locale, one.entity, entity) && context.now.getTime() - Date.parse(one.at) <= maxMentionAgeMs,
  )
  const [newest] = fitting
  if (newest === undefined) return []
  // The last message is the one that named it: what that message corrects was named by earlier ones.
  const together = fitting.filter(({ messageIds }) => messageIds.at(-1) === newest.messageIds.at(-1))
  return [...new Set(together.map(({ id }) => id))]
}

/** The session without what an edited or deleted message has named. */
export function withoutMentionsOf(session: Session, messageId: string): Session {
  return { ...session, mentioned: session.mentioned.filter(({ messageIds }) => !messageIds.includes(messageId)) }
}

/** The session after unknown things of a kind were mentioned: "it" is then none of those that were named before. */
export function forgetMentions(session: Session, locale: Locale, entity: string | null): Session {
  const mentioned = entity === null ? [] : session.mentioned.filter((one) => !isSameKind(locale, one.entity, entity))
  return mentioned.length === session.mentioned.length ? session : { ...session, mentioned }
}

/** The kind of thing of which a read has shown too many to choose from; `null` for anything else. */
export function listedBy({ context: { catalogue } }: Scene, record: CommandRecord): string | null {
  return rowsOf(record).length > maxCandidates ? kindListed(catalogue, record) : null
}

/** Two entities that people call by the same name are the same kind of thing to them. */
export function isSameKind({ entities }: Locale, one: string, other: string): boolean {
  return one === other || (entities[one] !== undefined && entities[one].title === entities[other]?.title)
}
