/**
 * What the sentences of a command put behind a number: "kilos" and "boxes" of `receive {quantity} [kilos|boxes] [of] {product:name}`. Whoever is
 * asked how much came in says them too.
 */
import type { Catalogue, Command, Locale } from '../../catalogue/catalogue.ts'
import { recall, recallFor } from '../../recall.ts'
import { foldText } from '../text/fold-text.ts'
import { expandTemplate } from '../sentences/expand-template.ts'
import { parseSentence } from '../sentences/parse-sentence.ts'
import type { TemplateNode } from '../sentences/template.ts'

/** In all languages that are spoken, for people mix them; folded. */
export function unitsOf(
  { locales }: Pick<Catalogue, 'locales'>,
  { path }: Pick<Command, 'path'>,
  parameter: string,
): readonly string[] {
  return unitsFor(locales)(path)(parameter)
}

/** Working them out takes longer than reading an answer does. */
const unitsFor = recallFor((locales: Catalogue['locales']) =>
  recall((path) => recall((parameter) => unitsIn(locales, path, parameter))),
)

function unitsIn(locales: Catalogue['locales'], path: string, parameter: string): readonly string[] {
  const units = [...locales.values()].flatMap((locale) =>
    (locale.commands[path]?.sentences ?? []).flatMap((sentence) =>
      behind(parseSentence(sentence).root, parameter, locale),
    ),
  )
  return [...new Set(units.map((unit) => foldText(unit).text).filter((unit) => /^\p{L}/u.test(unit)))]
}

function behind(node: TemplateNode, parameter: string, locale: Locale): readonly string[] {
  if (node.kind === 'choice') return node.options.flatMap((option) => behind(option, parameter, locale))
  if (node.kind !== 'sequence' && node.kind !== 'permutation') return []
  const own = node.items.flatMap((item, at) => {
    if (item.kind !== 'list' || item.slot !== parameter) return []
    const next = node.items.slice(at + 1).find((each) => each.kind !== 'chunk' || each.text.trim() !== '')
    return next === undefined
      ? []
      : (expandTemplate(next, (name) => parseSentence(locale.rules[name] ?? '').root) ?? [])
  })
  return [...own, ...node.items.flatMap((item) => behind(item, parameter, locale))]
}
