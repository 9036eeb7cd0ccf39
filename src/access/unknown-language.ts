import { didYouMean } from '../catalogue/did-you-mean.ts'
import { nearLanguage } from '../catalogue/locale-for.ts'

/** Says of a language that no folder of `locales/` speaks, in no region either, which there are; `null` of one that is spoken. */
export function unknownLanguage(language: string, known: readonly string[]): string | null {
  if (nearLanguage(language, known) !== null) return null
  return `a language that is not spoken here: "${language}"${didYouMean(language, known)}; known: ${known.join(', ')}`
}
