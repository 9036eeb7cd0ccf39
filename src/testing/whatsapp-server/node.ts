import { type BinaryNode, getBinaryNodeChild, getBinaryNodeChildren } from '@whiskeysockets/baileys'

/** A node of the protocol; attributes that are `undefined` are left away. */
export function node(
  tag: string,
  attrs: { readonly [name: string]: string | undefined } = {},
  content?: readonly BinaryNode[] | Uint8Array | string,
): BinaryNode {
  const present: BinaryNode['attrs'] = {}
  for (const [name, value] of Object.entries(attrs)) if (value !== undefined) present[name] = value
  if (content === undefined) return { tag, attrs: present }
  return { tag, attrs: present, content: typeof content === 'string' ? Buffer.from(content) : mutable(content) }
}

function mutable(content: readonly BinaryNode[] | Uint8Array): BinaryNode[] | Uint8Array {
  return content instanceof Uint8Array ? content : [...content]
}

/** The first child with one of these tags, or `undefined`. */
export function child(parent: BinaryNode | undefined, tag: string): BinaryNode | undefined {
  return getBinaryNodeChild(parent, tag)
}

export function children(parent: BinaryNode | undefined, tag: string): readonly BinaryNode[] {
  return getBinaryNodeChildren(parent, tag)
}

/** The first child of any tag: what a query asks for. */
export function firstChild(parent: BinaryNode): BinaryNode | undefined {
  return Array.isArray(parent.content) ? parent.content[0] : undefined
}

/** The bytes in the child with this tag; throws when there are none. */
export function childBytes(parent: BinaryNode | undefined, tag: string): Buffer {
  const content = child(parent, tag)?.content
  if (!(content instanceof Uint8Array)) throw new Error(`<${parent?.tag ?? 'nothing'}> has no bytes in <${tag}>`)
  return Buffer.from(content)
}

/** The big-endian number in the child with this tag. */
export function childNumber(parent: BinaryNode | undefined, tag: string): number {
  const bytes = childBytes(parent, tag)
  return bytes.readUIntBE(0, bytes.length)
}

/** An attribute that must be there. */
export function attr(from: BinaryNode, name: string): string {
  const value = from.attrs[name]
  if (value === undefined) throw new Error(`<${from.tag}> has no attribute "${name}"`)
  return value
}
