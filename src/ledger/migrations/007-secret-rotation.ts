import type { Kysely } from 'kysely'
import { runInOrder } from './run-in-order.ts'

/**
 * What a change of the root secret leaves: which key made a seal of the evidence (null: the first that the ledger had), and the keys
 * of earlier roots that are still needed to check codes, sealed with the root of now. A payload may be sealed anew, and
 * then with the ledger's own key alone; that it is still the same one is what its digest in the chain proves.
 */
export const secretRotation = {
  up: (db: Kysely<unknown>) => runInOrder(db, statements),
}

const statements = [
  `alter table evidence_seals add column key_id text`,
  `create table carried_keys (
    rotation integer not null,
    key_id text not null,
    purpose text not null,
    sealed bytea not null,
    primary key (key_id, purpose)
  )`,
  `create or replace function guard_payload() returns trigger language plpgsql as $$
  begin
    if tg_op = 'UPDATE' and new.evidence_id = old.evidence_id and old.erased_at is null then
      if new.payload is null and new.erased_at is not null then
        return new;
      end if;
      if new.erased_at is null and length(new.payload) = length(old.payload)
        and substring(new.payload from 2 for 4) <> substring(old.payload from 2 for 4)
        and encode(substring(new.payload from 2 for 4), 'hex') = (select key_id from installation) then
        return new;
      end if;
    end if;
    raise exception 'evidence_payloads: a payload may be erased or sealed anew, nothing else (% refused)', tg_op using errcode = 'restrict_violation';
  end $$`,
]
