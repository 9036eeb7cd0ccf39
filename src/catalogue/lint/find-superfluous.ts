/**
 * What a catalogue of one's own says as Sayso says it, and could leave out: copies of its files, messages and words, and rules of which
 * no sentence is made any more. Nothing of it is wrong.
 */
import { isDeepStrictEqual } from 'node:util'
import type { CatalogueReading } from '../load-catalogue.ts'
import { nameInSayso, rulesIn, rulesOf } from '../locales/rule-names.ts'
import { fileProblem, type Problem } from '../source/problem.ts'
import { isObject } from '../../json.ts'
import { memberOf, textOf } from '../source/yaml-map.ts'
import type { YamlPath, YamlSource } from '../source/yaml-source.ts'

type Layers = NonNullable<YamlSource['layers']>
/** Whether what stands at a path need not be said. */
type IsSaid = (path: YamlPath, own: unknown, base: unknown) => boolean

export function findSuperfluous({
  copies,
  layered,
  locales,
}: Pick<CatalogueReading, 'copies' | 'layered' | 'locales'>): readonly Problem[] {
  const files = copies.map(({ file }) => fileProblem(file, 'says what Sayso says; delete the file'))
  const texts = locales.flatMap((locale) => {
    const rules = bothRules(locale)
    const [messages, commands] = [locale.messages.source.layers, locale.texts.source.layers]
    const isSame: IsSaid = (path, own, base) =>
      path.at(-1) === 'sentences' ? areSame(own, base, rules) : isDeepStrictEqual(own, base)
    const used = commands === undefined ? new Set<string>() : usedRules(commands.own.value, commands.base.value, rules)
    const isUnused: IsSaid = (path, own, base) =>
      path[0] === 'rules' ? !used.has(String(path[1])) : isSame(path, own, base)
    return [...superfluousIn(messages, isUnused), ...superfluousIn(commands, isSame)]
  })
  return [
    ...files,
    ...layered.flatMap(({ layers }) => superfluousIn(layers, (_path, ...both) => isDeepStrictEqual(...both))),
    ...texts,
  ]
}

function superfluousIn(layers: Layers | undefined, isSaid: IsSaid): readonly Problem[] {
  if (layers === undefined) return []
  const { own, base, depth } = layers
  return saidIn(own.value, base.value, depth, [], isSaid).map((path) => {
    if (path.length === 0) return fileProblem(own.file, 'says what Sayso says; delete the file')
    const why = path[0] === 'rules' ? 'no sentence here is made of it' : 'Sayso says the same'
    // Copies are many, and long: where they stand is enough.
    return { ...own.problemAt(path, `${path.join('.')}: ${why}; delete it`, 'key'), excerpt: '' }
  })
}

/** The outermost places where everything is said. */
function saidIn(own: unknown, base: unknown, depth: number, path: YamlPath, isSaid: IsSaid): readonly YamlPath[] {
  if (depth === 0 || !isObject(own) || !isObject(base)) return isSaid(path, own, base) ? [path] : []
  const parts = Object.entries(own)
    .filter(([, each]) => !saysNothing(each))
    .map(([name, each]) => saidIn(each, memberOf(base, name), depth - 1, [...path, name], isSaid))
  const isWhole = parts.length > 0 && parts.every(([first]) => first?.length === path.length + 1)
  return isWhole ? [path] : parts.flat()
}

function saysNothing(value: unknown): boolean {
  return value === null || (isObject(value) && Object.keys(value).length === 0)
}

/** Rules by name: those of the catalogue, and those of Sayso by the names that they have there. */
type Rules = { readonly own: unknown; readonly base: unknown }

function bothRules({ messages: { source } }: CatalogueReading['locales'][number]): Rules {
  const { own, base } = source.layers ?? { own: source, base: source }
  return { own: memberOf(own.value, 'rules'), base: memberOf(base.value, 'rules') }
}

/** Whether sentences are the same words, made of rules that say the same. */
function areSame(own: unknown, base: unknown, rules: Rules): boolean {
  if (!Array.isArray(own) || !Array.isArray(base) || own.length !== base.length) return false
  return own.every((sentence, at) => isSameTemplate(String(sentence), String(base[at]), rules))
}

function isSameTemplate(own: string, base: string, rules: Rules): boolean {
  const names = rulesIn(own)
  const theirs = names.map(nameInSayso)
  if (!isDeepStrictEqual(theirs, rulesIn(base))) return false
  if (names.reduce((text, name) => text.replaceAll(`<${name}>`, `<${nameInSayso(name)}>`), own) !== base) return false
  return names.every((name) => isSameTemplate(textOf(rules.own, name), textOf(rules.base, nameInSayso(name)), rules))
}

/** The catalogue's own rules that its own sentences are made of, those left out that Sayso has too. */
function usedRules(texts: unknown, base: unknown, rules: Rules): ReadonlySet<string> {
  const commands = memberOf(texts, 'commands')
  const own = isObject(commands) ? Object.entries(commands) : []
  const sentences = own.flatMap(([path, command]) => {
    const said = memberOf(command, 'sentences')
    const theirs = memberOf(memberOf(memberOf(base, 'commands'), path), 'sentences')
    return Array.isArray(said) && !areSame(said, theirs, rules) ? said.map(String) : []
  })
  return rulesOf(sentences, (name) => textOf(rules.own, name))
}
