import { UserError } from '../../errors.ts'
import type { RuleNode, SlotNode, Template, TemplateNode } from './template.ts'

/** Groups inside groups; more is a mistake, and keeps the parser's own recursion small. */
const maxDepth = 20
const maxLength = 1_000
const closers: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' }

/**
 * Reads a sentence template into a frozen tree.
 * @throws UserError `catalogue_invalid`, naming the template and the column (also in `params.column`, from 1).
 */
export function parseTemplate(source: string): Template {
  if (source.trim() === '') throw templateError(source, 1, 'it is empty')
  if (source.length > maxLength) throw templateError(source, maxLength, `it is longer than ${maxLength} characters`)
  const parser = createParser(source)
  const root = parser.group(null, 0)
  return Object.freeze({ source, root })
}

/** The error of a template at a column, from 1. */
export function templateError(source: string, column: number, problem: string): UserError {
  const shown = source.length > 120 ? `${source.slice(0, 120)}…` : source
  return new UserError('catalogue_invalid', `Cannot read the sentence "${shown}", column ${column}: ${problem}`, {
    params: { column },
  })
}

function createParser(source: string) {
  let at = 0
  return { group }

  /** Everything up to `closer`; `|` binds looser than juxtaposition and spans the group. */
  function group(closer: string | null, depth: number): TemplateNode {
    const opened = at
    if (depth > maxDepth) throw templateError(source, at, `groups are nested more than ${maxDepth} deep`)
    const options: TemplateNode[] = []
    let items: TemplateNode[] = []
    for (;;) {
      const char = source[at]
      if (char === undefined) {
        if (closer === null) break
        throw templateError(source, opened, `"${source[opened - 1] ?? ''}" is never closed by "${closer}"`)
      }
      if (char === closer) break
      if (char === '|') {
        options.push(sequence(items))
        items = []
        at++
      } else items.push(piece(char, depth))
    }
    if (closer !== null) at++
    options.push(sequence(items))
    const [only] = options
    return options.length === 1 && only !== undefined
      ? only
      : Object.freeze({ kind: 'choice', options: Object.freeze(options) })
  }

  function piece(char: string, depth: number): TemplateNode {
    if (char === '(' || char === '[') {
      at++
      const item = group(closers[char] ?? null, depth + 1)
      return char === '(' ? item : Object.freeze({ kind: 'optional', item })
    }
    if (char === '{') return slot()
    if (char === '<') return rule()
    if (')]}>'.includes(char)) throw templateError(source, at + 1, `"${char}" closes nothing`)
    if (char === ';') throw templateError(source, at + 1, 'permutations (";") are not supported; write the orders out')
    return literal()
  }

  function literal(): TemplateNode {
    let text = ''
    for (;;) {
      const char = source[at]
      if (char === undefined || '([{<>}])|;'.includes(char)) break
      if (char === '\\') at++
      const taken = source[at]
      if (taken === undefined) throw templateError(source, at, '"\\" has nothing to stand before')
      text += taken
      at++
    }
    return Object.freeze({ kind: 'literal', text })
  }

  function slot(): SlotNode {
    const column = at + 1
    const [name, form, ...rest] = enclosed('}', column).split(':')
    checkName(name, column)
    if (rest.length > 0 || (form !== undefined && form !== 'name')) {
      throw templateError(source, column, 'after ":" only "name" is known, as in {id:name}')
    }
    return Object.freeze({ kind: 'slot', name: name ?? '', form: form === undefined ? 'value' : 'name', column })
  }

  function rule(): RuleNode {
    const column = at + 1
    const name = enclosed('>', column)
    checkName(name, column)
    return Object.freeze({ kind: 'rule', name, column })
  }

  function enclosed(closer: string, column: number): string {
    const end = source.indexOf(closer, at)
    if (end < 0) throw templateError(source, column, `"${source[at] ?? ''}" is never closed by "${closer}"`)
    const inner = source.slice(at + 1, end)
    at = end + 1
    return inner
  }

  function checkName(name: string | undefined, column: number): void {
    if (name === undefined || !/^[\p{L}_][\p{L}\p{N}_]*$/u.test(name)) {
      throw templateError(source, column, `"${name ?? ''}" is not a name (letters, digits and "_")`)
    }
  }
}

function sequence(items: readonly TemplateNode[]): TemplateNode {
  const [only] = items
  return items.length === 1 && only !== undefined
    ? only
    : Object.freeze({ kind: 'sequence', items: Object.freeze(items) })
}
