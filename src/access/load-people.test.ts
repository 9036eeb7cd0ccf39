import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { UserError } from '../errors.ts'
import { loadPeopleFile } from './load-people.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sayso-people-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function load(text: string, name = 'people.yaml') {
  const path = join(folder, name)
  await writeFile(path, text)
  return loadPeopleFile(path)
}

/** The whole message of a refusal, without the folder; a file that loads fails the test. */
async function refusal(text: string): Promise<string> {
  const error: unknown = await load(text).then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof UserError)) throw new TypeError(`expected a refusal, got ${String(error)}`)
  expect(error.code).toBe('people_invalid')
  return error.message.replaceAll(`${folder}/`, '')
}

const ana = 'phone: "+5511990000001", name: Ana, roles: [owner]'

describe('loadPeopleFile()', () => {
  test('reads people, with the language and the time zone of their number where nothing else is said', async () => {
    const people = await load(`people:
  - { ${ana} }
  - { phone: "+5511990000002", name: José da Silva, roles: [], language: pt-BR, timeZone: Europe/Lisbon }
`)
    expect(people).toEqual([
      { phone: '+5511990000001', name: 'Ana', roles: ['owner'], language: 'pt-BR', timeZone: 'America/Sao_Paulo' },
      { phone: '+5511990000002', name: 'José da Silva', roles: [], language: 'pt-BR', timeZone: 'Europe/Lisbon' },
    ])
  })

  test('reads JSON as well', async () => {
    const people = [{ phone: '+15550001111', name: 'Eve', roles: ['viewer'], language: 'es', timeZone: 'UTC' }]
    expect(await load(JSON.stringify({ people }, null, '\t'), 'people.json')).toEqual(people)
  })

  test('takes a file that names nobody', async () => {
    expect(await load('people: []')).toEqual([])
  })

  test('shows the line of what is wrong', async () => {
    expect(await refusal('people:\n  - { phone: "011990000001", name: Ana, roles: [] }\n')).toBe(
      [
        'people.yaml:2:14: must be a phone number such as "+5511990000001"',
        '    - { phone: "011990000001", name: Ana, roles: [] }',
        '               ^',
      ].join('\n'),
    )
  })

  test.each([
    ['', '1:1: is empty'],
    ['people: [', '1:10: Flow sequence'],
    ['folk: []', '1:1: unknown key "folk"'],
    [
      'people: [{ phone: +5511990000001, name: Ana, roles: [] }]',
      '1:19: must be a phone number such as "+5511990000001"',
    ],
    ['people: [{ phone: "+05511990000", name: Ana, roles: [] }]', '1:19: must be a phone number'],
    ['people: [{ phone: "+55 11 99000-0001", name: Ana, roles: [] }]', '1:19: must be a phone number'],
    ['people: [{ phone: "+1234567890123456", name: Ana, roles: [] }]', '1:19: must be a phone number'],
    [
      `people: [{ ${ana}, admin: true }]`,
      '1:64: unknown key "admin"; known here: phone, name, roles, language, timeZone',
    ],
    ['people: [{ phone: "+5511990000001", roles: [] }]', '1:10: "name" is missing'],
    ['people: [{ phone: "+5511990000001", name: "a\\nb", roles: [] }]', '1:43: must be one line of 1 to 80 characters'],
    ['people: [{ phone: "+5511990000001", name: " ", roles: [] }]', '1:43: must be one line of 1 to 80 characters'],
    ['people: [{ phone: "+5511990000001", name: Ana, roles: owner }]', '1:55: must be of type array'],
    [`people: [{ ${ana}, language: not_a_language }]`, '1:74: "not_a_language" is not a language tag'],
    [`people: [{ ${ana}, timeZone: Mars/Olympus }]`, '1:74: "Mars/Olympus" is not a time zone'],
    [`people: [{ ${ana} }, { ${ana} }]`, '1:75: +5511990000001 is in this file twice'],
    [`people: [{ ${ana} }, { ${ana.replace('1199', '119')} }]`, '1:75: +551190000001 is in this file twice'],
  ])('refuses %j', async (text, expected) => {
    expect(await refusal(text)).toContain(`people.yaml:${expected}`)
  })

  test('tells all that is wrong at once', async () => {
    const message = await refusal(`people: [{ ${ana}, language: "!", timeZone: "!" }]`)
    expect(message.match(/people\.yaml:\d+:\d+: /gu)).toHaveLength(2)
  })

  test('says which file cannot be read', async () => {
    await expect(loadPeopleFile(join(folder, 'absent.yaml'))).rejects.toThrow(
      /people file .*absent\.yaml cannot be read/u,
    )
  })

  test('tells a role that does not exist at its place, with the one that was meant', async () => {
    const path = join(folder, 'roles.yaml')
    await writeFile(
      path,
      `people:\n  - { ${ana} }\n  - { phone: "+5511990000002", name: Bia, roles: [viewer, receptoin] }\n`,
    )
    await expect(loadPeopleFile(path, { roles: ['owner', 'viewer', 'reception'], languages: ['en'] })).rejects.toThrow(
      'roles.yaml:3:59: a role that does not exist: "receptoin" (did you mean "reception"?); known: owner, viewer, reception',
    )
    await expect(loadPeopleFile(path)).resolves.toHaveLength(2)
  })

  describe('with the languages that are spoken', () => {
    const known = { roles: ['owner'], languages: ['en', 'es', 'pt-BR'] }
    const speaking = async (language: string) => {
      await writeFile(join(folder, 'languages.yaml'), `people:\n  - { ${ana}, language: ${language} }\n`)
      return loadPeopleFile(join(folder, 'languages.yaml'), known)
    }

    test.each([
      ['fr', '; known: en, es, pt-BR'],
      ['PT-BR', ' (did you mean "pt-BR"?); known: en, es, pt-BR'],
    ])('refuses %s at its place, and says which there are', async (language, more) => {
      await expect(speaking(language)).rejects.toThrow(
        `languages.yaml:2:69: a language that is not spoken here: "${language}"${more}`,
      )
    })

    test.each(['pt-BR', 'pt', 'pt-PT', 'es-MX', 'en-GB'])('takes %s, which one of them answers', async (language) => {
      expect(await speaking(language)).toMatchObject([{ language }])
    })

    test('takes somebody whose number is of a country with another language', async () => {
      const path = join(folder, 'abroad.yaml')
      await writeFile(path, `people: [{ ${ana} }]`)
      expect(await loadPeopleFile(path, { ...known, languages: ['en'] })).toMatchObject([{ language: 'pt-BR' }])
    })
  })
})
