import { describe, expect, test } from 'vitest'
import { lintCatalogue } from './lint/lint-catalogue.ts'
import { baseText, withSampleOverBase } from '../testing/catalogues/sample-base.ts'
import { replaced } from '../testing/catalogues/sample-catalogue.ts'

/** What is in the way of what comes with Sayso is told of one's own file, for nobody mends Sayso's. */

const texts = 'locales/en/commands.yaml'

async function lint(
  changes: Readonly<Record<string, string | null>>,
  laid: Readonly<Record<string, string | null>> = {},
): Promise<readonly string[]> {
  const { problems } = await withSampleOverBase(changes, (sources) => lintCatalogue(sources), laid)
  return problems.map(({ file, line, column, message }) => `${file}:${line}:${column}: ${message}`)
}

function saying(sentence: string) {
  return replaced(texts, '"drop {id:name}"', `"${sentence}"`)
}

test('a catalogue over Sayso has nothing to mend', async () => {
  expect(await lint({})).toEqual([])
})

describe('a sentence', () => {
  test('that says what an inherited one says is told of, with the place of that', async () => {
    // Of two that say as much the less dangerous one is meant.
    const read = replaced(texts, '"look at <thing> {id}"', '"hire {id}"')
    expect(await lint(read)).toEqual([
      expect.stringMatching(
        /^locales\/en\/commands\.yaml:8:17: "hire 204" should ask for TAKE_ON, but is read as LOOK_AT because of this sentence; TAKE_ON has it at sayso\/locales\/en\/commands\.yaml:\d+:\d+$/u,
      ),
    ])
  })

  test('that an inherited one says better is told of', async () => {
    expect(await lint(saying('who is [the] worker {id:name}'))).toEqual([])
    expect(await lint(saying('who is {id}'))).toEqual([
      expect.stringMatching(
        /^locales\/en\/commands\.yaml:16:17: "who is 204" should ask for DROP_IT, but is read as WHO_IS, which has this sentence at sayso\/locales\/en\/commands\.yaml:\d+:\d+$/u,
      ),
    ])
  })

  test('is not told of for a name that is a number, which is hardly meant', async () => {
    expect(await lint(saying('who is {id:name}'))).toEqual([])
  })
})

test('a token that is nearly an inherited one is told of', async () => {
  const near = Object.fromEntries(
    Object.entries(replaced('commands/things/look.yaml', 'token: LOOK_AT', 'token: WHO_AS')),
  )
  expect(await lint(near)).toEqual([
    'commands/things/look.yaml:1:8: WHO_AS differs from WHO_IS (sayso/commands/admin/who.yaml:1:8) in one letter only; choose a name that cannot be mistyped for it',
  ])
  const first = { 'commands/_menu.yaml': 'order: [admin, things]\n' }
  expect((await lint({ ...near, ...first }))[0]).toMatch(/^commands\/things\/look\.yaml:1:8: /u)
})

test('what is not sound among the inherited ones themselves is for Sayso to mend', async () => {
  const clash = { [texts]: baseText(texts).replace('"hire [<worker>] {id}"', '"who is [<worker>] {id}"') }
  expect(await lint({}, clash)).toEqual([])
})

test('a text that leaves out what Sayso says in another language is told of', async () => {
  const own = replaced('locales/en/messages.yaml', 'hello: "Hello {name}"', 'hello: "Hello you"')
  const portuguese = {
    'locales/pt-BR/commands.yaml': (replaced(texts, 'look at <thing> {id}', 'look at {id}')[texts] ?? '').replaceAll(
      '<thing>',
      'thing',
    ),
  }
  expect(await lint({ ...own, ...portuguese })).toEqual([
    'locales/en/messages.yaml:19:10: does not have {name}, which Sayso has',
  ])
})

describe('what a language lacks of the catalogue’s own', () => {
  /** The sample with a choice, in Portuguese as well; the folders of its commands have no menu there. */
  const portuguese = (replaced(texts, 'look at <thing> {id}', 'look at {id}')[texts] ?? '')
    .replaceAll('<thing>', 'thing')
    .replace('menus: { things: Things }\n', '')
  const choice = replaced(
    'commands/things/drop.yaml',
    '{ type: string, maxLength: 20 }',
    '{ type: string, enum: [open] }',
  )

  test('is told of at its own file of texts, and not at Sayso’s', async () => {
    expect(await lint({ 'locales/pt-BR/commands.yaml': portuguese })).toEqual([
      'locales/pt-BR/commands.yaml:1:1: texts for "things" are missing',
    ])
  })

  test('is told of at its own messages, and where there are none that they are to be made', async () => {
    const whole = { ...choice, 'locales/pt-BR/commands.yaml': `menus: { things: Coisas }\n${portuguese}` }
    const lacking = 'has no word for "open", a possible value of "why" of DROP_IT; add open: [what people write for it]'
    expect(await lint(whole)).toEqual([
      `locales/pt-BR/messages.yaml:1:1: ${lacking}; there is no such file yet, so make it`,
    ])
    expect(await lint({ ...whole, 'locales/pt-BR/messages.yaml': 'words: { thanks: [obrigado] }\n' })).toEqual([
      `locales/pt-BR/messages.yaml:1:1: ${lacking}`,
    ])
  })

  test('is told of at its own messages where only English has it', async () => {
    const english = replaced('locales/en/messages.yaml', 'hello: "Hello {name}"', 'hello: "Hello {name}"\n  new: "New"')
    const whole = { ...english, 'locales/pt-BR/commands.yaml': `menus: { things: Coisas }\n${portuguese}` }
    expect(await lint(whole)).toEqual([
      'locales/pt-BR/messages.yaml:1:1: texts for "new" are missing; there is no such file yet, so make it',
    ])
  })

  test('a message that Sayso does not know is told of, with the one that was meant', async () => {
    expect(await lint(withMessage('helo'))).toEqual([
      'locales/en/messages.yaml:19:3: Sayso has no message "helo" (did you mean "hello"?)',
    ])
    expect(await lint(withMessage('hello'))).toEqual([])
  })
})

/** The sample with a message of its own in the place of Sayso's. */
function withMessage(name: string): Readonly<Record<string, string>> {
  return replaced('locales/en/messages.yaml', 'messages:\n  hello: "Hello {name}"', `messages:\n  ${name}: "Hi {name}"`)
}
