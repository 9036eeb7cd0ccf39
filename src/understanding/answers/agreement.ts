/**
 * "yes, cancel order 204", "sim, pode reativar": a yes and what is agreed to. Whether that is what is open is for the
 * conversation to say, and so is whether a yes is enough; to anything else it agrees to nothing, and is what comes after the yes.
 */
import { readControlWord } from '../words/control-words.ts'
import { type Folded, foldText } from '../text/fold-text.ts'
import { isQuestion } from '../text/is-question.ts'
import type { Language } from '../words/language.ts'
import { afterWord } from '../text/phrases.ts'
import type { Reading } from '../reading.ts'
import type { AnswerReader } from '../wishes/references.ts'
import type { When } from '../values/when.ts'

/** So many places where what is agreed to may begin are tried. */
const maxPlaces = 4

/**
 * What follows one word of yes or several; `null` where there is none, or where nothing can be asked for with what follows.
 * @param yes what counts as one
 */
export function readAgreement(
  folded: Folded,
  commands: AnswerReader,
  language: Language,
  when: When,
  yes = language.words.yes,
): Reading | null {
  // "Si se puede" begins as a yes does.
  if (language.skipped.endsAt(folded.text, 0).includes(folded.text.length)) return null
  const asks = isQuestion(folded.original)
  for (const at of placesAfterYes(folded.text, language, yes).slice(0, maxPlaces)) {
    const rest = folded.original.slice(folded.starts[at])
    const drops = readControlWord(foldText(rest), language) === 'drop'
    const asked = commands.read(rest, when)
    if (asked !== null) {
      const isOne =
        asked.kind === 'ambiguous' ||
        (asked.kind === 'wishes' && asked.wishes.length === 1 && asked.denied === undefined)
      return isOne && !asks
        ? { kind: 'agreed', wishes: asked.wishes, otherwise: drops ? { kind: 'drop' } : asked }
        : asked
    }
    const wishes = asks ? [] : commands.readVerb(rest)
    if (drops || wishes.length > 0) return { kind: 'agreed', wishes, otherwise: { kind: drops ? 'drop' : 'unknown' } }
  }
  return null
}

/**
 * Where something follows that begins the text with words of yes, politeness among them.
 * @param yes what counts as one
 */
export function placesAfterYes(text: string, { words, skipped }: Language, yes = words.yes): readonly number[] {
  const reached = new Map([[0, false]])
  for (const [at, agreed] of reached) {
    for (const [phrases, isYes] of [[yes, true] as const, [skipped, agreed] as const]) {
      for (const end of phrases.endsAt(text, at)) {
        const next = afterWord(text, end)
        if (next < text.length && (isYes || !reached.has(next))) reached.set(next, isYes)
      }
    }
  }
  return [...reached].flatMap(([at, agreed]) => (agreed ? [at] : [])).toSorted((a, b) => a - b)
}
