/**
 * Small models do not say how sure they are, and cannot be told what is likely. What they can be is asked again: the same
 * sound with less silence around it, or a little slower, is heard in another way where the model guesses. So a piece with a
 * number in it is heard twice, and numbers that differ are in doubt; one with a word that nobody asks for things with is heard
 * in a few more ways, and the hearing with the fewest such words counts. A name is such a word: it is in doubt unless most of
 * the hearings have it. None of that is needed where an ear that was told what to expect finds a sentence that fits the sound as well.
 */
import { numbersIn } from '../../understanding/spoken/numbers-in.ts'
import { parseNumberWords } from '../../understanding/values/number-words.ts'
import type { Fitting } from '../ear/grammar-ear.ts'
import { sampleRate, type Samples } from '../audio/samples.ts'
import { slower } from '../audio/slower.ts'
import type { Recognised, SpeechPiece } from './speech-engine.ts'
import { trimSilence } from '../audio/trim-silence.ts'

/** How sure an engine is that hears two numbers in the same piece, or two names, 0 to 1. */
const doubtful = 0.3
/** The share of the hearings that must have a name. */
const mostHearings = 0.6
/** A sentence that fits the sound worse than this is not what was said: a difference of log likelihoods. */
const leastGain = -0.05
/** A longer piece is no single command, and hearing it so often takes too long, in milliseconds. */
const longestAgainMs = 12_000

/** The same sound in other ways, the one first that differs most in what is heard. */
const ways: readonly ((samples: Samples) => Samples)[] = [
  (samples) => trimSilence(samples, 80),
  (samples) => trimSilence(samples, 0),
  (samples) => withSilence(trimSilence(samples, 80), 1000),
  (samples) => slower(trimSilence(samples, 300), 0.9),
]

type Hearing = Recognised & {
  readonly numbers: string
  readonly words: readonly string[]
  /** Those of the words that nobody asks for things with. */
  readonly strange: readonly string[]
}

/** What a piece is once it was heard often enough; what one hearing is sure of is heard once. */
export async function hearAgain(
  hear: (piece: SpeechPiece) => Promise<Recognised>,
  piece: SpeechPiece,
): Promise<Recognised> {
  const rate = (heard: Recognised): Hearing => ({ ...heard, ...rated(heard.text, piece) })
  const first = rate(await hear(piece))
  if (first.confidence !== null || isClear(first)) return plain(first)
  const isShort = !piece.isOfLong && piece.samples.length <= (longestAgainMs * sampleRate) / 1000
  const fitting = isShort ? await fit([first.text], piece) : null
  const own = ownNames(fitting, piece)
  const isSame = fitting !== null && numbersIn(fitting.text, piece.language).join(' ') === first.numbers
  if (fits(fitting) && isSame && own.length === 0) return { ...plain(first), fitting }
  const heard = [first]
  for (const way of isShort ? ways : ways.slice(0, 1)) {
    heard.push(rate(await hear({ ...piece, samples: way(piece.samples) })))
    if (fits(fitting) ? areCommon(own, heard) : heard.some(isPlain)) break
  }
  const worded = heard.filter(({ text, words }) => text !== '' && words.length >= first.words.length - 1)
  const expected = fitting === null ? null : rated(fitting.text, piece)
  const best =
    worded.find((each) => expected !== null && isAlike(each, expected)) ??
    worded.toSorted((a, b) => a.strange.length - b.strange.length)[0]
  if (best === undefined) return plain(first)
  const texts = differentTexts([best, ...heard])
  const again = isShort && texts.length > 1 ? await fit(texts, piece) : fitting
  if (fits(again)) {
    const isSure = areCommon(ownNames(again, piece), heard) && haveSameNumbers(heard)
    return { ...plain(best), fitting: again, ...(isSure ? {} : { confidence: doubtful }) }
  }
  const told = agree(best, heard) ? plain(best) : { ...plain(best), confidence: doubtful }
  // Whether it fits cannot be told: it counts as far as it says the same.
  return again?.gain === null ? { ...told, fitting: again } : told
}

async function fit(texts: readonly string[], { samples, vocabulary, signal }: SpeechPiece): Promise<Fitting | null> {
  return (await vocabulary.fit?.(samples, texts, { names: vocabulary.names, signal })) ?? null
}

function isPlain({ text, strange }: Hearing): boolean {
  return text !== '' && strange.length === 0
}

/** Each text once, however it is written. */
function differentTexts(heard: readonly Hearing[]): readonly string[] {
  const worded = heard.filter(({ text }) => text !== '')
  return worded.filter((each, at) => worded.findIndex((other) => isAlike(each, other)) === at).map(({ text }) => text)
}

function fits(fitting: Fitting | null): fitting is Fitting & { readonly gain: number } {
  return fitting?.gain != null && fitting.gain >= leastGain
}

/** The words that the sentence has from the hearings alone, and that nobody asks for things with. */
function ownNames(fitting: Fitting | null, { language, vocabulary }: SpeechPiece): readonly string[] {
  return (fitting?.own ?? []).filter((word) => !vocabulary.knows(word) && parseNumberWords([word], language) === null)
}

/** Whether two texts are the same words and numbers, however they are written. */
function isAlike(one: Pick<Hearing, 'words' | 'numbers'>, other: Pick<Hearing, 'words' | 'numbers'>): boolean {
  return one.words.join(' ') === other.words.join(' ') && one.numbers === other.numbers
}

function areCommon(names: readonly string[], all: readonly Hearing[]): boolean {
  const heard = all.filter(({ text }) => text !== '')
  return names.every(
    (name) => heard.filter(({ words }) => words.includes(name)).length >= Math.max(2, heard.length * mostHearings),
  )
}

/** Whether the hearings that heard anything heard the same numbers, and most of them the same names. */
function agree(best: Hearing, all: readonly Hearing[]): boolean {
  const heard = all.filter(({ text }) => text !== '')
  const isCommon = (name: string): boolean =>
    heard.filter(({ words }) => words.includes(name)).length >= heard.length * mostHearings
  return haveSameNumbers(heard) && best.strange.every(isCommon)
}

function haveSameNumbers(all: readonly Hearing[]): boolean {
  return new Set(all.filter(({ text }) => text !== '').map(({ numbers }) => numbers)).size <= 1
}

/** Nothing in it may be another thing. */
function isClear({ text, numbers, strange }: Hearing): boolean {
  return text !== '' && numbers === '' && strange.length === 0
}

function rated(text: string, { language, vocabulary }: SpeechPiece): Omit<Hearing, keyof Recognised> {
  const words = (text.toLowerCase().match(/[\p{L}\p{M}'’]+/gu) ?? []).filter(
    (word) => parseNumberWords([word], language) === null,
  )
  const strange = words.filter((word) => !vocabulary.knows(word))
  return { numbers: numbersIn(text, language).join(' '), words, strange }
}

function plain({ text, language, confidence }: Hearing): Recognised {
  return { text, language, confidence }
}

function withSilence(samples: Samples, ms: number): Samples {
  const longer = new Float32Array(samples.length + (ms * sampleRate) / 1000)
  longer.set(samples)
  return longer
}
