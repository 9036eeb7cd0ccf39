import type { ReadLocale } from './check-locale.ts'
import { messagePlaceholders } from './message-placeholders.ts'
import type { Report } from './problem.ts'
import type { YamlPath, YamlSource } from './yaml-source.ts'

const commandTexts = ['summary', 'effect', 'done', 'row', 'unmet', 'phrase'] as const

/**
 * Reports texts that do not say what English says: a placeholder that is left out, and a text of a command that only one of
 * the two has. That nothing is missing or unknown the catalogue asks whenever it is loaded.
 */
export function lintTexts(locales: readonly ReadLocale[], report: Report): void {
  const english = locales.find(({ language }) => language === 'en')
  if (english === undefined) return
  for (const locale of locales) {
    if (locale !== english) lintLocale(locale, english, report)
  }
}

function lintLocale({ messages, texts }: ReadLocale, english: ReadLocale, report: Report): void {
  for (const [key, text] of Object.entries(messages.file.messages)) {
    compare(
      { source: messages.source, path: ['messages', key], text, english: english.messages.file.messages[key] },
      report,
    )
  }
  for (const [path, own] of Object.entries(texts.file.commands)) {
    const theirs = english.texts.file.commands[path]
    for (const key of commandTexts) {
      const at = ['commands', path, key]
      const [text, original] = [own[key], theirs?.[key]]
      if (text !== undefined) compare({ source: texts.source, path: at, text, english: original }, report)
      if (theirs !== undefined && (text === undefined) !== (original === undefined)) {
        const where = text === undefined ? 'English has it' : 'English does not have it'
        report(texts.source.problemAt(at, `"${key}" is not in all languages: ${where}`, 'key'))
      }
    }
  }
}

function compare(
  { source, path, text, english }: { source: YamlSource; path: YamlPath; text: string; english: string | undefined },
  report: Report,
): void {
  const [own, theirs] = [messagePlaceholders(text), messagePlaceholders(english ?? text)]
  if (own.kind === 'broken' || theirs.kind === 'broken') return
  for (const name of theirs.names) {
    if (!own.names.has(name)) report(source.problemAt(path, `does not say {${name}}, which English says`))
  }
  for (const name of own.names) {
    if (!theirs.names.has(name)) report(source.problemAt(path, `says {${name}}, which English does not say`))
  }
}
