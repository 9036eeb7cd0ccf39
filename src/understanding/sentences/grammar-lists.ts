import type { JsonObject } from '../../json.ts'
import { compileRange, compileTextList, isTemplate, listValue, type SpelledValue } from './compile-list.ts'
import { expandTemplate } from './expand-template.ts'
import type { Grammar, ListSource, ListValue } from './grammar.ts'
import type { GrammarScope } from './grammar-scope.ts'
import { parseTemplate } from './parse-template.ts'
import type { CompiledList, CompiledValue, TextList } from './program.ts'
import type { Template, TemplateNode } from './template.ts'

/** A value of a list, read once. */
export type ReadyValue = {
  readonly template: Template
  readonly compiled: CompiledValue
  /** Everything that says it; `null` when it must be matched as a template. */
  readonly texts: readonly string[] | null
}

type ValuesSource = Extract<ListSource, { readonly values: unknown }>

/** The lists of a grammar. What many templates use is compiled once, also where each takes only some values of it. */
export type GrammarLists = {
  readonly values: (source: ValuesSource, scope: GrammarScope) => readonly ReadyValue[]
  /** The list of the values that `takes` lets through; `null` when some of them must be matched as templates. */
  readonly texts: (
    source: ValuesSource,
    scope: GrammarScope,
    takes: (context: JsonObject | null) => boolean,
  ) => TextList | null
  readonly other: (source: Exclude<ListSource, ValuesSource>) => CompiledList
}

export function createLists(grammar: Grammar): GrammarLists {
  const ignoreWhitespace = grammar.settings?.ignore_whitespace === true
  const ready = new Map<object, Map<object, readonly ReadyValue[]>>()
  const compiled = new Map<string, TextList>()
  const others = new Map<object, CompiledList>()
  const numbers = new Map<object, number>()
  return { values, texts, other }

  function values(source: ValuesSource, scope: GrammarScope): readonly ReadyValue[] {
    const ofRules = ready.get(scope.rulesKey) ?? new Map<object, readonly ReadyValue[]>()
    ready.set(scope.rulesKey, ofRules)
    const known = ofRules.get(source)
    if (known !== undefined) return known
    const made = source.values.map((value) => readyValue(listValue(value), scope))
    ofRules.set(source, made)
    return made
  }

  function texts(
    source: ValuesSource,
    scope: GrammarScope,
    takes: (context: JsonObject | null) => boolean,
  ): TextList | null {
    const all = values(source, scope)
    const usesRules = source.values.some((value) => listValue(value).in.includes('<'))
    const places = all.flatMap((value, at) => (takes(value.compiled.context) ? [at] : []))
    const key = [numberOf(source), usesRules ? numberOf(scope.rulesKey) : 0, ...places].join()
    const known = compiled.get(key)
    if (known !== undefined) return known
    const spelled = places.flatMap<SpelledValue>((at) => {
      const value = all[at]
      return value === undefined || value.texts === null ? [] : [{ value: value.compiled, texts: value.texts }]
    })
    if (spelled.length < places.length) return null
    const list = compileTextList(compiled.size, spelled, ignoreWhitespace)
    compiled.set(key, list)
    return list
  }

  function other(source: Exclude<ListSource, ValuesSource>): CompiledList {
    const known = others.get(source)
    if (known !== undefined) return known
    const list: CompiledList =
      'range' in source
        ? compileRange(source.range, grammar)
        : 'reader' in source
          ? { kind: 'reader', read: source.reader }
          : { kind: 'wildcard', takes: source.takes ?? null }
    others.set(source, list)
    return list
  }

  function numberOf(one: object): number {
    const known = numbers.get(one) ?? numbers.size + 1
    numbers.set(one, known)
    return known
  }
}

function readyValue(value: ListValue, scope: GrammarScope): ReadyValue {
  const template = valueTemplate(value.in)
  const { out, context = null, metadata = null } = value
  return {
    template,
    compiled: { out, context, metadata },
    texts: expandTemplate(template.root, (name, column) => scope.rule({ name, column }, template.source).root),
  }
}

function valueTemplate(source: string): Template {
  if (isTemplate(source)) return parseTemplate(source)
  const text = source.normalize('NFC').replaceAll('’', "'").replaceAll(/\s+/gu, ' ')
  const root: TemplateNode = { kind: 'chunk', text }
  return { source, root }
}
