import { oneOf, spokenValues, type Spoken, type SpokenValue } from '../understanding/spoken/spoken.ts'

/** What may be heard, and how. */
export type ExpectedSpeech = {
  /** Each is heard alone, or one and another with "and" between. */
  readonly sentences: readonly Spoken[]
  /** What may be said around a sentence: "please". */
  readonly polite: readonly Spoken[]
  readonly values: Readonly<Record<SpokenValue, Spoken>>
}

/**
 * A grammar in the JSpeech Grammar Format 1.0 (W3C note of 5 June 2000) of what can be said in words that the ear knows; `null`
 * when none of it can.
 */
export function renderJsgf(
  { sentences, polite, values }: ExpectedSpeech,
  knows: (word: string) => boolean,
): string | null {
  const bodies = spokenValues.map((name) => ({ name, body: render(values[name]) }))
  const sayable = sentences.flatMap((each) => render(each) ?? [])
  if (sayable.length === 0) return null
  const around = render(oneOf(polite) ?? '')
  const edge = around === null || around === '' ? '' : '[ <polite> ]'
  const rules = [
    `public <said> = ${edge} <sentence> [ and <sentence> ] ${edge};`,
    `<sentence> = ${sayable.join(' | ')};`,
    ...(edge === '' ? [] : [`<polite> = ${around};`]),
    ...bodies.flatMap(({ name, body }) => (body === null ? [] : [`<${name}> = ${body};`])),
  ]
  return `#JSGF V1.0;\ngrammar said;\n${rules.join('\n')}\n`

  function render(spoken: Spoken): string | null {
    if (typeof spoken === 'string') return spoken.split(' ').every(knows) ? spoken : null
    if ('value' in spoken) return render(values[spoken.value]) === null ? null : `<${spoken.value}>`
    if ('maybe' in spoken) {
      const body = render(spoken.maybe)
      return body === null ? '' : `[ ${body} ]`
    }
    if ('any' in spoken) {
      const options = spoken.any.flatMap((each) => render(each) ?? [])
      return options.length === 0 ? null : `( ${options.join(' | ')} )`
    }
    const parts = spoken.all.map(render)
    return parts.includes(null) ? null : parts.filter((each) => each !== '').join(' ')
  }
}
