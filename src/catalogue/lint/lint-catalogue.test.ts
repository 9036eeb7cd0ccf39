import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { createActions } from '../../execution/action.ts'
import { createHttpActions } from '../../execution/actions/http/http.ts'
import { lintCatalogue } from './lint-catalogue.ts'
import { readCatalogue } from '../load-catalogue.ts'
import { problemsWith, replaced, withSample } from '../../testing/catalogues/sample-catalogue.ts'

const look = 'commands/things/look.yaml'
const drop = 'commands/things/drop.yaml'
const menu = 'commands/things/_menu.yaml'
const texts = 'locales/en/commands.yaml'
const messages = 'locales/en/messages.yaml'

type Changes = Readonly<Record<string, string | null>>

async function lint(changes: Changes = {}, added?: string): Promise<readonly string[]> {
  const { problems, thorough } = await withSample(changes, (sources) => lintCatalogue(sources, added))
  expect(thorough).toBe(true)
  return problems.map(({ file, line, column, message }) => `${file}:${line}:${column}: ${message}`)
}

/** What only lint finds: the same files load. */
async function lintOnly(changes: Changes): Promise<readonly string[]> {
  expect((await withSample(changes, readCatalogue)).problems).toEqual([])
  return lint(changes)
}

const portuguese = (changeMessages: string, changeTexts: string): Changes => ({
  'locales/pt-BR/messages.yaml': replaced(messages, 'Hello {name}', changeMessages)[messages] ?? '',
  'locales/pt-BR/commands.yaml': replaced(texts, 'summary: "Drop {id}"', changeTexts)[texts] ?? '',
})

/** The sample with a first command whose columns are known. */
const given = (changes: Changes = {}): Changes => ({
  ...replaced(look, 'actionType: look', 'actionType: rows'),
  ...changes,
})

const withPhrase = (phrase: string): Changes => ({
  ...replaced(drop, 'window: 1h', 'window: 1h\nconfirm: phrase'),
  ...replaced(texts, 'summary: "Drop {id}"', `summary: "Drop {id}"\n    phrase: "${phrase}"`),
})

describe('lintCatalogue()', () => {
  test('finds nothing in a sound catalogue', async () => {
    expect(await lint()).toEqual([])
  })

  test.each([
    ['^[a-z]{2,10}$', true],
    ['^[A-Z]{2}-[0-9]{1,3}$', false],
    ['^\\\\w+$', false],
  ])('asks for {id:name} where ids are as %s: %s', async (pattern, isAsked) => {
    const found = await lint({
      ...replaced('commands/things/restore.yaml', 'pattern: "^[0-9]+$"', `pattern: "${pattern}"`),
      ...replaced(texts, 'sentences: ["restore {id}"]', 'sentences: ["restore {id}", "get <one> back"]'),
      ...replaced(messages, 'rules:', 'rules:\n  one: "[the] {id}"'),
    })
    const asking = found.filter((each) => each.includes('write {id:name}'))
    expect(asking).toHaveLength(isAsked ? 2 : 0)
  })

  test.each(['drop {id}', 'DROP_IT {id}', 'please drop thing {id}', 'DROP_IT id={id}'])(
    'refuses the phrase "%s", which asks for what it is to confirm',
    async (phrase) => {
      expect(await lintOnly(withPhrase(phrase))).toEqual([expect.stringContaining('asks for DROP_IT: whoever asks')])
      expect(await lintOnly(withPhrase('yes, drop thing {id}'))).toEqual([])
      expect(await lintOnly(withPhrase('thing {id} is gone for good'))).toEqual([])
    },
  )

  test.each([
    ...['phone', 'email', 'file', 'date', 'month', 'time', 'date-time'].map(
      (format) => `type: string, format: ${format}`,
    ),
    'type: integer, format: ordinal',
    'type: number, format: percent',
    'type: number, format: money',
    'type: number, format: money, currency: BRL',
  ])('finds nothing wrong with sentences for a value of { %s }', async (schema) => {
    expect(await lint(replaced(drop, 'why: { type: string, maxLength: 20 }', `why: { ${schema} }`))).toEqual([])
  })

  test('tells what loading finds, and that it looked no further', async () => {
    const changes = {
      ...replaced(drop, 'undo: RESTORE_IT', 'undo: BRING_BACK'),
      ...replaced(look, 'LOOK_AT', 'DROP_ITS'),
    }
    const { problems, thorough } = await withSample(changes, lintCatalogue)
    expect(problems.map(({ message }) => message)).toEqual(['there is no command "BRING_BACK"'])
    expect(thorough).toBe(false)
  })

  test.each([
    ['DROP_ITS', true],
    ['DROP_T', true],
    ['DROP_AT', true],
    ['DRPO_IT', true],
    ['DROPIT', true],
    ['DROP_ATS', false],
    ['DRPO_TI', false],
    ['TI_PORD', false],
  ])('token %s beside DROP_IT is too near: %s', async (token, near) => {
    const found = await lintOnly(replaced(look, 'LOOK_AT', token))
    const message = `DROP_IT differs from ${token} (commands/things/look.yaml:1:8) in one letter only; choose a name that cannot be mistyped for it`
    expect(found).toEqual(near ? [`commands/things/drop.yaml:1:8: ${message}`] : [])
  })

  test.each([
    ['"[please] (put|drop) [the] {id:name}"', 'drop Zzyzx'],
    ['"drop {id}"', 'drop 204'],
  ])('finds that %s of a safer command takes the words of another one, with both places', async (sentence, text) => {
    const found = await lintOnly(replaced(texts, '["restore {id}"]', `["restore {id}", ${sentence}]`))
    expect(found).toEqual([
      `locales/en/commands.yaml:16:17: "${text}" should ask for DROP_IT, but is read as RESTORE_IT, which has this sentence at locales/en/commands.yaml:24:33`,
    ])
  })

  test.each([
    ['RESTORE_IT', 1],
    ['DROP_IT', 1],
    ['LOOK_AT', 0],
  ])('finds what clashes with the one command that is new, %s, and nothing between others', async (added, count) => {
    const clash = replaced(texts, '["restore {id}"]', '["restore {id}", "[please] (put|drop) [the] {id:name}"]')
    const found = await lint(clash, added)
    expect(found).toHaveLength(count)
    expect(count === 0 ? [] : await lint(clash)).toEqual(found)
  })

  test('finds two commands that are as dangerous and say the same, with both places', async () => {
    const found = await lintOnly({
      ...replaced(drop, 'safety: destructive', 'safety: mutation'),
      ...replaced(texts, '["restore {id}"]', '["restore {id}", "drop [that] {id:name}"]'),
    })
    expect(found).toEqual([
      'locales/en/commands.yaml:16:17: "drop Zzyzx" should ask for DROP_IT, but is read as DROP_IT or RESTORE_IT, which has this sentence at locales/en/commands.yaml:24:33',
      'locales/en/commands.yaml:24:33: "drop Zzyzx" should ask for RESTORE_IT, but is read as DROP_IT or RESTORE_IT, which has this sentence at locales/en/commands.yaml:16:17',
    ])
  })

  test('lets a sentence of more words stand beside a shorter one', async () => {
    expect(await lintOnly(replaced(texts, '["restore {id}"]', '["restore {id}", "drop {id} back in place"]'))).toEqual(
      [],
    )
  })

  test('finds a sentence that is a control word, or that nobody can say', async () => {
    const found = await lintOnly(
      replaced(
        texts,
        'sentences: ["restore {id}"]',
        'sentences: ["restore {id}", "(undo everything|again)", "never restore {id}"]',
      ),
    )
    expect(found).toEqual([
      'locales/en/commands.yaml:24:33: "again" should ask for RESTORE_IT, but is read as the word for "again"',
      'locales/en/commands.yaml:24:60: "never restore 204" should ask for RESTORE_IT, but is read as not RESTORE_IT',
    ])
  })

  test.each([
    ['drop [the] {note}: {why}', true],
    ['drop {note} [because] {why}', true],
    ['drop (it;{note};{why})', true],
    ['drop {note} <gap> {why}', true],
    ['drop {note} because {why}', false],
    ['drop {id:name}: {why}', false],
    ['drop {id} {why}', false],
  ])('finds two free texts that no word parts: %s, %s', async (sentence, isFound) => {
    const found = await lintOnly({
      [drop]: (
        replaced(
          drop,
          '    - { name: why, kind: scalar }',
          '    - { name: why, kind: scalar }\n    - { name: note, kind: scalar }',
        )[drop] ?? ''
      )
        .replace('  why: {', '  note: { type: string }\n  why: {')
        .replace('why: "{{args.why}}"', 'why: "{{args.why}} {{args.note}}"'),
      ...replaced(messages, 'rules:', 'rules:\n  gap: "[, or]"'),
      [texts]: (replaced(texts, 'why: reason', 'why: reason, note: note')[texts] ?? '').replace(
        '"drop {id} because {why}"',
        `"${sentence}"`,
      ),
    })
    expect(found.filter((each) => each.includes('side by side'))).toEqual(
      isFound
        ? [
            `${texts}:16:35: has {note} and {why} side by side, and of two free texts nobody can tell where the one ends: put a word between them that must be said (punctuation parts nothing), or leave one to be asked for`,
          ]
        : [],
    )
  })

  test('proves every example', async () => {
    const found = await lintOnly(
      replaced(
        texts,
        '    sentences: ["restore {id}"]',
        '    sentences: ["restore {id}"]\n    examples: ["Please restore 12!", restore_it id=12, look at thing 3, bring it back]',
      ),
    )
    expect(found).toEqual([
      'locales/en/commands.yaml:25:56: "look at thing 3" should ask for RESTORE_IT, but is read as LOOK_AT',
      'locales/en/commands.yaml:25:73: "bring it back" should ask for RESTORE_IT, but is not understood',
    ])
  })

  test.each([
    ['restore 12', ['gives id the number 12, and nothing is known by one; write a name, or "thing 12"']],
    ['restore thing 12', []],
    ['restore_it id=12', []],
  ])('finds an example with an id that means nothing to people: %s', async (example, expected) => {
    const found = await lintOnly({
      [texts]: (
        replaced(
          texts,
          '    sentences: ["restore {id}"]',
          `    sentences: ["restore [thing] {id}"]\n    examples: [${example}]`,
        )[texts] ?? ''
      ).replace('label: "{name}"', 'label: "{name}", named: "{name}"'),
    })
    const examples = found.filter((problem) => problem.includes(`"${example}"`))
    expect(examples.map((each) => each.slice(each.indexOf('gives ')))).toEqual(expected)
  })

  test.each([
    ['integer, maximum: 20', 'drop 3 because 21', ['gives why the value "21", which it refuses: too large (20)']],
    ['integer, maximum: 20', 'drop 3 because 20', []],
    ['integer, minimum: 2', 'DROP_IT id=3 why=1', ['gives why the value "1", which it refuses: too small (2)']],
    ['string, enum: [broken, old]', 'drop 3 because old', []],
    [
      'string, enum: [broken, old]',
      'DROP_IT id=3 why=new',
      ['gives why the value "new", which it refuses: not a choice (broken, old)'],
    ],
    [
      'string, pattern: "^[A-Z]+$"',
      'drop 3 because ab1',
      ['gives why the value "ab1", which it refuses: not of its form'],
    ],
    ['string, format: date-time', 'drop 3 because tomorrow', []],
    ['string, format: phone', 'drop 3 because 415 555 2671', []],
    [
      'string, format: phone',
      'drop 3 because 5552671',
      ['gives why the value "5552671", which it refuses: not of its form'],
    ],
    ['string, maxLength: 20', 'drop the vase', []],
  ])('finds an example that gives { type: %s } what it refuses: %s', async (schema, example, expected) => {
    const found = await lintOnly({
      ...replaced(drop, 'why: { type: string, maxLength: 20 }', `why: { type: ${schema} }`),
      ...replaced(texts, '"drop {id} because {why}"]', `"drop {id} because {why}"]\n    examples: [${example}]`),
    })
    const examples = found.filter((problem) => problem.startsWith(`${texts}:17:`))
    expect(examples.map((each) => each.slice(each.indexOf('gives ')))).toEqual(expected)
  })

  test('finds translations that say less or more than English', async () => {
    expect(await lintOnly(portuguese('Olá', 'summary: "Largar"\n    unmet: "Não dá"'))).toEqual([
      expect.stringMatching(/^locales\/pt-BR\/messages\.yaml:\d+:10: does not have \{name\}, which English has$/u),
      'locales/pt-BR/commands.yaml:11:14: does not have {id}, which English has',
      'locales/pt-BR/commands.yaml:12:5: "unmet" is not in all languages: English does not have it',
    ])
    expect(await lintOnly(portuguese('Olá {name}', 'summary: "Largar {id}, {why}"'))).toEqual([
      'locales/pt-BR/commands.yaml:11:14: has {why}, which English does not have',
    ])
    expect(await lintOnly(portuguese('Olá {name}', 'summary: "{id} fora"'))).toEqual([])
  })

  test.each([
    ['result: { mode: inline }', '8:3', '"inline" is a mode of "error"'],
    ['error: { mode: append }', '8:3', '"append" is a mode of "result"'],
    ['result: { destination: next-node }', '8:3', 'there is no next node'],
    ['error: { destination: next-node }', '8:3', 'there is no next node'],
    ['error: { mode: retry }\n  retry: none', '8:3', 'offers a retry'],
    ['retry: automatic', '8:3', 'only an idempotent command'],
    ['retry: automatic\n  idempotency: non-idempotent', '8:3', 'only an idempotent command'],
    ['result: { mode: emit }', '8:3', 'emits nothing'],
  ])('finds a contract that cannot mean %j', async (line, place, message) => {
    const found = await lintOnly(
      replaced(drop, '  commandRef: urn:sample:drop', `  ${line}\n  commandRef: urn:sample:drop`),
    )
    expect(found).toHaveLength(1)
    expect(found[0]).toContain(`${drop}:${place}: ${message}`)
  })

  test.each([
    'result: { mode: append, destination: next-node }\n  outcomes: { successNodeRef: "urn:sayso:menu" }',
    'result: { mode: emit }\n  outcomes: { emitEvents: [gone] }',
    'retry: automatic\n  idempotency: idempotent',
  ])('lets a contract say %j', async (line) => {
    expect(
      await lintOnly(replaced(drop, '  commandRef: urn:sample:drop', `  ${line}\n  commandRef: urn:sample:drop`)),
    ).toEqual([])
  })

  test('tells what a menu says wrongly once, at the menu, and that nothing may trigger a command', async () => {
    const found = await lintOnly({
      ...replaced('commands/_menu.yaml', '[submit]', '[]'),
      ...replaced(menu, 'state: { triggerKinds: [tap], retry: none }', 'state: { error: { mode: preview } }'),
    })
    expect(found).toEqual([
      expect.stringContaining(`${menu}:6:10: "preview" is a mode of "result"`),
      'commands/_menu.yaml:2:10: nothing may trigger this; list a trigger or remove it',
    ])
  })

  describe('with three languages', () => {
    const languages = ['en', 'pt-BR', 'es']
    const said = (summaries: readonly string[]): Changes =>
      Object.fromEntries(
        languages.flatMap((language, index) => [
          [`locales/${language}/messages.yaml`, replaced(messages, 'Hello {name}', 'Hello {name}')[messages] ?? ''],
          [
            `locales/${language}/commands.yaml`,
            (replaced(texts, 'summary: "Drop {id}"', `summary: "${summaries[index]}"`)[texts] ?? '') || null,
          ],
        ]),
      )
    test.each([
      [['Drop {why}', '{id}', 'x {id}'], 'en', 'has {why} where all other languages have {id}'],
      [['Drop', '{id}', 'x {id}'], 'en', 'does not have {id}, which all other languages have'],
      [['Drop {id} {why}', '{id}', 'x {id}'], 'en', 'has {why}, which no other language has'],
      [['Drop {id}', '{why}', '{id}'], 'pt-BR', 'has {why} where English has {id}'],
      [['Drop {id}', '{id}', 'y'], 'es', 'does not have {id}, which English has'],
    ])('blames the odd one of %j', async (summaries, language, message) => {
      expect(await lintOnly(said(summaries))).toEqual([`locales/${language}/commands.yaml:11:14: ${message}`])
    })

    test('holds all against English where nothing agrees', async () => {
      expect(await lintOnly(said(['Drop {id}', '{why}', 'y']))).toEqual([
        'locales/es/commands.yaml:11:14: does not have {id}, which English has',
        'locales/pt-BR/commands.yaml:11:14: has {why} where English has {id}',
      ])
    })
  })

  describe('knows the columns that a step gives', () => {
    test('and finds nothing where texts name those alone', async () => {
      expect(await lintOnly(given())).toEqual([])
    })

    test.each([
      [
        texts,
        '{out_name},',
        '{out_nam},',
        '5:11: the last step of LOOK_AT gives no column "nam" (did you mean "out_name"?); there is id, name, price, currency',
      ],
      [
        texts,
        '    labels: { id: thing }\n',
        '    row: "{id} {colour}"\n    labels: { id: thing }\n',
        '6:10: the last step of LOOK_AT gives no column "colour"; there is id, name, price, currency',
      ],
    ] as const)('in %s: %j → %j', async (path, piece, by, expected) => {
      expect(await lintOnly(given(replaced(path, piece, by)))).toEqual([`${path}:${expected}`])
    })

    const lookup = 'byId: { actionDomain: shelf, actionType: '
    test.each([
      [
        'rows',
        'label: "{name}"',
        'label: "{nam}"',
        [
          `${texts}:26:33: "byId" of thing gives no column "nam" (did you mean "name"?); there is id, name, price, currency`,
        ],
      ],
      [
        'nameless',
        'label: "{name}"',
        'label: "{name}"',
        [`${menu}:4:56: "byId" of thing gives no column "id", by which it is known (it gives name); write "… as id"`],
      ],
      ['rows', 'label: "{name}"', 'label: "{name}, {price}"', []],
      [
        'rows',
        'label: "{name}"',
        'label: "{name}", named: "{nam}"',
        [
          `${texts}:26:50: "byId" of thing gives no column "nam" (did you mean "name"?); there is id, name, price, currency`,
        ],
      ],
    ])('of a lookup %s and its label: %j → %j', async (type, piece, by, expected) => {
      const byId = replaced(menu, `${lookup}look`, `${lookup}${type}`)
      expect(await lintOnly({ ...byId, ...replaced(texts, piece, by) })).toEqual(expected)
    })

    test.each([
      [
        'undo: { command: RESTORE_IT, arguments: { id: facts.thing.key } }',
        '5:47: "byId" of thing gives no column "key"; there is id, name, price, currency',
      ],
      [
        'undo: { command: RESTORE_IT, arguments: { id: output.nam } }',
        '5:47: the last step of DROP_IT gives no column "nam" (did you mean "name"?); there is id, name, price, currency',
      ],
      ['undo: { command: RESTORE_IT, arguments: { id: facts.thing.id } }', null],
    ])('and what an undo takes from them: %s', async (undo, expected) => {
      const changed = replaced(drop, 'undo: RESTORE_IT', undo)[drop] ?? ''
      const found = await lintOnly({
        [drop]: changed.replace('actionType: change', 'actionType: rows'),
        ...replaced(menu, `${lookup}look`, `${lookup}rows`),
      })
      expect(found).toEqual(expected === null ? [] : [`${drop}:${expected}`])
    })

    test('and what an argument takes from them', async () => {
      const lintPriced = (column: string, whole = 'price') =>
        lintOnly({
          ...replaced(
            drop,
            'type: string, maxLength: 20',
            `type: number, format: money, currency: thing.${column}, whole: thing.${whole}`,
          ),
          ...replaced(menu, `${lookup}look`, `${lookup}rows`),
        })
      expect(await lintPriced('currency')).toEqual([])
      expect(await lintPriced('currency', 'left')).toEqual([
        `${drop}:14:72: "byId" of thing gives no column "left"; there is id, name, price, currency`,
      ])
      expect(await lintPriced('curency')).toEqual([
        `${drop}:14:49: "byId" of thing gives no column "curency" (did you mean "currency"?); there is id, name, price, currency`,
      ])
    })

    test('and the day of a time that is said alone', async () => {
      const moment = replaced(drop, 'type: string, maxLength: 20', 'type: string, format: date-time, dayOf: thing.at')
      expect(await lintOnly({ ...moment, ...replaced(menu, `${lookup}look`, `${lookup}rows`) })).toEqual([
        `${drop}:14:50: "byId" of thing gives no column "at"; there is id, name, price, currency`,
      ])
    })

    test('and what a condition asks of them', async () => {
      const condition =
        'succeedsIf: { properties: { facts: { properties: { thing: { properties: { state: { const: up } } } } } } }'
      const found = await lintOnly({
        ...replaced(drop, 'window: 1h', condition),
        ...replaced(menu, `${lookup}look`, `${lookup}rows`),
        ...replaced(texts, 'done: "Dropped {id}"', 'done: "Dropped {id}"\n    unmet: "{id} is glued"'),
      })
      expect(found).toEqual([
        `${drop}:6:75: "byId" of thing gives no column "state"; there is id, name, price, currency`,
      ])
    })

    test('and what the words for an unmet condition tell of them', async () => {
      const condition =
        'succeedsIf: { properties: { facts: { properties: { thing: { properties: { name: { const: up } } } } } } }'
      const lintUnmet = (said: string) =>
        lintOnly({
          ...replaced(drop, 'window: 1h', condition),
          ...replaced(menu, `${lookup}look`, `${lookup}rows`),
          ...replaced(texts, 'done: "Dropped {id}"', `done: "Dropped {id}"\n    unmet: "${said}"`),
        })
      expect(await lintUnmet('{id} is called {thing_name}')).toEqual([])
      expect(await lintUnmet('{id} is called {thing_nam}')).toEqual([
        `${texts}:14:12: "byId" of thing gives no column "nam" (did you mean "thing_name"?); there is id, name, price, currency`,
      ])
    })

    test('and what a service answers: its body has none, and the rows of a lookup have to be named', async () => {
      const http = createActions(createHttpActions({ services: { shop: { baseUrl: 'https://shop.example' } } }))
      const lintAsking = (more: Changes) =>
        withSample(more, async (sources) => {
          const actions = createActions([...sources.actions.all, ...http.all])
          const { problems } = await lintCatalogue({ ...sources, actions, planProblems: problemsWith(actions) })
          return problems.map(({ file, message }) => `${file}: ${message}`)
        })
      const meta = '{ service: shop, path: "/{id}", values: { id: "{{args.'
      const asked = (more: string) =>
        (replaced(look, 'actionDomain: shelf', 'actionDomain: http')[look] ?? '')
          .replace('actionType: look', 'actionType: get')
          .replace('{ key: "{{args.id}}" }', `${meta}id}}" }${more} }`)
      expect(await lintAsking({ [look]: asked('') })).toEqual([
        `${texts}: the last step of LOOK_AT gives no column "name"; there is status, body`,
      ])
      expect(await lintAsking({ [look]: asked(', rowsAt: ""') })).toEqual([])
      const byId = 'byId: { actionDomain: shelf, actionType: look, actionMeta: { key: "{{args.value}}" } }'
      const found = replaced(
        menu,
        byId,
        `byId: { actionDomain: http, actionType: get, actionMeta: ${meta}value}}" } } }`,
      )
      expect(await lintAsking({ ...found, ...replaced(texts, 'label: "{name}"', 'label: "{status}"') })).toEqual([
        `${menu}: "byId" of thing gives no column "id", by which it is known (it gives status, body); name in "rowsAt" where its rows are`,
      ])
    })

    test.each([
      ['rows', 'rows', null],
      ['rows', 'look', null],
      ['rows', 'names', '"byName" of thing gives no column "price", which "byId" gives'],
      ['names', 'rows', '"byId" of thing gives no column "price", which "byName" gives'],
    ])('and whether what is found by its name has those of its id: %s and %s', async (byId, byName, unlike) => {
      const known = replaced(menu, `${lookup}look`, `${lookup}${byId}`)[menu] ?? ''
      const named = known.replace(
        'byName: { actionDomain: shelf, actionType: look',
        `byName: { actionDomain: shelf, actionType: ${byName}`,
      )
      const why = 'each preview of what was named would come once more, for it is read by its id before it is confirmed'
      const found = (await lintOnly({ [menu]: named })).filter((each) => each.startsWith(menu))
      expect(found.map((each) => each.replace(/^\S+ /u, ''))).toEqual(unlike === null ? [] : [`${unlike}; ${why}`])
    })

    test('and the fields of an entity that are shown with a format', async () => {
      const fields = (currency: string) =>
        (replaced(menu, `${lookup}look`, `${lookup}rows`)[menu] ?? '').replace(
          'state: {',
          `    fields: { price: { type: money, currency: ${currency} } }\nstate: {`,
        )
      const allRows = {
        ...given(),
        ...replaced(drop, 'actionType: change', 'actionType: rows'),
        ...replaced('commands/things/restore.yaml', 'actionType: change', 'actionType: rows'),
      }
      expect(await lintOnly({ ...allRows, [menu]: fields('currency') })).toEqual([])
      expect(await lintOnly({ ...allRows, [menu]: fields('coin') })).toEqual([
        `${menu}:6:47: nothing that is shown of thing gives a column "coin"; there is id, name, price, currency`,
      ])
    })
  })

  describe('finds a parameter of which nothing comes', () => {
    const unused = replaced(drop, ', why: "{{args.why}}"', '')
    /** The same, with another piece of the file changed as well. */
    const unusedBut = (piece: string, by: string): Changes => ({ [drop]: (unused[drop] ?? '').replace(piece, by) })

    test('where no step, precondition, lookup or text uses it', async () => {
      expect(await lintOnly(unused)).toEqual([
        `${drop}:14:3: "why" has no effect: no step, precondition, lookup or text of DROP_IT uses it; put {{args.why}} into a step, or remove it`,
      ])
    })

    test.each<[string, Changes]>([
      ['a message of a step', unusedBut('stepMsg: Dropping', 'stepMsg: "Dropping {{ args.why }}"')],
      ['all arguments at once', unusedBut('"{{args.id}}"', '"{{$string(args)}}"')],
      [
        'a text of one language',
        { ...unused, ...replaced(texts, 'done: "Dropped {id}"', 'done: "Dropped {id}, {why}"') },
      ],
      ['a precondition', unusedBut('  parameters:', '  preconditions: [{ kind: non-empty, ref: why }]\n  parameters:')],
      [
        'a condition',
        {
          ...unusedBut('window: 1h', 'succeedsIf: { properties: { args: { properties: { why: { const: old } } } } }'),
          ...replaced(texts, 'done: "Dropped {id}"', 'done: "Dropped {id}"\n    unmet: "No"'),
        },
      ],
    ])('and not where %s uses it', async (_what, changes) => {
      expect(await lintOnly(changes)).toEqual([])
    })

    test('and not where something is asked of the thing that it names', async () => {
      const step = replaced(drop, '"{{args.id}}"', 'all')[drop] ?? ''
      const silent = (replaced(texts, 'summary: "Drop {id}"', 'summary: Drop')[texts] ?? '').replace(
        '"Dropped {id}"',
        'Dropped',
      )
      const undo = 'undo: { command: RESTORE_IT, arguments: { id: facts.thing.id } }'
      expect(await lintOnly({ [drop]: step, [texts]: silent })).toEqual([expect.stringContaining('"id" has no effect')])
      expect(await lintOnly({ [drop]: step.replace('undo: RESTORE_IT', undo), [texts]: silent })).toEqual([])
    })
  })

  test('finds a choice that a language has no word for', async () => {
    const choice = replaced(drop, 'maxLength: 20', 'enum: [broken, "2"]')
    expect(await lintOnly({ ...choice, ...portuguese('Olá {name}', 'summary: "{id} fora"') })).toEqual([
      'locales/pt-BR/messages.yaml:2:1: has no word for "broken", a possible value of "why" of DROP_IT; add broken: [what people write for it]',
    ])
    const named = portuguese('Olá {name}', 'summary: "{id} fora"')
    const words = (named['locales/pt-BR/messages.yaml'] ?? '').replace(
      '  and: [and]',
      '  and: [and]\n  broken: [quebrado]',
    )
    expect(await lintOnly({ ...choice, ...named, 'locales/pt-BR/messages.yaml': words })).toEqual([])
  })

  /** Without the commands of Sayso, for which the sample has no actions. */
  const alone = replaced('commands/_menu.yaml', 'order: [things]', 'order: [things]\ninherit: none')

  test('takes the words that came with the program for a choice', async () => {
    const choice = replaced(drop, 'maxLength: 20', 'enum: [paid, broken]')
    const shippedDir = fileURLToPath(new URL('../../..', import.meta.url))
    const { problems } = await withSample(
      { ...choice, ...alone, ...portuguese('Olá {name}', 'summary: "{id} fora"') },
      (sources) => lintCatalogue({ ...sources, shippedDir }),
    )
    const wordless = problems.filter(({ message }) => message.startsWith('has no word'))
    expect(wordless.map(({ message }) => message)).toEqual([expect.stringContaining('"broken"')])
  })

  test('finds a percent sign behind a percentage, which has its own', async () => {
    const share = replaced(drop, 'why: { type: string, maxLength: 20 }', 'why: { type: number, format: percent }')
    const said = (summary: string) => lintOnly({ ...share, ...replaced(texts, 'summary: "Drop {id}"', summary) })
    const line = '{why} is shown as “10%”; leave out the "%" behind it'
    expect((await said('summary: "Drop {id} by {why} %"')).filter((each) => each.endsWith(line))).toHaveLength(1)
    expect((await said('summary: "Drop {id} by {why}"')).filter((each) => each.endsWith(line))).toEqual([])
  })

  test('wants words for what an action may refuse, once', async () => {
    const asks = replaced(drop, 'actionType: change', 'actionType: ask')
    const both = { ...asks, ...portuguese('Olá {name}', 'summary: "{id} fora"') }
    expect(await lintOnly(both)).toEqual([
      `${texts}:9:3: "unmet" is missing: shelf/ask may refuse, and people then read this text`,
    ])
    const said = replaced(texts, 'done: "Dropped {id}"', 'done: "Dropped {id}"\n    unmet: "{id} is glued"')
    expect(await lintOnly({ ...asks, ...said })).toEqual([])
  })
})

/** The sample with a first command of two steps, of which the second is given this. */
function reading(key: string): Changes {
  return replaced(
    look,
    `  - stepName: Look
    stepDescription: Looks
    stepMsg: Looking
    actionDomain: shelf
    actionType: look
    actionMeta: { key: "{{args.id}}" }
    yield: []
`,
    `  - { stepName: Find it, stepDescription: Finds, stepMsg: Finding, actionDomain: shelf, actionType: rows, actionMeta: { key: "{{args.id}}" }, yield: [found] }
  - { stepName: Look, stepDescription: Looks, stepMsg: Looking, observe: found, observationDomain: shelf, actionDomain: shelf, actionType: look, actionMeta: { key: "${key}" }, yield: [] }
`,
  )
}

describe('what a step reads of an earlier one', () => {
  test.each([
    ['no. {{steps.`Find it`.output.rows[0].nam}}', 'the step "Find it" gives no column "nam" (did you mean "name"?)'],
    ['{{$count(steps.`Find it`.output.row)}}', 'the step "Find it" gives no field "row" (did you mean "rows"?)'],
  ])('must be something that it gives: %s', async (key, told) => {
    expect(await lintOnly(reading(key))).toEqual([expect.stringContaining(told)])
  })

  test('may be its fields, its columns and what is in them', async () => {
    const key =
      '{{steps.`Find it`.output.more}} {{steps.`Find it`.output.rows[0].name}} {{steps.`Find it`.output.rows}}'
    expect(await lint(reading(key))).toEqual([])
  })
})
