import { expect, test } from 'vitest'
import type { Problem } from './problem.ts'
import { parseYamlSource } from './yaml-source.ts'

function read(text: string): { readonly value: unknown; readonly problems: readonly string[] } {
  const problems: Problem[] = []
  const source = parseYamlSource('orders.yaml', text, (problem) => void problems.push(problem))
  return {
    value: source?.value,
    problems: problems.map(({ line, column, message }) => `${line}:${column}: ${message}`),
  }
}

test.each([
  ['a text with stars', 'token: X\ntitle: *Orders*\n', '2:8: refers to "&Orders*", which is not there; a text that'],
  [
    'a pattern of scopes',
    'keeper: [*.read]\n',
    '1:10: refers to "&.read", which is not there; a text that begins with *',
  ],
  [
    'a star alone',
    'title: * Orders\n',
    '1:8: Alias cannot be an empty string; a text that begins with * stands in quotes',
  ],
  ['a list that holds itself', 'a: &a [*a]\n', '1:8: "*a" stands in what it refers to'],
  ['a map that holds itself deeper down', 'a: &a { b: [1, { c: *a }] }\n', '1:21: "*a" stands in what it refers to'],
  ['a merge key', 'base: &b { a: 1 }\nc: { <<: *b }\n', '2:6: merge keys (<<) are not read; write the keys out'],
])('%s is told with its place, and nothing is read', (_what, text, told) => {
  const { value, problems } = read(text)
  expect(value).toBeUndefined()
  expect(problems).toEqual([expect.stringContaining(told)])
})

test('anchors within anchors that come to too much are told, and nothing is read', () => {
  const rows = Array.from(
    { length: 9 },
    (_, n) => `r${n + 1}: &r${n + 1} [${Array.from({ length: 10 }, () => `*r${n}`).join(', ')}]`,
  )
  const { value, problems } = read(['r0: &r0 [1]', ...rows].join('\n'))
  expect(value).toBeUndefined()
  expect(problems).toEqual(['1:1: refers to its anchors (&name) too often; write some of it out'])
})

test('what an alias refers to stands in its place, also a hundred times', () => {
  const { value, problems } = read(
    `a: &a { b: 1 }\nc: [${Array.from({ length: 200 }, () => '*a').join(', ')}]\n"<<": 2\n`,
  )
  expect(problems).toEqual([])
  expect(value).toEqual({ a: { b: 1 }, c: Array.from({ length: 200 }, () => ({ b: 1 })), '<<': 2 })
})
