import { expect, test } from 'vitest'
import { messagePlaceholders } from './message-placeholders.ts'

function namesOf(text: string): readonly string[] | string {
  const found = messagePlaceholders(text)
  return found.kind === 'names' ? [...found.names] : found.reason
}

test.each([
  ['nothing', []],
  ['{a} and {b}, {a}', ['a', 'b']],
  ['{n, plural, one {# of {thing}} other {{n} of {things}}}', ['n', 'thing', 'things']],
  ['{kind, select, x {{inner}} other {}}', ['kind', 'inner']],
  ["the customer's {id}", ['id']],
  ["'{literal}' {id}", ['id']],
  ['<b>{id}</b> < 3', ['id']],
  ['{when, date, short}', ['when']],
])('messagePlaceholders() of %j are %j', (text, names) => {
  expect(namesOf(text)).toEqual(names)
})

test.each(['{a', '{a, plural, one {x}}', '{a, oddly, x}', '{}'])(
  'messagePlaceholders() says why %j is no message',
  (text) => {
    expect(messagePlaceholders(text)).toMatchObject({ kind: 'broken', reason: expect.stringMatching(/\w/u) })
  },
)
