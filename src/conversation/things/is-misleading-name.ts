import type { Catalogue } from '../../catalogue/catalogue.ts'
import { wordsOfName } from '../../access/person-name.ts'
import { recallFor } from '../../recall.ts'
import { foldText } from '../../understanding/text/fold-text.ts'
import { afterWord, compilePhrases, holdsPhrase } from '../../understanding/text/phrases.ts'

/** Brackets and colons of any kind, but for those that are another character's full-width form. */
const marks = /[\p{Ps}\p{Pe}<>:\u2236\uA789\u02D0\u02F8]/u

/**
 * Whether a name could be read as more than a name where it stands beside rights: it has brackets or a colon ("Bia (owner)",
 * "The bot: confirmed"), or a word of a role in any language, for whoever reads it may speak another one. A title that is as well the word of
 * a role (`words.name_title`: "Dona Maria") may stand before a name.
 */
export function isMisleadingName(catalogue: Catalogue, name: string): boolean {
  if (marks.test(name.normalize('NFKC'))) return true
  const { text } = foldText(wordsOfName(name))
  const { titles, called } = titlesAndRoles(catalogue)
  const [end] = titles.endsAt(text, 0)
  return holdsPhrase(end === undefined || end === text.length ? text : text.slice(afterWord(text, end)), called)
}

/** Compiled once: a people file may have hundreds of names. */
const titlesAndRoles = recallFor(({ locales, roles }: Catalogue) => {
  const lists = [...locales.values()].map(({ words }) => words)
  return {
    titles: compilePhrases(lists.flatMap((words) => words['name_title'] ?? [])),
    called: compilePhrases(
      lists.flatMap((words) => [...roles.keys()].flatMap((role) => [role, ...(words[role] ?? [])])),
    ),
  }
})
