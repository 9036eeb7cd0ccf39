import { expect, test } from 'vitest'
import { sqlStatements } from './sql-statements.ts'

test.each([
  ['', []],
  [' -- nothing\n/* ; */ ;; ', []],
  ['select 1; -- one\n  select 2', ['select 1;', 'select 2']],
  [
    "insert into t values ('a;''b', E'c\\';', \";\"); select 1",
    ["insert into t values ('a;''b', E'c\\';', \";\");", 'select 1'],
  ],
  ['do $$ begin; end $$; do $x$ $$;$$ $x$; select $1', ['do $$ begin; end $$;', 'do $x$ $$;$$ $x$;', 'select $1']],
  [
    'create rule r as on insert to t do (select 1; select 2); select 3',
    ['create rule r as on insert to t do (select 1; select 2);', 'select 3'],
  ],
  [
    'create function f() returns int begin atomic select case when true then 1 end; select 2; end; select 3',
    ['create function f() returns int begin atomic select case when true then 1 end; select 2; end;', 'select 3'],
  ],
  ["select 'left open; select 2", ["select 'left open;", 'select 2']],
  ['select 1 /* left open; select 2', ['select 1 /* left open; select 2']],
])('sqlStatements(%j)', (sql, statements) => {
  const found = sqlStatements(sql)
  expect(found.map(({ text }) => text)).toEqual(statements)
  expect(found.map(({ start, text }) => sql.slice(start, start + text.length))).toEqual(statements)
})
