/**
 * "ya cancelé el 204" tells of something and asks for nothing, though without its accent the verb would ask: "cancele el 204". Whoever
 * writes the accent means it; whoever leaves one out may mean either.
 */
import type { Catalogue, Locale } from '../../catalogue/catalogue.ts'
import { foldText } from '../text/fold-text.ts'
import type { CommandReader } from './read-commands.ts'
import type { Wish } from '../wish.ts'
import { literalsOf, type Vocabulary } from '../words/vocabulary.ts'

/** A word whose last letter has the accent of what is over. */
const told = /\p{L}+[éó](?!\p{L})/giu

/** Reads what `commands` reads, but no change that is only told of: by a word that none of its own sentences has. */
export function refuseTold(
  commands: CommandReader,
  catalogue: Pick<Catalogue, 'commands'>,
  { locale, vocabulary }: { readonly locale: Locale; readonly vocabulary: Vocabulary },
): CommandReader {
  // "Devolvé" asks where people say vos, and stands in a rule.
  const shared = Object.values(locale.rules).flatMap(wordsOf)
  const wordsAfter = createWordsAfter(locale)
  const own = new Map<string, readonly string[]>()
  return {
    readTokens: commands.readTokens,
    read: (text, when) => {
      const reading = commands.read(text, when)
      if (reading === null || !('wishes' in reading)) return reading
      const words = [...wordsTold(text), ...wordsAfter(text)].filter((word) => vocabulary.asks(foldText(word).text))
      if (words.length === 0) return reading
      // Where only one of them can be meant, each has to say it by itself.
      const free = reading.kind === 'wishes' ? reading.wishes.flatMap(freeWords) : []
      return reading.wishes.some((wish) => isTold(wish, words, free)) ? null : reading
    },
  }

  /** What it, or what is asked for with it, says in the text of a note it may say as it likes. */
  function isTold(wish: Wish, words: readonly string[], others: readonly string[]): boolean {
    const { command: token } = wish
    const command = catalogue.commands.get(token)
    if (command === undefined || command.safety === 'read') return false
    const known = own.get(token) ?? [...shared, ...(locale.commands[command.path]?.sentences ?? []).flatMap(ownWords)]
    own.set(token, known)
    const free = [...freeWords(wish), ...others]
    return words.some((word) => !known.includes(word) && !free.includes(word))
  }

  /** A sentence that itself says "ya revisé" is asked for by it, with the accent or without. */
  function ownWords(template: string): readonly string[] {
    return [...wordsOf(template), ...literalsOf(template).flatMap(wordsAfter)]
  }
}

/** What lacks its accent perhaps, and stands behind a word that tells: "ya cancele". */
function createWordsAfter(locale: Locale): (text: string) => readonly string[] {
  const tells = (locale.words['told_after'] ?? []).map((each) => foldText(each).text.split(' '))
  return (text) => {
    const words = foldText(text).text.split(' ')
    const isBehind = (n: number) => tells.some((each) => each.every((word, at) => words[n - each.length + at] === word))
    return words.filter((word, n) => word.endsWith('e') && isBehind(n))
  }
}

function freeWords({ args }: Wish): readonly string[] {
  return Object.values(args).flatMap((value) => [...wordsTold(value), ...foldText(value).text.split(' ')])
}

function wordsOf(template: string): readonly string[] {
  return literalsOf(template).flatMap(wordsTold)
}

function wordsTold(text: string): readonly string[] {
  return text.normalize('NFC').toLowerCase().match(told) ?? []
}
