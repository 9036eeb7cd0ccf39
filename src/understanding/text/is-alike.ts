/** The same word but for its end: "cancelo" and "cancelar", "orders" and "order"; folded. */
export function isAlike(one: string, other: string): boolean {
  const shortest = Math.min(one.length, other.length)
  const stem = Math.max(4, shortest - 2)
  return one === other || (shortest >= stem && one.slice(0, stem) === other.slice(0, stem))
}
