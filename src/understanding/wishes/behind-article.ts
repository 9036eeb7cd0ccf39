import { foldText } from '../text/fold-text.ts'
import { skipLeading } from '../text/phrases.ts'
import type { Language } from '../words/language.ts'

/** "205 to tuesday" of "the 205 to tuesday": behind a title that was said with the verb stands the number itself. None where no number follows. */
export function behindArticle(text: string, { article }: Language): readonly string[] {
  const { text: folded, original, starts } = foldText(text)
  const at = skipLeading(folded, article)
  return at > 0 && /^\d/u.test(folded.slice(at)) ? [original.slice(starts[at])] : []
}
