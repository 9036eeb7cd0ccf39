import type { Wording } from './words.ts'

/** What a title is turned into: sentences that ask for the command, and what a person would really write. */
export type DraftSentences = { readonly sentences: readonly string[]; readonly example: string }

/**
 * `Hold an order` → `hold [an] order {id}`, and without the order, which is then asked for.
 * @param target the parameter that it is about, what it is called in the language, a value, and whether names find it as well; `null`
 * when there is none
 */
export function draftSentences(
  title: string,
  { articles, connecting }: Pick<Wording, 'articles' | 'connecting'>,
  target: { readonly name: string; readonly label: string; readonly example: string; readonly isNamed: boolean } | null,
): DraftSentences {
  const words = wordsOf(title)
  const wish = words.map((word) => (articles.includes(word) ? `[${word}]` : word)).join(' ')
  const plain = words.filter((word) => !articles.includes(word)).join(' ')
  if (target === null) return { sentences: [wish], example: plain }
  const label = wordsOf(target.label)
  const slots = [`{${target.name}}`, ...(target.isNamed ? [`{${target.name}:name}`] : [])]
  const isSaid = label.every((word) => words.includes(word))
  if (isSaid) {
    return { sentences: [...slots.map((slot) => `${wish} ${slot}`), wish], example: `${plain} ${target.example}` }
  }
  const link = `[${connecting.join('|')}] [${articles.join('|')}] [${label.join(' ')}]`
  return {
    sentences: [...slots.map((slot) => `${wish} ${link} ${slot}`), wish],
    example: `${plain} ${connecting[0] ?? ''} ${label.join(' ')} ${target.example}`,
  }
}

/** What means something in a template is left out. */
function wordsOf(text: string): readonly string[] {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}'’-]+/gu, ' ')
    .trim()
    .split(' ')
    .filter((word) => word !== '')
}
