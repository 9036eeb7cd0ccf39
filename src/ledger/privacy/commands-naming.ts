/**
 * Which commands are somebody's, and which only bear words that mean them. A command that they asked for, and one of Sayso's own
 * that is about them, is theirs. Anybody else's command on what the business has stays: what was looked up there, such as the
 * customer of an order, is the business's own and may well be called the same. Only what was said in words of one's own is struck
 * out of it, unless the thing that it is about bears that very name or number: then the thing was meant.
 */
import { sql } from 'kysely'
import { sameLine } from '../../access/same-line.ts'
import type { Envelope } from '../../envelope/envelope.ts'
import type { Json } from '../../json.ts'
import type { Executor } from '../database.ts'
import { anyOf, isMentioned, mentionsSql, type Mention } from '../people/mentions.ts'

/** Somebody as the ledger knows them. */
export type Known = {
  /** Under each of their numbers. */
  readonly ids: readonly string[]
  readonly phones: readonly string[]
  /** Each way in which they are mentioned: by number, and by each name. */
  readonly byNumber: Mention
  readonly byName: readonly Mention[]
}

export type NamingCommands = {
  readonly theirs: readonly string[]
  /** Of commands that are not theirs and mention them, or somebody called the same: what means them there; `null`: nothing does. */
  readonly others: ReadonlyMap<string, Mention | null>
}

/** All that a command says except its chain, which comes from the catalogue, is most of the text, and stays. */
const personal = sql`(document #- '{sayso,chain}')::text || coalesce(outcome::text, '')`

/** All commands that are somebody's or mention them: in their arguments, in what was heard for them, in what they showed or returned. */
export async function commandsNaming(db: Executor, known: Known): Promise<NamingCommands> {
  const { rows } = await sql<{ command_id: string; own: boolean; document: Envelope; outcome: Json }>`
    select command_id, person_id = any(${[...known.ids]}::uuid[]) as own, document, outcome from envelopes
    where erased_at is null and (person_id = any(${[...known.ids]}::uuid[]) or ${mentionsSql(anyOf([known.byNumber, ...known.byName]), personal)})`.execute(
    db,
  )
  const theirs: string[] = []
  const others = new Map<string, Mention | null>()
  for (const { command_id: id, own, document, outcome } of rows) {
    if (own || isAbout(known, document, outcome)) theirs.push(id)
    else others.set(id, isOfSayso(document) ? null : meantIn(known, document))
  }
  return { theirs, others }
}

/** A command about this number; or one of Sayso's own that mentions them, and is about nobody else who is called the same. */
function isAbout({ phones, byNumber, byName }: Known, document: Envelope, outcome: Json): boolean {
  const target = document.intent.target?.id
  if (target !== undefined && phones.some((phone) => sameLine(phone).includes(target))) return true
  if (!isOfSayso(document)) return false
  const { chain: _fromTheCatalogue, ...sayso } = document.sayso
  const said = [{ ...document, sayso }, outcome]
  if (isMentioned(byNumber, said)) return true
  const isAboutAnother = target !== undefined && /^\+\d+$/u.test(target)
  return !isAboutAnother && byName.some((name) => isMentioned(name, said))
}

function isOfSayso({ sayso: { chain } }: Envelope): boolean {
  return chain.some(({ actionDomain }) => actionDomain === 'admin')
}

function meantIn({ byNumber, byName }: Known, { intent, args, trace, sayso }: Envelope): Mention | null {
  const things = [intent.target?.id ?? null, sayso.facts]
  const said = [args, trace.audio ?? null] as Json[]
  const meant = [byNumber, ...byName].filter((way) => isMentioned(way, said) && !isMentioned(way, things))
  return meant.length === 0 ? null : anyOf(meant)
}
