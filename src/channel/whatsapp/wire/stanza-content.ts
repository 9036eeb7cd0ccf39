import type { BinaryNode } from '@whiskeysockets/baileys'

/** What a stanza comes without: its words, or what can be viewed once and is not for linked devices; `null` when nothing of ours. */
export function missingIn(node: BinaryNode): 'words' | 'view_once' | null {
  const children = Array.isArray(node.content) ? node.content : []
  const unavailable = children.find(({ tag }) => tag === 'unavailable')
  if (unavailable === undefined) return null
  const { type } = unavailable.attrs
  if (type === 'view_once' || type === 'view_once_unavailable_fanout')
    return ciphertextsOf(node).length > 0 ? null : 'view_once'
  // What was said to WhatsApp's own assistant.
  return type === 'bot_unavailable_fanout' ? null : 'words'
}

/** The words of a stanza, each as it was encrypted. */
export function ciphertextsOf({ content }: BinaryNode): readonly Uint8Array[] {
  if (!Array.isArray(content)) return []
  return content.flatMap((child) => {
    const encrypted = child.tag === 'enc' && ['pkmsg', 'msg', 'skmsg'].includes(child.attrs['type'] ?? '')
    return encrypted && child.content instanceof Uint8Array ? [child.content] : []
  })
}
