/** "1203 b na quata-fera", at 15h: a name with a day in it that nobody could read, and behind it a time that is perhaps of that day. */
import { editDistance } from '../../catalogue/did-you-mean.ts'
import { foldText } from '../text/fold-text.ts'
import type { Language } from '../words/language.ts'
import { phrasesIn } from '../text/phrases.ts'
import { dateWords } from '../values/dates/date-words.ts'
import { writeOut } from '../values/dates/word-patterns.ts'

/** Shorter words are too much like others. */
const minLength = 4

/** Whether more stands behind a word that leads to a day, or a word is nearly that of one. */
export function mayHoldDay(name: string, { onDay, code }: Language): boolean {
  const { text } = foldText(name)
  if (phrasesIn(text, onDay).some(({ from, to }) => from > 0 && to < text.length)) return true
  const days = dayWords(code)
  return text.split(' ').some((word) => word.length >= minLength && days.some((day) => isNearly(word, day)))
}

function isNearly(word: string, day: string): boolean {
  return editDistance(word, day) <= (day.length > 6 ? 2 : 1)
}

/** Whether it is a time and nothing else, so that nobody said its day. */
export function isTimeOnly(said: string, { dates }: Language): boolean {
  const words = foldText(said).text.split(' ')
  return dates.time(words, 0).some(({ to }) => to === words.length)
}

/** The weekdays, today and tomorrow; of more words the first. */
function dayWords(code: string): readonly string[] {
  const { weekdays = {}, dates } = dateWords(code) ?? {}
  const said = [...Object.keys(weekdays), ...[...(dates?.today ?? []), ...(dates?.tomorrow ?? [])].flatMap(writeOut)]
  return said.map((words) => words.split(' ')[0] ?? '').filter(({ length }) => length >= minLength)
}
