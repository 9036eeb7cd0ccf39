import { oneOf, spokenValues, type Spoken, type SpokenValue } from '../../understanding/spoken/spoken.ts'

/** What may be heard, and how. */
export type ExpectedSpeech = {
  readonly sentences: readonly Spoken[]
  /** What may be said around a sentence: "please". */
  readonly polite: readonly Spoken[]
  readonly values: Readonly<Record<SpokenValue, Spoken>>
  /** What the things of an entity are called, in words. */
  readonly names: ReadonlyMap<string, readonly string[]>
  /** Texts of which any words in a row may be the speaker's own. */
  readonly own: readonly (readonly Spoken[])[]
  /** Whether two sentences may have been said, with "and" between. */
  readonly isTwo: boolean
}

/**
 * A grammar in the JSpeech Grammar Format 1.0 (W3C note of 5 June 2000) of what can be said in words that the ear knows; `null`
 * when none of it can.
 */
export function renderJsgf(
  { sentences, polite, values, names, own, isTwo }: ExpectedSpeech,
  knows: (word: string) => boolean,
): string | null {
  const bodies = spokenValues.map((name) => ({ name: name as string, body: render(values[name]) }))
  const called = [...names].map(([entity, all], at) => ({ entity, name: `name${at}`, body: render({ any: all }) }))
  const runs = own.flatMap((words, at) =>
    runsOf(
      words.map((word) => render(word) ?? ''),
      `own${at}`,
    ),
  )
  const spoken = { name: 'own', body: runs.length === 0 ? null : runs.map(({ name }) => `<${name}>`).join(' | ') }
  const sayable = sentences.flatMap((each) => render(each) ?? [])
  if (sayable.length === 0) return null
  const around = render(oneOf(polite) ?? '')
  const edge = around === null || around === '' ? '' : '[ <polite> ]'
  const rules = [
    `public <said> = ${edge} <sentence> ${isTwo ? '[ and <sentence> ] ' : ''}${edge};`,
    `<sentence> = ${sayable.join(' | ')};`,
    ...(edge === '' ? [] : [`<polite> = ${around};`]),
    ...[...bodies, ...called, ...runs, spoken].flatMap(({ name, body }) =>
      body === null ? [] : [`<${name}> = ${body};`],
    ),
  ]
  return `#JSGF V1.0;\ngrammar said;\n${rules.join('\n')}\n`

  function render(said: Spoken): string | null {
    if (typeof said === 'string') return said.split(' ').every(knows) ? said : null
    if ('value' in said) return render(values[said.value]) === null ? null : `<${said.value}>`
    if ('name' in said) return ruleOf(called.find(({ entity }) => entity === said.name))
    if ('own' in said) return ruleOf(spoken)
    if ('maybe' in said) {
      const body = render(said.maybe)
      return body === null ? '' : `[ ${body} ]`
    }
    if ('any' in said) {
      const options = said.any.flatMap((each) => render(each) ?? [])
      return options.length === 0 ? null : `( ${options.join(' | ')} )`
    }
    const parts = said.all.map(render)
    return parts.includes(null) ? null : parts.filter((each) => each !== '').join(' ')
  }
}

function ruleOf(rule: { readonly name: string; readonly body: string | null } | undefined): string | null {
  return rule === undefined || rule.body === null ? null : `<${rule.name}>`
}

/** Each is what may be said from one word on: as many as follow it. */
function runsOf(words: readonly string[], name: string): readonly { readonly name: string; readonly body: string }[] {
  return words.map((word, at) => ({
    name: `${name}_${at}`,
    body: at + 1 < words.length ? `${word} [ <${name}_${at + 1}> ]` : word,
  }))
}
