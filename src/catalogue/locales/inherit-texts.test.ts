import { appendFile, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Catalogue } from '../catalogue.ts'
import { loadCatalogue, readCatalogue } from '../load-catalogue.ts'
import { renderProblems } from '../source/problem.ts'
import { baseText, withSampleOverBase } from '../../testing/catalogues/sample-base.ts'
import { replaced } from '../../testing/catalogues/sample-catalogue.ts'

const messages = 'locales/en/messages.yaml'
const texts = 'locales/en/commands.yaml'

async function english(changes: Readonly<Record<string, string | null>>) {
  return (await load(changes)).locales.get('en')
}

function load(changes: Readonly<Record<string, string | null>>): Promise<Catalogue> {
  return withSampleOverBase(changes, loadCatalogue)
}

/** What is wrong, by place. */
function problemsIn(changes: Readonly<Record<string, string | null>>): Promise<readonly string[]> {
  return withSampleOverBase(changes, async (sources) => {
    const { problems } = await readCatalogue(sources)
    return problems.length === 0
      ? []
      : renderProblems(problems)
          .split('\n')
          .filter((line) => /^\S+:\d+:\d+: /u.test(line))
  })
}

/** A language of the sample's own commands. */
function inLanguage(language: string, says = 'ver'): Readonly<Record<string, string>> {
  const command = (name: string, effect: string) => `  things.${name}:
    title: ${says} ${name}
    summary: "${name} {id}"
${effect}    done: "${name} {id}"
    labels: { id: coisa${name === 'drop' ? ', why: motivo' : ''} }
    questions: { id: "Qual?" }
    sentences: ["${says} ${name} {id}"]
`
  const effect = '    effect: efeito\n'
  return {
    [`locales/${language}/commands.yaml`]: `menus: { things: Coisas }
entities: { thing: { title: coisa, label: "{name}", missing: "{value}" } }
commands:
${command('look', '').replace('{id}"\n    labels', '{id}, {out_name} {count}"\n    labels')}${command('drop', effect)}${command('restore', effect)}`,
  }
}

describe('what the bot says', () => {
  test('is said as the catalogue says it, and the rest as Sayso does', async () => {
    const own = await english(
      replaced(messages, 'messages:\n  hello: "Hello {name}"', 'messages:\n  hello: "Hi {name}"'),
    )
    expect(own?.messages).toEqual({ hello: 'Hi {name}', bye: 'Bye {name}' })
    expect(own?.words).toMatchObject({ yes: ['yes'], thanks: ['thanks'] })
  })

  test('has the capitals of the catalogue where it is the value of a choice, and none where texts are compared with it', async () => {
    const own = await english(replaced(messages, 'and: [and]', 'and: [and]\n  upi: [UPI, Google Pay]'))
    expect(own?.words).toMatchObject({ upi: ['UPI', 'Google Pay'] })
    const problems = await problemsIn(replaced(messages, 'and: [and]', 'and: [and]\n  thanks: [Thanks]'))
    expect(problems).toEqual([expect.stringContaining('must be a word or phrase in lower case')])
  })

  test('needs no file of one’s own', async () => {
    const own = replaced(texts, 'look at <thing> {id}', 'look at [the] thing {id}')
    const { locales } = await load({ ...own, [messages]: null, ...inLanguage('pt-BR') })
    expect(locales.get('en')).toMatchObject({ region: 'en-US', words: { yes: ['yes', 'yep'] }, skipWords: ['please'] })
    expect(locales.get('pt-BR')).toMatchObject({ region: 'pt-BR', words: { yes: ['sim'] } })
    expect(locales.get('pt-BR')?.menus).toEqual({ admin: 'Administração', things: 'Coisas' })
  })

  test('is spoken in the languages of the catalogue alone', async () => {
    expect([...(await load({})).locales.keys()]).toEqual(['en'])
  })

  test('is English in a language that Sayso does not speak, whose words are its own', async () => {
    const french = inLanguage('fr', 'voir')
    expect(await problemsIn(french)).toEqual(['locales/fr/messages.yaml:1:1: is missing'])
    const own = `region: fr-FR
words: { "yes": [oui], "no": [non], drop: ["0"], again: [encore], help: [aide], menu: [menu], back: [retour], confirm: [confirme], undo: [annule], cancel: [annule], negation: [jamais], and: [et] }
skipWords: []
rules: {}
messages: { hello: "Salut {name}" }
`
    const locale = (await load({ ...french, 'locales/fr/messages.yaml': own })).locales.get('fr')
    expect(locale?.messages).toEqual({ hello: 'Salut {name}', bye: 'Bye {name}' })
    expect(locale?.words['thanks']).toBeUndefined()
    expect(locale?.commands['admin.who']?.title).toBe('who is')
  })

  test('keeps what the code fills in', async () => {
    const own = replaced(messages, 'messages:\n  hello: "Hello {name}"', 'messages:\n  bye: "Bye {nmae}"')
    expect(await problemsIn(own)).toEqual([
      'locales/en/messages.yaml:19:8: there is no value for the placeholder {nmae} here',
    ])
  })

  test('is another version of the catalogue where a later Sayso says it otherwise', async () => {
    const versions = await withSampleOverBase({}, async (sources) => {
      const versionNow = async () => (await loadCatalogue(sources)).version
      const [first, same] = [await versionNow(), await versionNow()]
      await appendFile(path.join(sources.shippedDir ?? '', messages), '  said_later: "Said later"\n')
      return { first, same, later: await versionNow() }
    })
    expect(versions.same).toBe(versions.first)
    expect(versions.later).not.toBe(versions.first)
  })
})

describe('texts of a command that is inherited', () => {
  test('are its own, but for those that the catalogue says', async () => {
    const own = replaced(texts, 'commands:\n', 'commands:\n  admin.who: { title: Who, labels: { id: person } }\n')
    const locale = await english(own)
    expect(locale?.commands['admin.who']).toMatchObject({
      title: 'Who',
      labels: { id: 'person' },
      summary: 'who is {id}',
    })
    expect(Object.keys(locale?.entities ?? {}).toSorted()).toEqual(['thing', 'worker'])
  })

  test('are told of where they stand when something is wrong with them', async () => {
    const own = replaced(texts, 'commands:\n', 'commands:\n  admin.who: { summary: "{who}", sentences: ["who {x}"] }\n')
    expect(await problemsIn(own)).toEqual([
      'locales/en/commands.yaml:2:25: there is no value for the placeholder {who} here; known here: id',
      expect.stringMatching(/^locales\/en\/commands\.yaml:2:46: .*\{x\} is not a parameter of WHO_IS; known: id$/u),
    ])
    const broken = 'locales/en/commands.yaml'
    const found = await withSampleOverBase({}, async (sources) => {
      const file = path.join(sources.shippedDir ?? '', broken)
      await writeFile(file, (await readFile(file, 'utf8')).replace('summary: "hire {id}"', 'summary: "hire {ix}"'))
      return renderProblems((await readCatalogue(sources)).problems)
    })
    expect(found).toMatch(
      /^sayso\/locales\/en\/commands\.yaml:\d+:14: there is no value for the placeholder \{ix\} here/u,
    )
  })

  test('say what they say by Sayso’s rules, whatever the catalogue’s own are called', async () => {
    const locale = await english(
      replaced(messages, 'thing: "[the] thing"', 'thing: "[the] thing"\n  worker: "[a] horse"'),
    )
    expect(locale?.commands['admin.who']?.sentences).toEqual(['who is [<worker_of_sayso>] {id}'])
    expect(locale?.rules).toEqual({ thing: '[the] thing', worker: '[a] horse', worker_of_sayso: '[the] worker' })
  })

  test('call things as the catalogue calls those that its commands change', async () => {
    const laid = {
      [messages]: baseText(messages).replace('rules:', 'rules:\n  thing_here: "order[s]"\n  other_thing_here: note'),
      [texts]: baseText(texts).replace(
        '"who is [<worker>] {id}"',
        '"who has <thing_here> {id}", "who is on <other_thing_here> {id}"',
      ),
    }
    const ruleOf = async (title: string) => {
      const own = replaced(texts, 'thing: { title: thing', `thing: { title: "${title}"`)
      const { locales } = await withSampleOverBase(own, loadCatalogue, laid)
      return Object.entries(locales.get('en')?.rules ?? {}).filter(([name]) => name.includes('_here'))
    }
    expect(await ruleOf('rental')).toEqual([
      ['thing_here_of_sayso', '(rental[s])'],
      ['other_thing_here_of_sayso', '(rental[s])'],
    ])
    expect(await ruleOf('Rental (open)')).toEqual([
      ['thing_here_of_sayso', '(Rental \\(open\\)[s])'],
      ['other_thing_here_of_sayso', '(Rental \\(open\\)[s])'],
    ])
  })

  test('have no rules for the sentences of the catalogue', async () => {
    const own = replaced(texts, 'look at <thing> {id}', 'look at <worker> {id}')
    expect(await problemsIn(own)).toEqual([expect.stringContaining('there is no rule <worker>')])
  })

  test('show no example that names a role which is only Sayso’s', async () => {
    const laid = {
      [messages]: baseText(messages).replace('words:', 'words:\n  clerk: ["(shop|store) assistant"]'),
      [texts]: baseText(texts).replace(
        'labels:',
        'examples: ["let in a Clerk", "let in a store assistant", "let 204 in"]\n    labels:',
      ),
    }
    const examples = async (roles: string) => {
      const own = await withSampleOverBase({ 'commands/_roles.yaml': roles }, loadCatalogue, laid)
      return own.locales.get('en')?.commands['admin.who']?.examples
    }
    expect(await examples('keeper: ["*"]\n')).toEqual(['let 204 in'])
    expect(await examples('clerk: ["*"]\n')).toEqual(['let in a Clerk', 'let in a store assistant', 'let 204 in'])
  })

  test('have no example that names a language which is not spoken', async () => {
    const laid = {
      [messages]: baseText(messages).replace('words:', 'words:\n  pt-BR: [portuguese]'),
      [texts]: baseText(texts).replace('labels:', 'examples: ["ask 204 in Portuguese", "ask 204"]\n    labels:'),
    }
    const examples = async (changes: Readonly<Record<string, string>>) => {
      const own = await withSampleOverBase(changes, loadCatalogue, laid)
      return own.locales.get('en')?.commands['admin.who']?.examples
    }
    expect(await examples({})).toEqual(['ask 204'])
    expect(await examples(inLanguage('pt-BR'))).toEqual(['ask 204 in Portuguese', 'ask 204'])
  })

  test('are those of commands that are inherited alone, and of what these are about', async () => {
    // Sayso has a menu and a thing of that name too.
    const own = await english(replaced(texts, 'title: thing, label', 'title: thingy, label'))
    expect(own?.entities['thing']).toEqual({ title: 'thingy', label: '{name}', missing: 'No {value}' })
    const bare = replaced(
      texts,
      'entities:\n  thing: { title: thing, label: "{name}", missing: "No {value}" }\nmenus: { things: Things }\n',
      'entities: {}\nmenus: {}\n',
    )
    expect(await problemsIn(bare)).toEqual([
      'locales/en/commands.yaml:25:1: texts for "thing" are missing; it needs title, label and missing',
      'locales/en/commands.yaml:26:1: texts for "things" are missing',
    ])
  })
})
