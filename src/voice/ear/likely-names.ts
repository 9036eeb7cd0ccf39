/** Which things may have been named in a badly heard text: those whose names sound most like some of its words. */
import { likeness } from './likeness.ts'

/** As many as the ear is given of each kind of thing. */
export const mostNames = 24
/** As many are compared with the one that was heard. */
const mostRivals = 4
/** Names that sound less alike are not taken for each other, 0 to 1. */
const leastAlike = 0.55

/** The sounds of a word, in the order in which they are heard; none for a word that is not known. */
type SoundsOf = (word: string) => readonly string[]

/** In small letters, of words that the ear knows; of a name of several words also each that was heard just so. */
export function likelyNames(heard: readonly string[], names: readonly string[], soundsOf: SoundsOf): readonly string[] {
  const whole = names.map(wordsIn).filter((words) => words.length > 0)
  const closest = (word: string): number => Math.max(0, ...heard.map((other) => alike(word, other, soundsOf)))
  const parts = whole.flatMap((words) => words.filter((word) => closest(word) === 1).map((word) => [word]))
  const said = new Map([...whole, ...parts].map((words) => [words.join(' '), words]))
  return [...said]
    .filter(([, words]) => words.every((word) => soundsOf(word).length > 0))
    .map(([name, words]) => ({ name, score: meanOf(words.map(closest)) }))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, mostNames)
    .map(({ name }) => name)
}

/** A name that is in a text, and those of the same kind of thing. */
export type Called = { readonly name: string; readonly among: readonly string[] }

/** The names in a text, the longest where one is part of another. */
export function namesIn(text: string, names: ReadonlyMap<string, readonly string[]>): readonly Called[] {
  const found = [...names.values()].flatMap((among) =>
    among.filter((name) => holds(text, name)).map((name) => ({ name, among })),
  )
  return found.filter(({ name }) => !found.some((other) => other.name !== name && holds(other.name, name)))
}

/** The text with another name in the place of the one in it, for each that sounds like it. */
export function rivalsOf(text: string, called: readonly Called[], soundsOf: SoundsOf): readonly string[] {
  return called
    .flatMap(({ name, among }) =>
      among
        .filter((other) => !holds(name, other) && !holds(other, name))
        .map((other) => ({ name, other, score: nameLikeness(name, other, soundsOf) })),
    )
    .filter(({ score }) => score >= leastAlike)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, mostRivals)
    .map(({ name, other }) => ` ${text} `.replace(` ${name} `, ` ${other} `).trim())
}

function holds(text: string, name: string): boolean {
  return ` ${text} `.includes(` ${name} `)
}

function nameLikeness(one: string, other: string, soundsOf: SoundsOf): number {
  const [sounds, others] = [one, other].map((name) => name.split(' ').flatMap(soundsOf))
  return likeness(sounds ?? [], others ?? [])
}

function alike(word: string, other: string, soundsOf: SoundsOf): number {
  return word === other ? 1 : likeness(soundsOf(word), soundsOf(other))
}

function wordsIn(name: string): readonly string[] {
  return name.toLowerCase().match(/[\p{L}\p{M}']+/gu) ?? []
}

function meanOf(scores: readonly number[]): number {
  return scores.reduce((sum, each) => sum + each, 0) / scores.length
}
