/** RFC 5321 allows 254 characters in all, 64 of them before the @. */
const maxLength = 254
const shape =
  /^(?<box>[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]{1,64})@(?<host>(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+\p{L}{2,63})$/u

/** An e-mail address with its domain in small letters: only that part is the same in any case. `null` when it is none. */
export function normaliseEmail(text: string): string | null {
  const { box, host } = shape.exec(text.normalize('NFC').trim())?.groups ?? {}
  if (box === undefined || host === undefined || text.length > maxLength) return null
  return /^\.|\.\.|\.$/u.test(box) ? null : `${box}@${host.toLowerCase()}`
}
