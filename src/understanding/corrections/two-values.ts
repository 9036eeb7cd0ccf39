/**
 * "no, 50 of 204", "não, do 204 e 50": a correction of the thing and of the sum together, which is neither a sum of both ("204.50") nor one
 * of the two alone.
 */
import type { Parameter } from '../../catalogue/catalogue.ts'
import { readExactValue } from '../bare-value.ts'
import { type Folded, foldText, isPause } from '../text/fold-text.ts'
import type { Language } from '../words/language.ts'
import { withoutChange } from './led-value.ts'
import { isWordStart } from '../text/match-literal.ts'
import type { OpenText } from '../open-text.ts'
import { afterWord } from '../text/phrases.ts'
import type { ValueCorrection } from '../correction-reading.ts'
import { isNumber } from '../values/is-number.ts'
import { wantedOf } from '../values/wanted-value.ts'

/** Longer texts say more than two values. */
const maxLength = 60

/** The number of a thing where it stands in a text, with the word before it ("of 204"). */
type Thing = { readonly from: number; readonly to: number; readonly id: string }

/** `null` where the text says no two values of the command that is open. */
export function readTwoValues(said: OpenText): ValueCorrection | null {
  const { language } = said.reader
  const parameters = said.folded.original.length > maxLength ? null : bothOf(said)
  const rest = parameters === null ? null : withoutChange(said.folded, language)
  if (rest === null || parameters === null) return null
  for (const thing of thingsIn(rest, language)) {
    const words = otherThan(thing, rest, language)
    // “No el 204, el 205”: the second is a thing as well.
    const isSum =
      words !== null && !thingsIn(words, language).some(({ from, to }) => from === 0 && to === words.text.length)
    const sum = words === null || !isSum ? null : readExactValue(words, wantedOf(parameters.sum), language, said.when)
    if (sum === null) continue
    const { value, ...readFrom } = sum
    const beside = { of: parameters.sum.name, correction: value, ...readFrom }
    return { kind: 'correction', correction: thing.id, as: 'id', of: parameters.thing.name, beside }
  }
  return null
}

/** The thing that the open command is about, and the one sum or number that it takes. */
function bothOf({ expectation, reader: { catalogue } }: OpenText) {
  const token = expectation.kind === 'nothing' ? undefined : expectation.command
  const command = catalogue.commands.get(token ?? '')
  const isThing = ({ name, type, entity }: Parameter) =>
    name === command?.intent.target && type === 'id' && entity !== null
  const thing = command?.parameters.find(isThing)
  const [sum, ...others] = command?.parameters.filter(({ type }) => isNumber(type)) ?? []
  return thing === undefined || sum === undefined || others.length > 0 ? null : { thing, sum }
}

function thingsIn({ text }: Folded, { ofThing, words }: Language): readonly Thing[] {
  return Array.from(text, (_char, at) => at)
    .filter((at) => isWordStart(text, at))
    .flatMap((from) => {
      const ends = [ofThing, words.whose].flatMap((phrases) => phrases.endsAt(text, from))
      return ends.flatMap((end) => {
        const [, id] =
          /^(?:#?)(\d{1,10})(?= |$)/u.exec(text.slice(behindTitle(text, afterWord(text, end), ofThing))) ?? []
        return id === undefined ? [] : [{ from, to: text.indexOf(id, end) + id.length, id }]
      })
    })
}

/** "204" of "order 204". */
function behindTitle(text: string, from: number, titles: Language['ofThing']): number {
  const [end] = titles.endsAt(text, from)
  return end === undefined ? from : behindTitle(text, afterWord(text, end), titles)
}

/** What stands before "of 204", or behind it and an "and" or a pause; `null` where something else does. */
function otherThan({ from, to }: Thing, { text, original, starts, ends }: Folded, { words }: Language): Folded | null {
  if (to === text.length) return from === 0 ? null : foldText(original.slice(0, ends[from - 2]))
  if (from > 0) return null
  const next = afterWord(text, to)
  const [joined] = words.and.endsAt(text, next)
  const at = joined === undefined ? next : afterWord(text, joined)
  if (joined === undefined && !isPause(original.slice(ends[to - 1], starts[next]))) return null
  return at >= text.length ? null : foldText(original.slice(starts[at]))
}
