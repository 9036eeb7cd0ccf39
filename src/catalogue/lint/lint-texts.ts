import type { Catalogue } from '../catalogue.ts'
import type { ReadLocale } from '../locales/check-locale.ts'
import { nameOfLanguage } from '../locales/main-language.ts'
import { isInherited } from '../source/layered-source.ts'
import { didYouMean } from '../did-you-mean.ts'
import { messagePlaceholders } from '../locales/message-placeholders.ts'
import type { Report } from '../source/problem.ts'
import { entriesOf, memberOf } from '../source/yaml-map.ts'
import type { YamlPath, YamlSource } from '../source/yaml-source.ts'

const commandTexts = ['summary', 'effect', 'done', 'row', 'unmet', 'instead', 'phrase'] as const

/**
 * Reports texts that do not say in one language what they say in the others: a placeholder that is left out, and a text of a command
 * that only some have, and messages that Sayso never says. The main language is what the others are held against, unless all of them agree against it. That nothing is missing or
 * unknown the catalogue asks whenever it is loaded.
 */
export function lintTexts(
  { locales, catalogue }: { readonly locales: readonly ReadLocale[]; readonly catalogue: Pick<Catalogue, 'language'> },
  report: Report,
): void {
  const main = locales.find(({ language }) => language === catalogue.language)
  if (main === undefined) return
  lintUnsaid(main, report)
  const who = nameOfLanguage(main.language)
  const others = locales.filter((locale) => locale !== main)
  for (const key of Object.keys(main.messages.file.messages)) {
    const said = ({ messages: { source, file } }: ReadLocale): Said[] => {
      const text = file.messages[key]
      return text === undefined ? [] : [{ source, path: ['messages', key], text }]
    }
    compare(said(main), others.flatMap(said), who, report)
  }
  for (const [path, texts] of Object.entries(main.texts.file.commands)) {
    for (const key of commandTexts) {
      const said = ({ texts: { source, file } }: ReadLocale): Said[] => {
        const text = file.commands[path]?.[key]
        return text === undefined ? [] : [{ source, path: ['commands', path, key], text }]
      }
      compare(said(main), others.flatMap(said), who, report)
      for (const other of others) comparePresence(texts, other, { path, key, who }, report)
    }
  }
}

/** Reports messages that Sayso never says; what another language has besides is asked whenever the catalogue is loaded. */
function lintUnsaid({ messages: { source, file } }: ReadLocale, report: Report): void {
  if (source.layers === undefined) return
  const said = Object.keys(entriesOf(memberOf(source.layers.base.value, 'messages')))
  for (const key of Object.keys(file.messages)) {
    if (said.includes(key)) continue
    const message = `Sayso has no message "${key}"${didYouMean(key, said)}`
    report(source.problemAt(['messages', key], message, 'key'))
  }
}

function comparePresence(
  main: ReadLocale['texts']['file']['commands'][string],
  { texts: { source, file } }: ReadLocale,
  { path, key, who }: { readonly path: string; readonly key: (typeof commandTexts)[number]; readonly who: string },
  report: Report,
): void {
  const own = file.commands[path]
  if (own === undefined || (own[key] === undefined) === (main[key] === undefined)) return
  const where = `${who} ${own[key] === undefined ? 'has' : 'does not have'} it`
  report(source.problemAt(['commands', path, key], `"${key}" is not in all languages: ${where}`, 'key'))
}

/** A text, and where it is said. */
type Said = { readonly source: YamlSource; readonly path: YamlPath; readonly text: string }

const sayso = whoAlone('Sayso')
const theOthers: Who = { who: 'all other languages', have: 'have', lack: 'no other language has' }

/** Who says what the others are held against. */
type Who = { readonly who: string; readonly have: string; readonly lack: string }

function whoAlone(who: string): Who {
  return { who, have: 'has', lack: `${who} does not have` }
}

/** @param who what the main language is called */
function compare([main]: readonly Said[], all: readonly Said[], who: string, report: Report): void {
  if (main === undefined) return
  const others = all.filter(isOwn)
  const shipped = all.find((said) => !isOwn(said))
  // What Sayso says in one language is right, and one's own words for it in another are mended.
  if (shipped !== undefined && isOwn(main)) {
    const [own, wanted] = [namesIn(main), namesIn(shipped)]
    if (own !== null && wanted !== null) tell({ said: main, own, wanted, by: sayso }, report)
  }
  compareOwn(main, isOwn(main) ? others : all, who, report)
}

function isOwn({ source, path }: Said): boolean {
  return !isInherited(source, path)
}

function compareOwn(main: Said, others: readonly Said[], who: string, report: Report): void {
  const theirs = namesIn(main)
  const all = others.map((said) => ({ said, names: namesIn(said) }))
  if (theirs === null || all.some(({ names }) => names === null)) return
  const sets = all.map(({ said, names }) => ({ said, names: names ?? new Set<string>() }))
  const [first] = sets
  // Several that say the same are right, and the odd one is mended.
  if (first !== undefined && sets.length > 1 && sets.every(({ names }) => isSame(names, first.names))) {
    tell({ said: main, own: theirs, wanted: first.names, by: theOthers }, report)
    return
  }
  for (const { said, names } of sets) tell({ said, own: names, wanted: theirs, by: whoAlone(who) }, report)
}

function tell(
  {
    said: { source, path },
    own,
    wanted,
    by: { who, have, lack },
  }: {
    readonly said: Said
    readonly own: ReadonlySet<string>
    readonly wanted: ReadonlySet<string>
    /** Who says `wanted`. */
    readonly by: Who
  },
  report: Report,
): void {
  const missing = [...wanted].filter((name) => !own.has(name))
  const extra = [...own].filter((name) => !wanted.has(name))
  const [only, instead] = [extra[0], missing[0]]
  if (extra.length === 1 && missing.length === 1) {
    report(source.problemAt(path, `has {${only}} where ${who} ${have} {${instead}}`))
    return
  }
  for (const name of missing) report(source.problemAt(path, `does not have {${name}}, which ${who} ${have}`))
  for (const name of extra) report(source.problemAt(path, `has {${name}}, which ${lack}`))
}

function namesIn({ text }: Said): ReadonlySet<string> | null {
  const found = messagePlaceholders(text)
  return found.kind === 'broken' ? null : found.names
}

function isSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((name) => other.has(name))
}
