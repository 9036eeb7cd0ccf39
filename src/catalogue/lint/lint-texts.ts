import type { ReadLocale } from '../locales/check-locale.ts'
import { isInherited } from '../source/layered-source.ts'
import { messagePlaceholders } from '../locales/message-placeholders.ts'
import type { Report } from '../source/problem.ts'
import type { YamlPath, YamlSource } from '../source/yaml-source.ts'

const commandTexts = ['summary', 'effect', 'done', 'row', 'unmet', 'instead', 'phrase'] as const

/**
 * Reports texts that do not say in one language what they say in the others: a placeholder that is left out, and a text of a command
 * that only some have. English is what the others are held against, unless all of them agree against it. That nothing is missing or
 * unknown the catalogue asks whenever it is loaded.
 */
export function lintTexts(locales: readonly ReadLocale[], report: Report): void {
  const english = locales.find(({ language }) => language === 'en')
  if (english === undefined) return
  const others = locales.filter((locale) => locale !== english)
  for (const key of Object.keys(english.messages.file.messages)) {
    const said = ({ messages: { source, file } }: ReadLocale): Said[] => {
      const text = file.messages[key]
      return text === undefined ? [] : [{ source, path: ['messages', key], text }]
    }
    compare(said(english), others.flatMap(said), report)
  }
  for (const [path, texts] of Object.entries(english.texts.file.commands)) {
    for (const key of commandTexts) {
      const said = ({ texts: { source, file } }: ReadLocale): Said[] => {
        const text = file.commands[path]?.[key]
        return text === undefined ? [] : [{ source, path: ['commands', path, key], text }]
      }
      compare(said(english), others.flatMap(said), report)
      for (const other of others) comparePresence(texts, other, { path, key }, report)
    }
  }
}

function comparePresence(
  english: ReadLocale['texts']['file']['commands'][string],
  { texts: { source, file } }: ReadLocale,
  { path, key }: { readonly path: string; readonly key: (typeof commandTexts)[number] },
  report: Report,
): void {
  const own = file.commands[path]
  if (own === undefined || (own[key] === undefined) === (english[key] === undefined)) return
  const where = own[key] === undefined ? 'English has it' : 'English does not have it'
  report(source.problemAt(['commands', path, key], `"${key}" is not in all languages: ${where}`, 'key'))
}

/** A text, and where it is said. */
type Said = { readonly source: YamlSource; readonly path: YamlPath; readonly text: string }

const inEnglish = { who: 'English', have: 'has', lack: 'English does not have' } as const
const sayso = { who: 'Sayso', have: 'has', lack: 'Sayso does not have' } as const
const theOthers = { who: 'all other languages', have: 'have', lack: 'no other language has' } as const

function compare([english]: readonly Said[], all: readonly Said[], report: Report): void {
  if (english === undefined) return
  const others = all.filter(isOwn)
  const shipped = all.find((said) => !isOwn(said))
  // What Sayso says in one language is right, and one's own words for it in another are mended.
  if (shipped !== undefined && isOwn(english)) {
    const [own, wanted] = [namesIn(english), namesIn(shipped)]
    if (own !== null && wanted !== null) tell({ said: english, own, wanted, by: sayso }, report)
  }
  compareOwn(english, isOwn(english) ? others : all, report)
}

function isOwn({ source, path }: Said): boolean {
  return !isInherited(source, path)
}

function compareOwn(english: Said, others: readonly Said[], report: Report): void {
  const theirs = namesIn(english)
  const all = others.map((said) => ({ said, names: namesIn(said) }))
  if (theirs === null || all.some(({ names }) => names === null)) return
  const sets = all.map(({ said, names }) => ({ said, names: names ?? new Set<string>() }))
  const [first] = sets
  // Several that say the same are right, and the odd one is mended.
  if (first !== undefined && sets.length > 1 && sets.every(({ names }) => isSame(names, first.names))) {
    tell({ said: english, own: theirs, wanted: first.names, by: theOthers }, report)
    return
  }
  for (const { said, names } of sets) tell({ said, own: names, wanted: theirs, by: inEnglish }, report)
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
    readonly by: typeof inEnglish | typeof sayso | typeof theOthers
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
