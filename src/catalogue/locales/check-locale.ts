import type { Command, Entity } from '../catalogue.ts'
import { checkCase } from '../check-case.ts'
import { checkCommandTexts } from './check-command-texts.ts'
import { parseRules } from './check-sentences.ts'
import { anyName, checkKeys, checkText } from './check-text.ts'
import { nearestName } from '../did-you-mean.ts'
import type { CommandTextsFileShape, MessagesFileShape } from '../shapes/locale-shapes.ts'
import { isInherited } from '../source/layered-source.ts'
import { nameOfLanguage } from './main-language.ts'
import { messagePlaceholders } from './message-placeholders.ts'
import { textsOf } from './missing-texts.ts'
import type { Report } from '../source/problem.ts'
import type { ReadPhrases } from './read-phrases.ts'
import { memberOf } from '../source/yaml-map.ts'
import type { YamlSource } from '../source/yaml-source.ts'

/** The two files of one language, checked against their shapes. */
export type ReadLocale = {
  readonly language: string
  readonly messages: { readonly source: YamlSource; readonly file: MessagesFileShape }
  /** What the lists of `messages` say. */
  readonly phrases: ReadPhrases
  readonly texts: { readonly source: YamlSource; readonly file: CommandTextsFileShape }
}

type Spoken = {
  readonly commands: readonly Command[]
  /** The file of each command, by its token. */
  readonly files: ReadonlyMap<string, YamlSource>
  readonly entities: ReadonlyMap<string, Entity>
  /** Every command file there is, read or not. */
  readonly paths: readonly string[]
  /** False when a file could not be read: what it would have declared is then not called unknown. */
  readonly complete: boolean
}

/**
 * Reports what a locale says in vain, does not say, or says with placeholders that nobody fills in.
 * @param main the main language of the catalogue
 */
export function checkLocale(locale: ReadLocale, main: ReadLocale, spoken: Spoken, report: Report): void {
  checkMessages(locale, main, spoken, report)
  checkCase(locale, main, report)
  const rules = parseRules(locale.messages.source, locale.messages.file.rules, report)
  const entities = spoken.complete ? spoken.entities : null
  checkReservedWords(locale, spoken, report)
  const { source, file } = locale.texts
  const commands = { has: Object.keys(file.commands), wants: spoken.paths, what: 'command' }
  const needed = new Map(spoken.commands.map((command) => [command.path, `; it needs ${textsOf(command)}`]))
  checkKeys({ source, path: ['commands'], ...commands, needs: (name) => needed.get(name) ?? '' }, report)
  checkKeys(
    { source, path: ['menus'], has: Object.keys(file.menus), wants: foldersOf(spoken.paths), what: 'menu' },
    report,
  )
  if (spoken.complete) {
    const wants = [...spoken.entities.keys()]
    const things = { has: Object.keys(file.entities), wants, what: 'entity' }
    checkKeys({ source, path: ['entities'], ...things, needs: () => '; it needs title, label and missing' }, report)
  }
  for (const [name, { label, named, missing }] of Object.entries(file.entities)) {
    checkText({ source, path: ['entities', name, 'label'], text: label, known: anyName }, report)
    if (named !== undefined)
      checkText({ source, path: ['entities', name, 'named'], text: named, known: anyName }, report)
    checkText({ source, path: ['entities', name, 'missing'], text: missing, known: (each) => each === 'value' }, report)
  }
  for (const command of spoken.commands) {
    const texts = file.commands[command.path]
    if (texts !== undefined) checkCommandTexts({ source, command, texts, rules, entities }, report)
  }
}

function checkMessages(
  { language, messages: { source, file } }: ReadLocale,
  main: ReadLocale,
  { commands, complete }: Spoken,
  report: Report,
): void {
  const choices = choicesOf(commands)
  if (!isLanguageTag(file.region))
    report(source.problemAt(['region'], `"${file.region}" is not a language tag such as en-US`))
  const wanted = main.messages.file
  if (language !== main.language) {
    for (const part of ['messages', 'words'] as const) {
      const isOwn = (of: YamlSource) => (name: string) => !isInherited(of, [part, name])
      const said = Object.keys(file[part]).filter(isOwn(source))
      // What Sayso says in one language it says in its other ones too; a language of one's own need not have all its words.
      const wanting = Object.keys(wanted[part])
        .filter(isOwn(main.messages.source))
        .filter((name) => said.includes(name) || !Object.hasOwn(file[part], name))
      // A language may call the values of choices what it likes; in the main one most are their own names.
      const isChoice = (name: string): boolean =>
        // Any may be one of a command that could not be read, unless it is near a word that is missing.
        choices.includes(name) || (!complete && nearestName(name, wanting) === null)
      const own = (name: string): boolean => part === 'words' && !wanting.includes(name) && isChoice(name)
      const has = said.filter((name) => !own(name))
      const known = has.filter((name) => Object.hasOwn(wanted[part], name))
      const wants = [...new Set([...wanting, ...known])]
      checkKeys(
        { source, path: [part], has, wants, what: `${part.slice(0, -1)} in ${nameOfLanguage(main.language)}` },
        report,
      )
    }
  }
  for (const [key, text] of Object.entries(file.messages)) {
    const original = messagePlaceholders(shippedText(main, key) ?? wanted.messages[key] ?? text)
    const known = (name: string): boolean => original.kind === 'broken' || original.names.has(name)
    checkText({ source, path: ['messages', key], text, known }, report)
  }
}

/** What Sayso itself says there; the code fills in what that names. */
function shippedText({ messages: { source } }: ReadLocale, key: string): string | null {
  const text = memberOf(memberOf(source.layers?.base.value, 'messages'), key)
  return typeof text === 'string' ? text : null
}

/** Every folder that holds a command, itself or below: each is a menu and has a title. */
function foldersOf(paths: readonly string[]): readonly string[] {
  const folders = paths.flatMap((path) =>
    path
      .split('.')
      .slice(0, -1)
      .map((_name, index, names) => names.slice(0, index + 1).join('.')),
  )
  return [...new Set(folders)]
}

/** Every value that an argument of any command may be chosen from. */
function choicesOf(commands: readonly Command[]): readonly string[] {
  return commands.flatMap(({ parameters }) =>
    parameters.flatMap(({ schema }) => (Array.isArray(schema['enum']) ? schema['enum'].map(String) : [])),
  )
}

/** A token that is also a control word could never be said; "forget Eva" calls off what is about Eva, and else asks for the command. */
function checkReservedWords(
  { language, messages: { source }, phrases }: ReadLocale,
  { files }: Spoken,
  report: Report,
): void {
  const tokens = new Map(files.keys().map((token) => [token.toLowerCase(), token]))
  for (const [meaning, entries] of Object.entries(phrases.words)) {
    if (meaning === 'forgetting') continue
    for (const [index, entry] of entries.entries()) {
      const word = entry.find((phrase) => tokens.has(phrase.toLowerCase()))
      const token = word === undefined ? undefined : tokens.get(word.toLowerCase())
      if (word === undefined || token === undefined) continue
      const path = ['words', meaning, index]
      // Nobody mends the words of Sayso.
      const own = isInherited(source, path) ? files.get(token) : undefined
      report(
        own?.problemAt(['token'], `is a word of Sayso in ${language} ("${word}", of ${meaning}); choose another`) ??
          source.problemAt(path, `"${word}" is the token of a command`),
      )
    }
  }
}

/** Whether Intl knows the form of a BCP 47 tag. */
export function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}
