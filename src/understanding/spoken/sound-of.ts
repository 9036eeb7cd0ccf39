/**
 * What is left of a word when everything goes that an engine mishears first: its vowels, and whether a consonant is voiced. Two
 * words with the same rest sound alike: "gorture" and "quarter" are both `krtr`.
 */
import { forLanguage } from '../text/for-language.ts'

type Rule = readonly [written: RegExp, sound: string]

/** By language: how letters that do not say so themselves sound. The first one that fits a place counts. */
const spellings: Readonly<Record<string, readonly Rule[]>> = {
  en: [
    [/sch|tch|ch|sh|dg|j/gu, 'x'],
    [/ph/gu, 'f'],
    [/^kn|^gn/gu, 'n'],
    [/^wr/gu, 'r'],
    [/gh(?=t|$)/gu, ''],
    [/ck|qu|q/gu, 'k'],
    [/c(?=[eiy])/gu, 's'],
    [/g(?=[eiy])/gu, 'x'],
    [/(?:s|t|c)i(?=on|an|al)/gu, 'x'],
  ],
  pt: [
    [/nh/gu, 'n'],
    [/lh/gu, 'l'],
    [/ch|x|j|g(?=[ei])/gu, 'x'],
    [/ss|sc(?=[ei])|c(?=[ei])/gu, 's'],
    [/qu|q/gu, 'k'],
    [/rr/gu, 'r'],
  ],
  es: [
    [/ll|y/gu, 'x'],
    [/ch|sh/gu, 'x'],
    [/v/gu, 'b'],
    [/j|g(?=[ei])/gu, ''],
    [/sc(?=[ei])|c(?=[ei])/gu, 's'],
    [/qu|q/gu, 'k'],
    [/rr/gu, 'r'],
  ],
}

/** What sounds the same when it is heard badly. */
const merged: readonly Rule[] = [
  [/[bp]/gu, 'p'],
  [/[dt]/gu, 't'],
  [/[gck]/gu, 'k'],
  [/[fv]/gu, 'f'],
  [/[sz]/gu, 's'],
  [/[mn]/gu, 'n'],
  [/[aeiouyhw]/gu, ''],
]

/** The sound of a folded word; '' for a language that is not known, or when nothing is left. */
export function soundOf(word: string, language: string): string {
  const own = forLanguage(spellings, language)
  if (own === null) return ''
  const letters = word.replaceAll(/[^a-z]/gu, '')
  const sounds = [...own, ...merged].reduce((rest, [written, sound]) => rest.replaceAll(written, sound), letters)
  return sounds.replaceAll(/(.)\1+/gu, '$1')
}
