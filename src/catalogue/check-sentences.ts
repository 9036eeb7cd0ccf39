import { errorCodeOf } from '../errors.ts'
import { compileTemplate } from '../understanding/sentences/compile-template.ts'
import { parseTemplate } from '../understanding/sentences/parse-template.ts'
import type { Slot } from '../understanding/sentences/slot.ts'
import type { SlotNode, Template } from '../understanding/sentences/template.ts'
import type { Command, Entity } from './catalogue.ts'
import type { Report } from './problem.ts'
import type { YamlPath, YamlSource } from './yaml-source.ts'

/** The shared rules of a locale, parsed; one that is broken was reported and stands as a word of its own. */
export type Rules = ReadonlyMap<string, Template>

/** What a slot takes does not matter here: only that there is one. */
const anySlot: Slot = { kind: 'value', read: () => [] }
const brokenRule = parseTemplate('broken')

/** Parses the shared rules; reports those that cannot be read, name rules that are not there, or use themselves. */
export function parseRules(source: YamlSource, texts: Readonly<Record<string, string>>, report: Report): Rules {
  const parsed = new Map<string, Template>()
  for (const [name, text] of Object.entries(texts)) {
    const problem = problemOf(() => parsed.set(name, parseTemplate(text)))
    if (problem === null) continue
    parsed.set(name, brokenRule)
    report(source.problemAt(['rules', name], problem))
  }
  const sound = new Map(parsed)
  for (const [name, template] of parsed) {
    const problem = problemOf(() => compileTemplate(template, { rules: parsed, slot: () => anySlot }))
    if (problem === null) continue
    sound.set(name, brokenRule)
    report(source.problemAt(['rules', name], problem))
  }
  return sound
}

/** Reports templates of a command that cannot be read, or name slots and rules that are not there. */
export function checkSentences(
  input: {
    readonly source: YamlSource
    /** Where the list of templates stands. */
    readonly path: YamlPath
    readonly sentences: readonly string[]
    readonly rules: Rules
    readonly command: Command
    /** `null` while not all of them are known. */
    readonly entities: ReadonlyMap<string, Entity> | null
  },
  report: Report,
): void {
  const { source, path, sentences, rules, command, entities } = input
  const slot = (node: SlotNode): Slot | string => slotProblem(node, command, entities) ?? anySlot
  for (const [index, text] of sentences.entries()) {
    const problem = problemOf(() => compileTemplate(parseTemplate(text), { rules, slot }))
    if (problem !== null) report(source.problemAt([...path, index], problem))
  }
}

function slotProblem(
  { name, form }: SlotNode,
  command: Command,
  entities: ReadonlyMap<string, Entity> | null,
): string | null {
  const parameter = command.parameters.find((each) => each.name === name)
  if (parameter === undefined) {
    const known = command.parameters.map((each) => each.name).join(', ') || 'none'
    return `{${name}} is no parameter of ${command.token}; known: ${known}`
  }
  if (form === 'value' || entities === null) return null
  const entity = parameter.entity === null ? null : entities.get(parameter.entity)
  // An entity that is not there was reported where the command names it.
  return entity === undefined || entity?.byName
    ? null
    : `{${name}:name} needs an entity that is found by name; give it a "byName" lookup`
}

function problemOf(read: () => unknown): string | null {
  try {
    read()
    return null
  } catch (error) {
    if (errorCodeOf(error) !== 'catalogue_invalid' || !(error instanceof Error)) throw error
    return error.message
  }
}
