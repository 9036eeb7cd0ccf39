/** "Mon-Fri", "seg – sex": a dash between two days of the week, which texts are folded without, leads from one to the other. */
import { foldText } from '../text/fold-text.ts'
import type { Language } from './language.ts'

/** The text with a word in place of the dash; none where no two days of the week are joined so. */
export function spellOutDashes(text: string, { dates, rangeWord }: Language): readonly string[] {
  const spelled = text.replaceAll(/(\p{L}+)\.?\s*[-–—]\s*(?=(\p{L}+))/gu, (found, first: string, last: string) =>
    isWeekday(first) && isWeekday(last) ? `${first} ${rangeWord} ` : found,
  )
  return spelled === text || rangeWord === '' ? [] : [spelled]

  function isWeekday(word: string): boolean {
    return dates.date([foldText(word).text], 0).some(({ to, said }) => to === 1 && said.kind === 'weekday')
  }
}
