import { assertNever } from '../../errors.ts'
import type { Json } from '../../json.ts'
import { listValue, isTemplate } from './compile-list.ts'
import type { Grammar, ListSource } from './grammar.ts'
import type { GrammarScope } from './grammar-scope.ts'
import { inlineRange, isInRange, rangeValue } from './number-range.ts'
import { parseTemplate } from './parse-template.ts'
import { templateError } from './template-error.ts'
import type { ListNode, Template, TemplateNode } from './template.ts'

/** A sentence that a template can say. */
export type Sample = {
  readonly text: string
  /** The value of every slot that the sentence fills; later ones win. */
  readonly slots: Readonly<Record<string, Json>>
}

export type Choices = {
  /** Which of `count` options is taken, from 0, the plainest. */
  readonly pick: (count: number) => number
  /** What is said for a wildcard or a reader. */
  readonly free: (slot: string) => string
}

/**
 * Makes one sentence.
 * @throws UserError `catalogue_invalid` for lists and rules that do not exist.
 */
export function sampleTemplate(template: Template, scope: GrammarScope, choices: Choices): Sample {
  const { text, slots } = sample(template.root, template.source)
  return { text: tidy(text), slots }

  function sample(node: TemplateNode, source: string): Sample {
    switch (node.kind) {
      case 'chunk':
        return { text: node.text, slots: {} }
      case 'sequence':
        return inTurn(node.items, source)
      case 'choice':
        return one(plainFirst(node.options), (option) => sample(option, source))
      case 'permutation':
        return inTurn(shuffled(node.items), source)
      case 'rule': {
        const rule = scope.rule(node, source)
        return sample(rule.root, rule.source)
      }
      case 'list':
        return listed(node, source)
      default:
        return assertNever(node)
    }
  }

  function inTurn(items: readonly TemplateNode[], source: string): Sample {
    const parts = items.map((item) => sample(item, source))
    return {
      text: parts.map(({ text: said }) => said).join(''),
      slots: Object.assign({}, ...parts.map((part) => part.slots)),
    }
  }

  function shuffled(items: readonly TemplateNode[]): readonly TemplateNode[] {
    const left = [...items]
    return items.flatMap(() => left.splice(choices.pick(left.length), 1))
  }

  function one(options: readonly TemplateNode[], take: (option: TemplateNode) => Sample): Sample {
    const option = options[choices.pick(options.length)]
    return option === undefined ? { text: '', slots: {} } : take(option)
  }

  function listed(node: ListNode, source: string): Sample {
    const range = inlineRange(node, source)
    const list: ListSource | undefined = scope.list(node.list) ?? (range === null ? undefined : { range })
    if (list === undefined) throw templateError(source, node.column, `there is no list {${node.list}}`)
    const { text: said, value, inside } = filling(list, node)
    return { text: said, slots: node.capture ? inside : { ...inside, [node.slot]: value } }
  }

  function filling(list: ListSource, { slot }: ListNode): { text: string; value: Json; inside: Sample['slots'] } {
    if ('values' in list) {
      const { in: source, out } = listValue(list.values[choices.pick(list.values.length)] ?? '')
      const value: Sample = isTemplate(source)
        ? sample(parseTemplate(source).root, source)
        : { text: source, slots: {} }
      return { text: value.text, value: out ?? tidy(value.text), inside: value.slots }
    }
    if ('range' in list) return { ...numberOf(list.range), inside: {} }
    const free = choices.free(slot)
    return { text: free, value: free, inside: {} }
  }

  /** In digits or in words, as often the one as the other where both are possible. */
  function numberOf(range: Extract<ListSource, { readonly range: unknown }>['range']): { text: string; value: number } {
    const { from, to, step = 1, digits = true, words = true } = range
    const number = from + step * choices.pick(Math.floor((to - from) / step) + 1)
    const spellings = words ? spellingsOf(scope.grammar, number) : []
    const inWords = spellings.length > 0 && (!digits || choices.pick(2) === 1) && isInRange(range, number)
    const said = inWords ? (spellings[choices.pick(spellings.length)] ?? '') : String(number)
    return { text: said, value: rangeValue(range, number) }
  }
}

/** Of what may be left out the plain way is to leave it out. */
function plainFirst(options: readonly TemplateNode[]): readonly TemplateNode[] {
  const last = options.at(-1)
  const isOptional = last?.kind === 'sequence' && last.items.length === 0
  return isOptional ? [last, ...options.slice(0, -1)] : options
}

function spellingsOf({ number_words = {} }: Grammar, number: number): readonly string[] {
  return number_words[String(number)] ?? []
}

function tidy(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim()
}
