import { describe, expect, test } from 'vitest'
import type { Problem } from '../catalogue/source/problem.ts'
import { parseConversations } from './parse-conversations.ts'

const people = 'people: { ana: { phone: "+5511990000001", name: Ana, roles: [owner], language: en } }'

function parse(text: string) {
  const problems: Problem[] = []
  const conversations = parseConversations({ file: 'talk.yaml', folder: '/talks', text }, (each) => problems.push(each))
  return { conversations, problems: problems.map(({ line, column, message }) => `${line}:${column} ${message}`) }
}

describe('parseConversations()', () => {
  test('reads every document of a file, with the place where each begins', () => {
    const { conversations, problems } = parse(`name: one
${people}
steps:
  - ana: hello
---
name: two
strangers: { eve: "+15550009999" }
steps:
  - eve: { text: menu, id: m1 }
    expect: [{ about: menu, capture: { first: "options.0.label" } }]
    reject: [{ about: preview }]
  - eve: { pick: "/orders/i" }
  - eve: 204
  - restart: kill
`)
    expect(problems).toEqual([])
    expect(conversations.map(({ name, line, phones }) => ({ name, line, phones }))).toEqual([
      { name: 'one', line: 1, phones: { ana: '+5511990000001' } },
      { name: 'two', line: 6, phones: { eve: '+15550009999' } },
    ])
    expect(conversations[1]?.steps).toMatchObject([
      {
        line: 9,
        restart: null,
        said: { who: 'eve', fields: { text: 'menu', id: 'm1' }, pick: null },
        expect: [{ fields: { about: 'menu' }, capture: { first: 'options.0.label' } }],
        reject: [{ fields: { about: 'preview' }, capture: {} }],
      },
      { said: { fields: {}, pick: '/orders/i' } },
      { said: { fields: { text: '204' } } },
      { said: null, restart: 'kill' },
    ])
  })

  test.each([
    ['- bob: hello', '4:5 nobody is called "bob"; known: ana, expect, reject, restart'],
    ['- { ana: hello, expects: [] }', '4:19 nobody is called "expects"; known: ana, expect, reject, restart'],
    ['- ana: { txt: hello }', '4:12 unknown field "txt"'],
    ['- { ana: hello, expect: [{ abuot: menu }] }', '4:30 no line has a field "abuot"'],
    ['- { ana: hello, expect: { about: menu } }', '4:19 must be a list'],
    ['- { ana: hello, expect: [{ text: "/(/" }] }', '4:36 is no regular expression'],
    ['- { ana: hello, expect: [{ capture: { x: 1 } }] }', '4:30 must say what to keep'],
    [
      '- { ana: hello, expect: [{ about: outcom }] }',
      '4:37 no line has "outcom" here (did you mean "outcome"?); known: menu',
    ],
    ['- { ana: hello, reject: [{ about: "/previw|ask_/" }] }', '4:37 no line has "/previw|ask_/" here; known: menu'],
    ['- { ana: hello, expect: [{ command: { status: done } }] }', '4:49 no line has "done" here; known: accepted'],
    ['- restart: gently', '4:14 must be kill or graceful'],
    ['- { ana: hello, restart: kill }', '4:19 stands in a step of its own'],
    ['- ana:', '4:9 says nothing'],
  ])('tells what is misspelt, and leaves the conversation out: %s', (step, problem) => {
    const { conversations, problems } = parse(`name: one\n${people}\nsteps:\n  ${step}\n`)
    expect(conversations).toEqual([])
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(problem)
  })

  test('tells what is missing, and reads the other documents', () => {
    const { conversations, problems } = parse(
      `${people}\n---\nname: two\nsteps: []\n---\nname: three\nsteps: [{ restart: kill }]\n`,
    )
    expect(conversations.map(({ name }) => name)).toEqual(['three'])
    expect(problems).toEqual([
      expect.stringContaining('"name" is missing'),
      expect.stringContaining('"steps" is missing'),
      expect.stringMatching(/^4:1 /u),
    ])
  })

  test('takes what a line may be about as a word, as an expression, or as what was captured', () => {
    const { problems } = parse(`name: one
${people}
steps:
  - ana: hello
    expect: [{ about: help, capture: { kind: about } }, { about: "/ask|choose/", command: { status: "/reject/" } }]
  - ana: hello
    reject: [{ about: "{kind}" }]
`)
    expect(problems).toEqual([])
  })

  test('finds nothing in an empty file', () => {
    expect(parse('# nothing yet\n')).toEqual({ conversations: [], problems: [] })
  })
})
