/**
 * What Sayso says and understands in a language, as far as a catalogue of one's own has use for it: all that the bot itself says, and the
 * texts of the commands that are inherited. In a language that Sayso does not speak, it says in English what it says.
 */
import { entriesOf, memberOf, type YamlMap } from './yaml-map.ts'
import type { YamlSource } from './yaml-source.ts'

/** What is inherited: commands by their paths, and the things that they are about. */
export type InheritedNames = { readonly commands: ReadonlySet<string>; readonly entities: ReadonlySet<string> }

/** The two files of a language as Sayso has them; `null` where there is no such file. */
export type ShippedLocale = { readonly messages: YamlSource; readonly texts: YamlSource }

/** What stands under the files of a language. */
export function inheritTexts(
  language: string,
  shippedIn: (language: string) => ShippedLocale | null,
  names: InheritedNames,
): ShippedLocale | null {
  const spoken = shippedIn(language)
  const shipped = spoken ?? shippedIn('en')
  if (shipped === null) return null
  const { messages, texts } = shipped
  const commands = entriesOf(memberOf(texts.value, 'commands'), (name) => names.commands.has(name))
  const rules = rulesOf(Object.values(commands).flatMap(sentencesOf), memberOf(messages.value, 'rules'))
  const said = entriesOf(messages.value, (key) => key !== 'rules' && (spoken !== null || key === 'messages'))
  return {
    messages: { ...messages, value: { ...said, rules } },
    texts: {
      ...texts,
      value: {
        menus: entriesOf(memberOf(texts.value, 'menus'), (name) => isMenuOf(name, names.commands)),
        commands: Object.fromEntries(Object.entries(commands).map(([name, each]) => [name, withOwnRules(each)])),
        entities: entriesOf(memberOf(texts.value, 'entities'), (name) => names.entities.has(name)),
      },
    },
  }
}

function isMenuOf(name: string, commands: ReadonlySet<string>): boolean {
  return [...commands].some((path) => path.startsWith(`${name}.`))
}

function sentencesOf(command: unknown): readonly string[] {
  const sentences = memberOf(command, 'sentences')
  return Array.isArray(sentences) ? sentences.map(String) : []
}

/** The rules that sentences use, and those that these use, under names that no rule of the catalogue's own takes from them. */
function rulesOf(sentences: readonly string[], rules: unknown): YamlMap {
  const used = new Set<string>()
  const open = sentences.flatMap(rulesIn)
  for (const name of open) {
    if (used.has(name)) continue
    used.add(name)
    open.push(...rulesIn(String(memberOf(rules, name))))
  }
  const found = Object.entries(entriesOf(rules, (name) => used.has(name)))
  return Object.fromEntries(found.map(([name, text]) => [nameInSayso(name), renamed(String(text))]))
}

function withOwnRules(command: unknown): YamlMap {
  return { ...entriesOf(command), sentences: sentencesOf(command).map(renamed) }
}

/** A character behind a backslash is itself, and `<order>` a rule. */
const piece = /\\.|<(\w+)>/gsu

function rulesIn(template: string): readonly string[] {
  return Array.from(template.matchAll(piece)).flatMap(([, name]) => name ?? [])
}

function renamed(template: string): string {
  return template.replaceAll(piece, (all: string, name?: string) =>
    name === undefined ? all : `<${nameInSayso(name)}>`,
  )
}

function nameInSayso(rule: string): string {
  return `${rule}_of_sayso`
}
