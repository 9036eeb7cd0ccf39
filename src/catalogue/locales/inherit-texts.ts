/**
 * What Sayso says and understands in a language, as far as a catalogue of one's own has use for it: all that the bot itself says, and the
 * texts of the commands that are inherited. In a language that Sayso does not speak, it says that in the catalogue's main language, or in
 * English.
 */
import { phrasesOf } from './phrases-of.ts'
import { nameInSayso, rulesOf, withRulesOfSayso } from './rule-names.ts'
import { entriesOf, memberOf, textOf, type YamlMap } from '../source/yaml-map.ts'
import type { YamlSource } from '../source/yaml-source.ts'

/** What is inherited: commands by their paths, and the things that they are about. */
export type InheritedNames = {
  readonly commands: ReadonlySet<string>
  readonly entities: ReadonlySet<string>
  /** What the catalogue's own commands change: the things of which there is a history. */
  readonly changed: ReadonlySet<string>
  /** Roles and languages of Sayso that there are not: an example that names one would not be understood. */
  readonly lost: readonly string[]
}

/** The two files of a language as Sayso has them; `null` where there is no such file. */
export type ShippedLocale = { readonly messages: YamlSource; readonly texts: YamlSource }

/**
 * What stands under the files of a language.
 * @param languages that one, and those that stand in for it where Sayso does not speak it
 * @param own what the catalogue itself says in it
 */
export function inheritTexts(
  [language = '', ...others]: readonly string[],
  shippedIn: (language: string) => ShippedLocale | null,
  names: InheritedNames,
  own: unknown,
): ShippedLocale | null {
  const spoken = shippedIn(language)
  const shipped = spoken ?? others.map(shippedIn).find((each) => each !== null)
  if (shipped === undefined) return null
  const { messages, texts } = shipped
  const called = (name: string) => listOf(memberOf(messages.value, 'words'), name).flatMap(phrasesOf)
  const lost = names.lost.flatMap((name) => [name, ...called(name)])
  const commands = entriesOf(memberOf(texts.value, 'commands'), (name) => names.commands.has(name))
  const rules = namedRules(
    Object.values(commands).flatMap((each) => listOf(each, 'sentences')),
    withThings(memberOf(messages.value, 'rules'), titlesOf(own, names.changed)),
  )
  const said = entriesOf(messages.value, (key) => key !== 'rules' && (spoken !== null || key === 'messages'))
  return {
    messages: { ...messages, value: { ...said, rules } },
    texts: {
      ...texts,
      value: {
        menus: entriesOf(memberOf(texts.value, 'menus'), (name) => isMenuOf(name, names.commands)),
        commands: Object.fromEntries(Object.entries(commands).map(([name, each]) => [name, inherited(each, lost)])),
        entities: entriesOf(memberOf(texts.value, 'entities'), (name) => names.entities.has(name)),
      },
    },
  }
}

/** What things are called, in sentences that speak of any: in Sayso's own catalogue they are orders and notes. */
const thingRules = ['thing_here', 'other_thing_here'] as const
/** What in a template is more than itself. */
const marks = /[\\[\](){}<>|;]/gu

function withThings(rules: unknown, titles: readonly string[]): unknown {
  if (titles.length === 0) return rules
  const called = `(${titles.map((title) => `${title.replaceAll(marks, String.raw`\$&`)}[s]`).join('|')})`
  const said = thingRules.map((name) => [name, called] as const)
  return { ...entriesOf(rules, () => true), ...Object.fromEntries(said) }
}

function titlesOf(own: unknown, things: ReadonlySet<string>): readonly string[] {
  const entities = memberOf(own, 'entities')
  const titles = [...things].map((name) => textOf(memberOf(entities, name), 'title').trim())
  return [...new Set(titles)].filter((title) => title !== '')
}

function isMenuOf(name: string, commands: ReadonlySet<string>): boolean {
  return [...commands].some((path) => path.startsWith(`${name}.`))
}

function listOf(value: unknown, name: string): readonly string[] {
  const list = memberOf(value, name)
  return Array.isArray(list) ? list.map(String) : []
}

/** The rules that sentences use, and those that these use, under names that no rule of the catalogue's own takes from them. */
function namedRules(sentences: readonly string[], rules: unknown): YamlMap {
  const used = rulesOf(sentences, (name) => textOf(rules, name))
  const found = Object.entries(entriesOf(rules, (name) => used.has(name)))
  return Object.fromEntries(found.map(([name, text]) => [nameInSayso(name), withRulesOfSayso(String(text))]))
}

function inherited(command: unknown, lost: readonly string[]): YamlMap {
  const examples = listOf(command, 'examples').filter((example) => !lost.some((word) => holdsWord(example, word)))
  return {
    ...entriesOf(command, (key) => key !== 'examples'),
    sentences: listOf(command, 'sentences').map(withRulesOfSayso),
    ...(examples.length === 0 ? {} : { examples }),
  }
}

function holdsWord(text: string, word: string): boolean {
  return ` ${text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, ' ')} `.includes(` ${word} `)
}
