-- The tables of the clinic: made at the first start, and anew for every conversation of `sayso test`.

-- Where the clinic is, and how long an appointment takes. Nothing else says either.
create function clinic_zone() returns text language sql immutable return 'America/Sao_Paulo';
create function appointment_length() returns interval language sql immutable return interval '30 minutes';

-- Words as they are compared: without case, accents and punctuation, each with a space before it.
create function plain(words text) returns text language sql immutable return
  ' ' || trim(regexp_replace(
    lower(regexp_replace(normalize(words, NFD), '[\u0300-\u036f]', '', 'g')), '[[:space:][:punct:]’]+', ' ', 'g'
  ));

create table dentists (id bigint generated always as identity primary key, name text not null unique);
create table patients (id bigint generated always as identity primary key, name text not null, phone text);
create table patient_notes (
  id bigint generated always as identity primary key,
  patient_id bigint not null references patients,
  text text not null
);

create table appointments (
  id bigint generated always as identity primary key,
  patient_id bigint not null references patients,
  dentist_id bigint not null references dentists,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  status text not null default 'booked' check (status in ('booked', 'cancelled', 'done')),
  cancelled_because text,
  -- Nobody is booked twice, whoever asks at the same moment. The id is a range too, for a rule like this compares ranges.
  constraint no_double_booking exclude using gist (
    int8range(dentist_id, dentist_id, '[]') with &&, tstzrange(starts_at, ends_at) with &&
  ) where (status <> 'cancelled')
);
create view agenda as
  select a.id, a.status, a.starts_at, a.ends_at, a.patient_id, p.name as patient, a.dentist_id, d.name as dentist,
    (a.starts_at at time zone clinic_zone())::date as day,
    to_char(a.starts_at at time zone clinic_zone(), 'DD/MM') as date,
    to_char(a.starts_at at time zone clinic_zone(), 'HH24:MI') as time
  from appointments a
  join patients p on p.id = a.patient_id
  join dentists d on d.id = a.dentist_id;

create table bills (
  id bigint generated always as identity primary key,
  patient_id bigint not null references patients,
  treatment text not null,
  amount numeric(12, 2) not null,
  currency text not null default 'BRL',
  paid numeric(12, 2) not null default 0 check (paid between 0 and amount)
);
create table payments (
  id bigint generated always as identity primary key,
  bill_id bigint not null references bills,
  amount numeric(12, 2) not null check (amount > 0),
  method text not null
);

-- What tells a step that a crash cut off whether it happened. The schema that Sayso makes has it already.
create table if not exists sayso_effects (effect_id text primary key, output jsonb, at timestamptz not null default now());
