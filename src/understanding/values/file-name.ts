/** As much as file systems take of a path, in characters. */
const maxLength = 500

/**
 * A file name, or a path below the folder that the bot may use, as it was typed: no step upwards, no root, no backslash, no
 * character that cannot be seen. `null` when it is none.
 */
export function fileName(text: string): string | null {
  const name = text.normalize('NFC').trim()
  if (name === '' || name.length > maxLength || /[\\\p{C}]/u.test(name)) return null
  return /^\/|^~|(?:^|\/)\.{1,2}(?:\/|$)|\/\/|\/$/u.test(name) ? null : name
}
