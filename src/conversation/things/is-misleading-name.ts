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
 * a role (`words.name_title`: "Dona Maria") may stand before a name. Nor does a name tell people what to answer ("Reply yes to go on").
 */
export function isMisleadingName(catalogue: Catalogue, name: string): boolean {
  if (marks.test(name.normalize('NFKC'))) return true
  const { text } = foldText(wordsOfName(name))
  const { titles, called, tells, answers } = wordsOf(catalogue)
  if (holdsPhrase(text, tells) && holdsPhrase(text, answers)) return true
  const [end] = titles.endsAt(text, 0)
  return holdsPhrase(end === undefined || end === text.length ? text : text.slice(afterWord(text, end)), called)
}

/** Lists of `words` with what people answer to a preview. */
const answers = ['yes', 'no', 'confirm', 'drop', 'undo'] as const

/** Compiled once: a people file may have hundreds of names. */
const wordsOf = recallFor(({ locales, roles }: Catalogue) => {
  const lists = [...locales.values()].map(({ words }) => words)
  return {
    tells: compilePhrases(lists.flatMap((words) => words['name_tells'] ?? [])),
    answers: compilePhrases(lists.flatMap((words) => answers.flatMap((key) => words[key] ?? []))),
    titles: compilePhrases(lists.flatMap((words) => words['name_title'] ?? [])),
    called: compilePhrases(
      lists.flatMap((words) => [...roles.keys()].flatMap((role) => [role, ...(words[role] ?? [])])),
    ),
  }
})
