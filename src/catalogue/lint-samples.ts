import type { Command, Locale, Parameter } from './catalogue.ts'
import { assertNever } from '../errors.ts'
import { parseTemplate } from '../understanding/sentences/parse-template.ts'
import type { SlotNode, Template, TemplateNode } from '../understanding/sentences/template.ts'

/** A name and a free text that no sentence holds as a word of its own. */
export const anyText = 'Zzyzx'
/** An id, a whole number and an amount at once: what one of them reads, the others may read as well. */
const anyNumber = '204'
const anyPhone = '+5511990000001'

/** What a command's sentences can say, template by template. */
export type Samples = { readonly sentence: string; readonly texts: readonly string[] }

/**
 * Texts that the sentences of a command stand for, at most `most` per sentence: the plain one first, without its optional
 * pieces and with the first of every choice, then those with ever more deviations from it. Slots stand for their class: one
 * number for everything that is read as one, one word for free text, both for names, every value of a choice.
 */
export function sampleSentences(command: Command, locale: Locale, most: number): readonly Samples[] {
  const rules = new Map(Object.entries(locale.rules).map(([name, source]) => [name, parseTemplate(source)]))
  const scope = { rules, most, slot: (node: SlotNode) => valuesOf(command, locale, node) }
  return (locale.commands[command.path]?.sentences ?? []).map((sentence) => {
    const variants = expand(parseTemplate(sentence).root, scope)
    const texts = variants.map(({ text }) => text.replaceAll(/\s+/gu, ' ').trim())
    return { sentence, texts: [...new Set(texts)].filter((text) => text !== '') }
  })
}

type Scope = {
  readonly rules: ReadonlyMap<string, Template>
  readonly slot: (node: SlotNode) => readonly string[]
  readonly most: number
}

/** `deviations`: how often something else than the first was chosen. */
type Variant = { readonly text: string; readonly deviations: number }

function expand(node: TemplateNode, scope: Scope): readonly Variant[] {
  switch (node.kind) {
    case 'literal':
      return [{ text: node.text, deviations: 0 }]
    case 'sequence':
      return node.items.reduce<readonly Variant[]>(
        (before, item) => join(before, expand(item, scope), scope),
        [{ text: '', deviations: 0 }],
      )
    case 'choice':
      return fewest(
        node.options.flatMap((option, index) => deviating(expand(option, scope), index === 0 ? 0 : 1)),
        scope,
      )
    case 'optional':
      return fewest([{ text: '', deviations: 0 }, ...deviating(expand(node.item, scope), 1)], scope)
    case 'slot':
      return fewest(
        scope.slot(node).map((text, index) => ({ text, deviations: index === 0 ? 0 : 1 })),
        scope,
      )
    case 'rule': {
      const rule = scope.rules.get(node.name)
      return rule === undefined ? [] : expand(rule.root, scope)
    }
    default:
      return assertNever(node)
  }
}

function join(before: readonly Variant[], after: readonly Variant[], scope: Scope): readonly Variant[] {
  const joined = before.flatMap((one) =>
    after.map((other) => ({ text: one.text + other.text, deviations: one.deviations + other.deviations })),
  )
  return fewest(joined, scope)
}

function deviating(variants: readonly Variant[], by: number): readonly Variant[] {
  return variants.map(({ text, deviations }) => ({ text, deviations: deviations + by }))
}

function fewest(variants: readonly Variant[], { most }: Scope): readonly Variant[] {
  return variants.toSorted((one, other) => one.deviations - other.deviations).slice(0, most)
}

/** What people call a thing may be its number as well. */
function valuesOf(command: Command, locale: Locale, { name, form }: SlotNode): readonly string[] {
  if (form === 'name') return [anyText, anyNumber]
  const parameter = command.parameters.find((each) => each.name === name)
  return parameter === undefined ? [anyText] : valuesOfType(parameter, locale)
}

function valuesOfType({ type, schema }: Parameter, locale: Locale): readonly string[] {
  if (type === 'text') return [anyText]
  if (type === 'phone') return [anyPhone]
  if (type === 'boolean') return [locale.words['yes']?.[0] ?? 'yes']
  if (type !== 'choice') return [anyNumber]
  const values = Array.isArray(schema['enum']) ? schema['enum'].map(String) : []
  return values.map((value) => locale.words[value]?.[0] ?? value.replaceAll(/[_-]/gu, ' '))
}
