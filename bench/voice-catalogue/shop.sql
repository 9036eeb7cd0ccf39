-- Every number up to 1200 is an order, so that a number that was heard wrongly is always one: the hardest case.
drop table if exists order_notes, orders cascade;
create table orders (id bigint primary key, customer text not null, status text not null, amount numeric(12, 2) not null);
insert into orders
select id, (array['Ana Rocha', 'Carlos Mendes', 'Lucy Fernandez', 'Mary Stone', 'John Lima'])[1 + id % 5],
  (array['pending', 'paid', 'shipped'])[1 + id % 3], 10 + id % 90
from generate_series(1, 1200) as id;
create table products (id text primary key, name text not null, units int not null, sold int not null);
insert into products values
  ('p1', 'blue shirt', 14, 80), ('p2', 'red shirt', 3, 61), ('p3', 'green tea', 40, 75), ('p4', 'black tea', 22, 33),
  ('p5', 'coffee mug', 9, 90), ('p6', 'tea cup', 12, 20), ('p7', 'red sneakers', 5, 44), ('p8', 'blue sneakers', 7, 41),
  ('p9', 'green sweater', 30, 12), ('p10', 'coffee beans', 18, 95);
create table customers (id text primary key, name text not null, bought int not null);
insert into customers values
  ('c1', 'John Smith', 12), ('c2', 'Joan Smith', 7), ('c3', 'John Smythe', 9), ('c4', 'Mary Lopez', 20), ('c5', 'Martin Lopes', 2);
create table colleagues (id text primary key, name text not null);
insert into colleagues values ('s1', 'David'), ('s2', 'Daniel'), ('s3', 'Anna'), ('s4', 'Debbie');
create table done (id bigint generated always as identity primary key, name text not null, args jsonb not null default '{}');
