import { expect, test } from 'vitest'
import { lintCatalogue } from './lint-catalogue.ts'
import { baseText, withSampleOverBase } from '../../testing/catalogues/sample-base.ts'
import { replaced } from '../../testing/catalogues/sample-catalogue.ts'

const messages = 'locales/en/messages.yaml'
const texts = 'locales/en/commands.yaml'

/** What could be deleted of the sample and these changes, by place. */
async function superfluousIn(changes: Readonly<Record<string, string | null>>): Promise<readonly string[]> {
  const { problems, superfluous } = await withSampleOverBase(changes, (sources) => lintCatalogue(sources))
  expect(problems).toEqual([])
  return superfluous.map(({ file, line, column, message }) => `${file}:${line}:${column}: ${message}`)
}

/** Nothing of it is as Sayso says it. */
const own = `rules: { thing: "[the] thing" }
messages: { hello: "Hi {name}" }
`

test('of a catalogue that says what is its own nothing is', async () => {
  expect(await superfluousIn({ [messages]: own })).toEqual([])
})

test('messages and words are that Sayso says as well, each where it stands, or all of them at once', async () => {
  const some = own.replace(
    '}\nmessages: { hello: "Hi {name}"',
    '}\nwords: { "no": [nope], "yes": ["yes", yep] }\nmessages: { hello: "Hi {name}", bye: "Bye {name}"',
  )
  expect(await superfluousIn({ [messages]: some })).toEqual([
    'locales/en/messages.yaml:2:24: words.yes: Sayso says the same; delete it',
    'locales/en/messages.yaml:3:33: messages.bye: Sayso says the same; delete it',
  ])
  const all = own.replace('{ hello: "Hi {name}" }', '{ hello: "Hello {name}", bye: "Bye {name}" }\nskipWords: [please]')
  expect(await superfluousIn({ [messages]: all })).toEqual([
    'locales/en/messages.yaml:2:1: messages: Sayso says the same; delete it',
    'locales/en/messages.yaml:3:1: skipWords: Sayso says the same; delete it',
  ])
})

test('a rule is of which no sentence is made, and a file that is left with nothing', async () => {
  const unused = own.replace('thing" }', 'thing", part: "of <whole>", whole: "it" }')
  expect(await superfluousIn({ [messages]: unused })).toEqual([
    'locales/en/messages.yaml:1:32: rules.part: no sentence here is made of it; delete it',
    'locales/en/messages.yaml:1:52: rules.whole: no sentence here is made of it; delete it',
  ])
  const plain = replaced(texts, 'look at <thing> {id}', 'look at [the] thing {id}')
  expect(await superfluousIn({ ...plain, [messages]: own.replace('Hi', 'Hello') })).toEqual([
    'locales/en/messages.yaml:1:1: says what Sayso says; delete the file',
  ])
})

test('a command and its texts are that were copied, sentences with the rules that they are made of', async () => {
  const copied = replaced(
    texts,
    'commands:\n',
    `commands:
  admin.who:
    title: "who is"
    done: "it is {id}"
    sentences: ["who is [<worker>] {id}"]
`,
  )
  const files = { 'commands/admin/who.yaml': `# Copied.\n${baseText('commands/admin/who.yaml')}`, ...copied }
  const rules = own.replace('rules: {', 'rules: { worker: "[the] worker",')
  expect(await superfluousIn({ ...files, [messages]: rules })).toEqual([
    'commands/admin/who.yaml:1:1: says what Sayso says; delete the file',
    'locales/en/messages.yaml:1:10: rules.worker: no sentence here is made of it; delete it',
    'locales/en/commands.yaml:3:5: commands.admin.who.title: Sayso says the same; delete it',
    'locales/en/commands.yaml:5:5: commands.admin.who.sentences: Sayso says the same; delete it',
  ])
  expect(await superfluousIn({ ...copied, [messages]: rules.replace('[the] worker', '[a] worker') })).toEqual([
    'locales/en/commands.yaml:3:5: commands.admin.who.title: Sayso says the same; delete it',
  ])
})

test('what a menu and the roles say is that Sayso says as well', async () => {
  const state = replaced(
    'commands/_menu.yaml',
    'state: { triggerKinds: [submit] }',
    'state: { triggerKinds: [submit], retry: none }',
  )
  const claimant = { 'commands/_roles.yaml': 'keeper: ["things.*"]\nclaimant: [admin.hire]\n' }
  const menu = { 'commands/admin/_menu.yaml': baseText('commands/admin/_menu.yaml') }
  expect((await superfluousIn({ [messages]: own, ...state, ...claimant, ...menu })).toSorted()).toEqual([
    'commands/_menu.yaml:2:34: state.retry: Sayso says the same; delete it',
    'commands/_roles.yaml:2:1: claimant: Sayso says the same; delete it',
    'commands/admin/_menu.yaml:1:1: says what Sayso says; delete the file',
  ])
})
