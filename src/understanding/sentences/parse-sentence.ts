import { assertNever } from '../../errors.ts'
import { recall } from '../../recall.ts'
import { foldLiteral } from '../text/fold-text.ts'
import type { Dialect } from './compile-grammar.ts'
import { inlineRange } from './number-range.ts'
import { parseTemplate } from './parse-template.ts'
import { templateError } from './template-error.ts'
import type { ListNode, Template, TemplateNode } from './template.ts'

/**
 * Parses a sentence of the catalogue: HassIL in which `{parameter}` takes a value of the parameter, and `{parameter:name}`
 * what people call the thing, which is a list and a slot of its own here. Rules stand in many sentences, and each is checked in
 * several ways before it is compiled: so those of several languages are kept.
 * @throws UserError `catalogue_invalid` naming the column.
 */
export const parseSentence = recall((source): Template => {
  if (source.trim() === '') throw templateError(source, 1, 'it is empty')
  return { source, root: withOwnLists(parseTemplate(source).root, source) }
}, 5000)

/** How the catalogue's sentences are written, and compared with texts that are folded. */
export const sentenceDialect: Dialect = { parse: parseSentence, spell: spellFolded }

/** `id` for `{id}` and `{id:name}`. */
export function parameterOf(slot: string): string {
  return isNameSlot(slot) ? slot.slice(0, -nameSuffix.length) : slot
}

/** Whether a slot takes what people call the thing. */
export function isNameSlot(slot: string): boolean {
  return slot.endsWith(nameSuffix)
}

/** The slot of `{parameter:name}`. */
export function nameSlotOf(parameter: string): string {
  return `${parameter}${nameSuffix}`
}

const nameSuffix = ':name'

function withOwnLists(node: TemplateNode, source: string): TemplateNode {
  const each = (items: readonly TemplateNode[]) => items.map((item) => withOwnLists(item, source))
  switch (node.kind) {
    case 'chunk':
    case 'rule':
      return node
    case 'sequence':
    case 'permutation':
      return { ...node, items: each(node.items) }
    case 'choice':
      return { ...node, options: each(node.options) }
    case 'list':
      return ownList(node, source)
    default:
      return assertNever(node)
  }
}

function ownList(node: ListNode, source: string): ListNode {
  const { list, slot, capture, column } = node
  if (capture) throw templateError(source, column, 'a sentence of a command keeps no text for the answer')
  if (inlineRange(node, source) !== null) return node
  checkName(list, source, column)
  if (slot === list) return node
  if (slot !== 'name') throw templateError(source, column, 'after ":" only "name" is known, as in {id:name}')
  return { ...node, list: nameSlotOf(list), slot: nameSlotOf(list) }
}

function checkName(name: string, source: string, column: number): void {
  if (/^[\p{L}_][\p{L}\p{N}_]*$/u.test(name)) return
  throw templateError(source, column, `"${name}" is not a name (letters, digits and "_")`)
}

/** Texts lose the punctuation around words, so templates must; an apostrophe may open a piece such as `['s]`. */
function spellFolded(chunk: string): string {
  const said = foldLiteral(chunk.trim())
    .replaceAll(/^[.,;:!?¿¡…"()#*_~]+|[.,;:!?¿¡…"()*_~]+$/gu, '')
    .replaceAll(/(?<=\p{L})-(?=\p{L})/gu, ' ')
  const [before, after] = [chunk.startsWith(' ') ? ' ' : '', chunk.endsWith(' ') ? ' ' : '']
  return said === '' ? before || after : `${before}${said}${after}`
}
