/** Small letters without accents, words parted by one blank: `CANCEL_ORDER` and "cancel order" are the same. */
export function plainWords(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** The same word but for its end: "cancelo" and "cancelar", "orders" and "order"; of plain words. */
export function isAlike(one: string, other: string): boolean {
  const shortest = Math.min(one.length, other.length)
  const stem = Math.max(4, shortest - 2)
  return one === other || (shortest >= stem && one.slice(0, stem) === other.slice(0, stem))
}
