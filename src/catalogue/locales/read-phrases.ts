import { errorCodeOf } from '../../errors.ts'
import type { MessagesFileShape } from '../shapes/locale-shapes.ts'
import { phrasesOf, thingSlot } from './phrases-of.ts'
import type { Report } from '../source/problem.ts'
import type { YamlPath, YamlSource } from '../source/yaml-source.ts'

/** The phrases of each entry of a list, in the order of the file. */
export type EntryPhrases = readonly (readonly string[])[]

/** The lists of a `messages.yaml` with all that their entries say. */
export type ReadPhrases = { readonly words: Readonly<Record<string, EntryPhrases>>; readonly skipWords: EntryPhrases }

/** Writes out `words` and `skipWords`; an entry that is broken is reported and says nothing. */
export function readPhrases(
  source: YamlSource,
  { words, skipWords }: Pick<MessagesFileShape, 'words' | 'skipWords'>,
  report: Report,
): ReadPhrases {
  const lists = Object.entries(words).map(([name, list]) => [name, writtenOut(['words', name], list)] as const)
  return { words: Object.fromEntries(lists), skipWords: writtenOut(['skipWords'], skipWords) }

  function writtenOut(path: YamlPath, list: readonly string[]): EntryPhrases {
    return list.map((entry, index) => {
      try {
        return phrasesOf(entry)
      } catch (error) {
        if (errorCodeOf(error) !== 'catalogue_invalid' || !(error instanceof Error)) throw error
        report(source.problemAt([...path, index], `${error.message}; a mark that is said itself stands behind "\\"`))
        return []
      }
    })
  }
}

/** All that a list says, each phrase once; `titles` stand in place of `{thing}`. */
export function listedPhrases(list: EntryPhrases, titles: readonly string[]): string[] {
  const phrases = list.flat().flatMap((phrase) => {
    if (!phrase.includes(thingSlot)) return [phrase]
    return titles.map((title) => phrase.replaceAll(thingSlot, () => title.toLowerCase()))
  })
  return [...new Set(phrases)]
}
