/** Whether each word has a capital and is not in capitals alone; what is short may stand between them ("Ana de Sá e Lima R."). */
export function isWrittenAsName(value: string): boolean {
  const words = value.split(/\s+/u)
  return words.every((word, at) => {
    if (/^\p{Lu}.*\p{Ll}/u.test(word)) return true
    const isLast = at === words.length - 1
    return word.length <= 3 && at > 0 && (!isLast || /^\p{Lu}/u.test(word))
  })
}
