import type { Catalogue } from '../catalogue/catalogue.ts'
import { localeFor } from '../catalogue/locale-for.ts'

/**
 * Whisper reads the last 224 tokens of a prompt. A token is two characters and a half or more in the languages that Sayso
 * speaks, so that so many characters always fit.
 */
const maxLength = 560

/**
 * Words that are likely in a note, for an engine that takes such a hint: what people say to confirm, things, and commands as
 * they are called, in the person's language. When not all fit, the commands come first as menus show them.
 */
export function vocabularyOf(catalogue: Catalogue, language: string): string {
  const locale = localeFor(catalogue, language)
  const entities = Object.values(locale.entities).map(({ title }) => title)
  const control = ['confirm', 'drop', 'undo', 'help', 'menu'].flatMap((key) => locale.words[key]?.[0] ?? [])
  const commands = [...catalogue.commands.values()].flatMap(
    ({ path }) => locale.commands[path]?.examples?.[0] ?? locale.commands[path]?.title ?? [],
  )
  let said = ''
  for (const each of new Set([...entities, ...control, ...commands])) {
    const longer = said === '' ? each : `${said}. ${each}`
    if (longer.length + 1 <= maxLength) said = longer
  }
  return said === '' ? '' : `${said}.`
}
