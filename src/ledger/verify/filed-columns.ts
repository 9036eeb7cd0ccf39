/**
 * Whether a command is filed as what it is. What it is lies in its document, whose digest was sealed; beside that the table has
 * columns of their own for what is searched, and for what a turn goes by without opening the document: the reference, how
 * dangerous it is, whose it is, in which chat, about what, and the keys of its repeats.
 */
import { sql } from 'kysely'

/**
 * A condition on an envelope `c` and the evidence `e` of its making. Of a document that was erased no digest can be made any more; what
 * the evidence itself says of the command holds for it too.
 */
export const isFiledAsMade = sql<boolean>`(
  (c.command_id::text, c.ref, c.name, c.safety, c.idempotency_key, c.base_key, c.again::text, c.target_entity, c.target_id,
    c.chat_id::text, c.identity_id::text, c.person_id::text)
  is not distinct from
  (c.document->>'command_id', c.document#>>'{sayso,ref}', c.document#>>'{sayso,name}', c.document#>>'{sayso,safety}',
    c.document->>'idempotency_key', c.document#>>'{sayso,base_key}', c.document#>>'{sayso,issuance,again}',
    c.document#>>'{intent,entity}', c.document#>>'{intent,target,id}', c.document#>>'{trace,conversation_id}',
    c.document#>>'{actor,auth_context_id}', c.document#>>'{actor,user_id}')
  and (c.digest, c.ref, c.name, c.safety, c.chat_id, c.person_id)
  is not distinct from
  (coalesce(e.facts->>'digest', c.digest), coalesce(e.facts->>'ref', c.ref), coalesce(e.facts->>'name', c.name),
    coalesce(e.facts->>'safety', c.safety), coalesce(e.chat_id, c.chat_id), coalesce(e.person_id, c.person_id)))`
