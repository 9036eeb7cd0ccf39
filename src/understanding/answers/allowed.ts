/**
 * "Pode agendar", "you may cancel it", "agendar", while just that waits: a yes to it rather than a wish for another one. What may as well
 * ask for it once more, or drop it, is asked about where a yes would be enough; for all else the conversation goes on as if it were no yes.
 */
import { placesAfterYes, readAgreement } from './agreement.ts'
import { readControlWord } from '../words/control-words.ts'
import { isWrittenAsToken } from '../wishes/explicit-token.ts'
import { type Folded, foldText } from '../text/fold-text.ts'
import { isQuestion } from '../text/is-question.ts'
import { isMadeOf, lastPlace, trimPhrases } from '../text/phrases.ts'
import type { Language } from '../words/language.ts'
import type { OpenText } from '../open-text.ts'
import type { Reading } from '../reading.ts'
import { soleWish } from '../wishes/sole-wish.ts'

type Agreed = Extract<Reading, { kind: 'agreed' }>

/** "You can reinstate it"; `null` where no preview waits. */
export function readAllowed({ folded, expectation, reader: { commands, language }, when }: OpenText): Reading | null {
  if (expectation.kind !== 'confirmation') return null
  const [reading = null] = withoutYesBehind(folded, language)
    .map((allowed) => readAgreement(allowed, commands, language, when, language.allowing))
    .filter((found) => found !== null)
  return reading?.kind === 'agreed' && reading.otherwise.kind === 'drop' ? { ...reading, doubt: 'differs' } : reading
}

/** "Pode cancelar", where a cancelling may wait. `null` where nothing is allowed, or nothing can be done with that verb. */
export function readAllowedDrop({ text, folded, expectation, reader }: OpenText): Agreed | null {
  const { commands, language } = reader
  if (expectation.kind !== 'confirmation' || isQuestion(text)) return null
  const [wishes] = placesAfterYes(folded.text, language, language.allowing)
    .map((at) => folded.original.slice(folded.starts[at] ?? folded.original.length))
    .filter((rest) => readControlWord(foldText(rest), language) === 'drop')
    .map(commands.readVerb)
    .filter(({ length }) => length > 0)
  return wishes === undefined ? null : { kind: 'agreed', wishes, otherwise: { kind: 'drop' }, doubt: 'differs' }
}

/** "Pode lançar": a permission with a word of no command, which may be what the preview calls it. `null` where more is said, or less. */
export function readAllowedAct({ text, folded, expectation, reader: { language } }: OpenText): Reading | null {
  if (expectation.kind !== 'confirmation' || isQuestion(text)) return null
  const [act] = withoutYesBehind(folded, language)
    .flatMap((allowed) => placesAfterYes(allowed.text, language, language.allowing).map((at) => allowed.text.slice(at)))
    .map((rest) => rest.slice(0, trimPhrases(rest, language.skipped)?.to))
    .filter((rest) => /^\p{L}{3,}$/u.test(rest))
  return act === undefined ? null : { kind: 'yes', doubt: { act } }
}

/** "Pode reativar" of "pode reativar sim", where the yes says the same once more, before all of it: "you may proceed". */
function withoutYesBehind(folded: Folded, { words, aroundYes }: Language): readonly Folded[] {
  const at = lastPlace(folded.text, (rest) => isMadeOf(rest, words.yes, aroundYes))
  return at === null ? [folded] : [foldText(folded.original.slice(0, folded.ends[at - 2])), folded]
}

/** What asks for what waits, behind a yes or a permission, or by nothing but the verb that its token is. `null` for all else. */
export function asAllowed(reading: Reading, { text, folded, expectation, reader }: OpenText): Agreed | null {
  const { language } = reader
  const wish = soleWish(reading)
  if (wish === null || expectation.kind !== 'confirmation' || wish.command !== expectation.command) return null
  const isVerb = wish.source === 'token' && Object.keys(wish.args).length === 0 && !isWrittenAsToken(text)
  const isAllowed = placesAfterYes(folded.text, language, language.allowing).length > 0
  const isYes = !isAllowed && placesAfterYes(folded.text, language).length > 0
  if (isQuestion(text) || !(isVerb || isAllowed || isYes)) return null
  const isSure = isYes || (isVerb && isAllowed)
  return { kind: 'agreed', wishes: [wish], otherwise: reading, ...(!isSure && { doubt: 'differs' }) }
}
