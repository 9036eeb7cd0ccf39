import type { ListNode, RuleNode, Template, TemplateNode } from './template.ts'
import { templateError } from './template-error.ts'

/** A longer template is refused, in characters. */
const maxTemplateLength = 4_000
const maxTemplateDepth = 50
/** More items have more orders than anybody means. */
const maxPermutation = 6

const special = '([{<>}])|;'
/** What stands for itself in a word. */
const plain = /[^\s\\([{<>}\])|;]+/y

/**
 * Parses a template. `|` binds looser than `;`, and both looser than standing side by side.
 * @throws UserError `catalogue_invalid` naming the column.
 */
export function parseTemplate(source: string): Template {
  if (source.length > maxTemplateLength) {
    throw templateError(source, maxTemplateLength + 1, `it is longer than ${maxTemplateLength} characters`)
  }
  const end = source.trimEnd().length
  let at = source.length - source.trimStart().length
  const root = group(null, at, 0)
  return { source, root }

  /** Everything up to `closer`, which is taken too; the whole template when it is `null`. */
  function group(closer: string | null, opened: number, depth: number): TemplateNode {
    if (depth > maxTemplateDepth) {
      throw templateError(source, opened + 1, `groups are nested deeper than ${maxTemplateDepth}`)
    }
    const options: TemplateNode[] = []
    let orders: TemplateNode[] = []
    let items: TemplateNode[] = []
    const from = at
    for (;;) {
      const char = at < end ? source[at] : undefined
      if (char === undefined && closer !== null) {
        throw templateError(source, opened + 1, `"${source[opened] ?? ''}" is never closed by "${closer}"`)
      }
      if (char === undefined || char === closer) break
      if (char === '|') {
        options.push(permutation(orders, items))
        orders = []
        items = []
        at++
      } else if (char === ';') {
        if (orders.push(sequence(items)) >= maxPermutation) {
          throw templateError(source, at + 1, `more than ${maxPermutation} items in any order`)
        }
        items = []
        at++
      } else items.push(piece(char, depth))
    }
    if (closer !== null && at === from) throw templateError(source, opened + 1, 'nothing stands between the brackets')
    if (closer !== null) at++
    options.push(permutation(orders, items))
    if (closer === ']') options.push(empty)
    return choice(options)
  }

  function piece(char: string, depth: number): TemplateNode {
    const opened = at
    if (char === '(' || char === '[') {
      at++
      return group(char === '(' ? ')' : ']', opened, depth + 1)
    }
    if (char === '{') return list()
    if (char === '<') return rule()
    if (special.includes(char)) throw templateError(source, at + 1, `"${char}" closes nothing`)
    return chunk()
  }

  /** One word and the blanks after it; a blank before it belongs to it too. */
  function chunk(): TemplateNode {
    const before = blanks()
    const said = word()
    const after = blanks()
    const text = `${before}${said}${said.endsWith(' ') ? '' : after}`
    return { kind: 'chunk', text: text.normalize('NFC').replaceAll('’', "'") }
  }

  /** As one. */
  function blanks(): string {
    const from = at
    while (at < end && /\s/u.test(source[at] ?? '')) at++
    return at > from ? ' ' : ''
  }

  function word(): string {
    let text = ''
    for (;;) {
      plain.lastIndex = at
      const run = plain.exec(source)?.[0].slice(0, end - at) ?? ''
      text += run
      at += run.length
      if (at >= end || source[at] !== '\\') return text
      const taken = at + 1 < end ? source[at + 1] : undefined
      if (taken === undefined) throw templateError(source, at + 1, '"\\" has nothing to stand before')
      text += taken
      at += 2
    }
  }

  function list(): ListNode {
    const column = at + 1
    const inner = enclosed('}')
    const colon = inner.indexOf(':')
    const short = inner.startsWith('@')
    const name = short ? inner.slice(1) : colon < 0 ? inner : inner.slice(0, colon)
    const target = short || colon < 0 ? name : inner.slice(colon + 1)
    const capture = short || target.startsWith('@')
    const slot = capture && !short ? target.slice(1) : target
    if (name === '' || slot === '') throw templateError(source, column, `"{${inner}}" names no list or no slot`)
    return { kind: 'list', list: name, slot, capture, closesWord: at < end && /\s/u.test(source[at] ?? ''), column }
  }

  function rule(): RuleNode {
    const column = at + 1
    const name = enclosed('>')
    if (name === '') throw templateError(source, column, '"<>" names no rule')
    return { kind: 'rule', name, column }
  }

  function enclosed(closer: string): string {
    const opened = at
    let inner = ''
    for (at++; at < end && source[at] !== closer; at++) {
      if (source[at] === '\\') at++
      inner += source[at] ?? ''
    }
    if (at >= end) throw templateError(source, opened + 1, `"${source[opened] ?? ''}" is never closed by "${closer}"`)
    at++
    return inner.trim()
  }
}

const empty: TemplateNode = { kind: 'sequence', items: [] }
const blank: TemplateNode = { kind: 'chunk', text: ' ' }

function permutation(orders: readonly TemplateNode[], last: readonly TemplateNode[]): TemplateNode {
  if (orders.length === 0) return sequence(last)
  const items = [...orders, sequence(last)].map((item) => sequence([blank, item, blank]))
  return { kind: 'permutation', items }
}

function sequence(items: readonly TemplateNode[]): TemplateNode {
  const [only] = items
  return items.length === 1 && only !== undefined ? only : { kind: 'sequence', items }
}

function choice(options: readonly TemplateNode[]): TemplateNode {
  const [only] = options
  return options.length === 1 && only !== undefined ? only : { kind: 'choice', options }
}
