/**
 * The shared pieces that sentences are made of, by the names in them. Those of Sayso have names of their own where a catalogue stands over
 * it: `<show>` there and `<show>` here may say different things.
 */

/** A character behind a backslash is itself, and `<order>` a rule. */
const piece = /\\.|<(\w+)>/gsu

/** The rules that a template names, in their order. */
export function rulesIn(template: string): readonly string[] {
  return Array.from(template.matchAll(piece)).flatMap(([, name]) => name ?? [])
}

/** What a rule of Sayso is called in a catalogue over it. */
export function nameInSayso(rule: string): string {
  return `${rule}_of_sayso`
}

/** A template of Sayso, made of Sayso's rules. */
export function withRulesOfSayso(template: string): string {
  return template.replaceAll(piece, (all: string, name?: string) =>
    name === undefined ? all : `<${nameInSayso(name)}>`,
  )
}

/** The rules that templates are made of, those that these are made of among them. */
export function rulesOf(templates: readonly string[], bodyOf: (rule: string) => string): ReadonlySet<string> {
  const used = new Set<string>()
  const open = templates.flatMap(rulesIn)
  for (const name of open) {
    if (used.has(name)) continue
    used.add(name)
    open.push(...rulesIn(bodyOf(name)))
  }
  return used
}
