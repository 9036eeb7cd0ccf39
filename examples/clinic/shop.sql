-- The tables of the clinic, and some rows to try it with. `sayso test` makes them anew for every conversation.

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

insert into dentists (name) values ('Dra. Helena Prado'), ('Dr. Marcos Lima');
insert into patients (name, phone) values
  ('Ana Souza', '+5511988880001'), ('Ana Ferreira', '+5511988880002'), ('João da Silva', '+5511988880003'),
  ('Pedro Alves', '+5511988880004'), ('Maria Clara Dias', null);
insert into patient_notes (patient_id, text) values (1, 'Alérgica a penicilina');
insert into appointments (patient_id, dentist_id, starts_at, ends_at, status)
  select patient, dentist, starts_at, starts_at + appointment_length(), status
  from (
    select patient, dentist, status, (today + days + time) at time zone clinic_zone() as starts_at
    from (select (now() at time zone clinic_zone())::date as today) clock, (values
      (3, 1, 0, time '08:00', 'booked'), (5, 2, 0, time '08:30', 'done'), (1, 1, 1, time '09:00', 'booked'),
      (4, 2, 1, time '11:00', 'booked'), (2, 1, 2, time '14:00', 'booked'), (5, 1, 3, time '10:00', 'cancelled')
    ) rows (patient, dentist, days, time, status)
  ) booked;
insert into bills (patient_id, treatment, amount, paid) values
  (1, 'Limpeza', 250, 0), (2, 'Canal', 1200, 400), (3, 'Restauração', 380.50, 380.50);
insert into payments (bill_id, amount, method) values (2, 400, 'card'), (3, 380.50, 'pix');
