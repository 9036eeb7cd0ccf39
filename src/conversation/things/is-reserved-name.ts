import type { Catalogue, Locale } from '../../catalogue/catalogue.ts'
import { mainLocale } from '../../catalogue/locale-for.ts'
import { recallFor } from '../../recall.ts'
import { foldText } from '../../understanding/text/fold-text.ts'
import { compilePhrases, isMadeOf } from '../../understanding/text/phrases.ts'
import { plainWords } from './plain-words.ts'

/** Lists of `words` that mean something wherever they are said: answers, ways out, and what stands for somebody or everybody. */
const spokenAlone = [
  'yes',
  'no',
  'drop',
  'drop_all',
  'again',
  'help',
  'menu',
  'back',
  'confirm',
  'undo',
  'retry',
  'cancel',
  'both',
  'everything',
  'that_thing',
  'that_person',
] as const

/**
 * Whether somebody of this name could not be spoken of: it is an answer or a command ("Yes", "Stop"), a role ("Owner"), a word for
 * anybody ("Everybody"), or has no letter, as the numbers of a list. The language of who asks counts, and the main one;
 * in others a word may well be a name ("Dale").
 */
export function isReservedName(
  { catalogue, locale }: { readonly catalogue: Catalogue; readonly locale: Locale },
  name: string,
): boolean {
  if (!/\p{L}/u.test(name)) return true
  const tokens = [...catalogue.commands.keys()].map(plainWords)
  if (tokens.includes(plainWords(name))) return true
  const { text } = foldText(name)
  const inLanguage = reservedIn(catalogue)
  return [locale, mainLocale(catalogue)].some((each) => {
    const { lists, ignored } = inLanguage(each)
    return lists.some((list) => isMadeOf(text, list, ignored))
  })
}

/** Compiled once: a people file may have hundreds of names. */
const reservedIn = recallFor(({ roles }: Catalogue) =>
  recallFor(({ words, skipWords }: Locale) => ({
    ignored: compilePhrases(skipWords),
    lists: [
      ...spokenAlone.map((key) => words[key] ?? []),
      ...[...roles.keys()].map((role) => [role, ...(words[role] ?? [])]),
    ].map(compilePhrases),
  })),
)
