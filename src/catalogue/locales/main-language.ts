/** The language that a catalogue falls back on, and how such languages are called in what is told about its files. */

/**
 * The language that stands in for every one that the catalogue does not speak, and that its others are held against: the one that it
 * names, else English, else its only one. `null`: it speaks several, none of which is English, and names none; or none at all.
 */
export function mainLanguage(spoken: readonly string[], named: string | undefined): string | null {
  if (named !== undefined) return spoken.includes(named) ? named : null
  if (spoken.includes('en')) return 'en'
  const [only, ...others] = spoken
  return others.length === 0 ? (only ?? null) : null
}

const names = new Intl.DisplayNames('en', { type: 'language' })

/** `pt-BR` → `Brazilian Portuguese`. */
export function nameOfLanguage(language: string): string {
  return names.of(language) ?? language
}
