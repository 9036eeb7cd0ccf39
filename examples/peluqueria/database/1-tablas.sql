-- Las tablas de la peluquería: se crean en el primer inicio, y de nuevo para cada conversación de `sayso test`.

-- Dónde está; nada más lo dice.
create function zona() returns text language sql immutable return 'America/Argentina/Cordoba';
create function hoy() returns date language sql stable return (now() at time zone zona())::date;

-- Las palabras como se comparan: sin mayúsculas ni acentos, cada una con un espacio antes.
create function plano(palabras text) returns text language sql immutable return
  ' ' || trim(regexp_replace(lower(regexp_replace(normalize(palabras, NFD), '[\u0300-\u036f]', '', 'g')), '[[:space:][:punct:]]+', ' ', 'g'));

create table turnos (
  id bigint generated always as identity primary key,
  quien text not null,
  servicio text not null,
  -- Nunca dos a la misma hora, aunque se pidan a la vez.
  cuando timestamptz not null unique
);
create view agenda as
  select id, quien, servicio, cuando,
    (cuando at time zone zona())::date as fecha,
    to_char(cuando at time zone zona(), 'DD/MM') as dia,
    to_char(cuando at time zone zona(), 'HH24:MI') as hora
  from turnos;

create table cobros (
  id bigint generated always as identity primary key,
  importe numeric(12, 2) not null check (importe > 0),
  medio text not null,
  detalle text,
  cuando timestamptz not null default now()
);

-- Lo que le dice a un paso que un corte interrumpió si llegó a ocurrir. El esquema que crea Sayso ya lo tiene.
create table if not exists sayso_effects (effect_id text primary key, output jsonb, at timestamptz not null default now());
