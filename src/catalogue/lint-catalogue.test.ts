import { describe, expect, test } from 'vitest'
import { lintCatalogue } from './lint-catalogue.ts'
import { readCatalogue } from './load-catalogue.ts'
import { replaced, withSample } from './sample-catalogue.ts'

const look = 'commands/things/look.yaml'
const drop = 'commands/things/drop.yaml'
const menu = 'commands/things/_menu.yaml'
const texts = 'locales/en/commands.yaml'
const messages = 'locales/en/messages.yaml'

type Changes = Readonly<Record<string, string | null>>

async function lint(changes: Changes = {}): Promise<readonly string[]> {
  const { problems, thorough } = await withSample(changes, lintCatalogue)
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

describe('lintCatalogue()', () => {
  test('finds nothing in a sound catalogue', async () => {
    expect(await lint()).toEqual([])
  })

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
      `locales/en/commands.yaml:16:17: "${text}" should ask for DROP_IT, but is read as RESTORE_IT, which says so at locales/en/commands.yaml:24:33`,
    ])
  })

  test('finds two commands that are as dangerous and say the same, with both places', async () => {
    const found = await lintOnly({
      ...replaced(drop, 'safety: destructive', 'safety: mutation'),
      ...replaced(texts, '["restore {id}"]', '["restore {id}", "drop [that] {id:name}"]'),
    })
    expect(found).toEqual([
      'locales/en/commands.yaml:16:17: "drop Zzyzx" should ask for DROP_IT, but is read as DROP_IT or RESTORE_IT, which says so at locales/en/commands.yaml:24:33',
      'locales/en/commands.yaml:24:33: "drop Zzyzx" should ask for RESTORE_IT, but is read as DROP_IT or RESTORE_IT, which says so at locales/en/commands.yaml:16:17',
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

  test('finds translations that say less or more than English', async () => {
    expect(await lintOnly(portuguese('Olá', 'summary: "Largar"\n    unmet: "Não dá"'))).toEqual([
      expect.stringMatching(/^locales\/pt-BR\/messages\.yaml:\d+:10: does not say \{name\}, which English says$/u),
      'locales/pt-BR/commands.yaml:11:14: does not say {id}, which English says',
      'locales/pt-BR/commands.yaml:12:5: "unmet" is not in all languages: English does not have it',
    ])
    expect(await lintOnly(portuguese('Olá {name}', 'summary: "Largar {id}, {why}"'))).toEqual([
      'locales/pt-BR/commands.yaml:11:14: says {why}, which English does not say',
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
})
