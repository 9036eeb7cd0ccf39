import { expect, test } from 'vitest'
import type { Command, Locale } from '../catalogue/catalogue.ts'
import { assertNever } from '../errors.ts'
import { loadShippedCatalogue } from '../testing/conversation-catalogue.ts'
import { createUnderstanding } from './create-understanding.ts'
import { parseTemplate } from './sentences/parse-template.ts'
import type { SlotNode, TemplateNode } from './sentences/template.ts'

/** Every template can be said: what it is made of reads as its own command, whatever the other commands listen to. */

const catalogue = await loadShippedCatalogue()
const { read } = createUnderstanding({ catalogue })
const samplesPerTemplate = 6

test.each([...catalogue.locales.values()].map((locale) => [locale.language, locale] as const))(
  'what the templates of %s can say reads as their own command',
  (language, locale) => {
    const strays = [...catalogue.commands.values()].flatMap((command) =>
      (locale.commands[command.path]?.sentences ?? []).flatMap((source) =>
        samplesOf(source, command, locale).flatMap((text) => {
          const reading = read(text, { kind: 'nothing' }, language)
          const meant = reading.kind === 'wishes' ? reading.wishes.map((wish) => wish.command).join('/') : reading.kind
          return meant === command.token ? [] : [`${text} (${source}): ${meant}, not ${command.token}`]
        }),
      ),
    )
    expect([...new Set(strays)]).toEqual([])
  },
)

/** The shortest that a template can say, and some of its other choices, always the same ones. */
function samplesOf(source: string, command: Command, locale: Locale): readonly string[] {
  const { root } = parseTemplate(source)
  const samples = Array.from({ length: samplesPerTemplate }, (_, round) => {
    let choices = 0
    const pick = (count: number): number => (round === 0 ? 0 : (round * 7 + choices++ * 5) % count)
    return textOf(root, { command, locale, pick }).replaceAll(/\s+/gu, ' ').trim()
  })
  return [...new Set(samples)]
}

type Sampling = { readonly command: Command; readonly locale: Locale; readonly pick: (count: number) => number }

function textOf(node: TemplateNode, sampling: Sampling): string {
  switch (node.kind) {
    case 'literal':
      return node.text
    case 'sequence':
      return node.items.map((item) => textOf(item, sampling)).join('')
    case 'choice': {
      const option = node.options[sampling.pick(node.options.length)]
      return option === undefined ? '' : textOf(option, sampling)
    }
    case 'optional':
      return sampling.pick(2) === 1 ? textOf(node.item, sampling) : ''
    case 'rule':
      return textOf(parseTemplate(sampling.locale.rules[node.name] ?? '').root, sampling)
    case 'slot':
      return valueOf(node, sampling)
    default:
      return assertNever(node)
  }
}

function valueOf({ name, form }: SlotNode, { command, locale }: Sampling): string {
  const parameter = command.parameters.find((each) => each.name === name)
  const choices = parameter?.schema['enum']
  const [choice] = Array.isArray(choices) ? choices.map(String) : []
  if (choice !== undefined) return locale.words[choice]?.[0] ?? choice
  if (parameter?.entity === 'file' || name === 'to' || name === 'path') return form === 'name' ? 'notes.txt' : 'r2.txt'
  if (form === 'name') return 'Maria Souza'
  if (parameter?.entity?.startsWith('person') === true || name === 'phone') return '+5511990000001'
  if (name === 'ref') return 'K7Q2M'
  return parameter?.type === 'text' ? 'xyz' : '204'
}
