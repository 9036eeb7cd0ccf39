import type { ReadLocale } from './locales/check-locale.ts'
import type { Report } from './source/problem.ts'
import { memberOf } from './source/yaml-map.ts'

const hasCapital = /\p{Lu}/u

/**
 * Lists of Sayso's own, with which texts are compared, are in lower case; what the values of a catalogue's choices are called is shown as it
 * is written: "UPI".
 */
export function checkCase(
  { messages: { source, file } }: Pick<ReadLocale, 'messages'>,
  main: Pick<ReadLocale, 'messages'>,
  report: Report,
): void {
  const shipped = main.messages.source.layers?.base.value
  const isOfSayso = (name: string) => shipped === undefined || memberOf(memberOf(shipped, 'words'), name) !== undefined
  for (const [name, list] of Object.entries(file.words)) {
    if (!isOfSayso(name)) continue
    for (const [index, entry] of list.entries())
      if (hasCapital.test(entry))
        report(source.problemAt(['words', name, index], 'must be a word or phrase in lower case'))
  }
}
