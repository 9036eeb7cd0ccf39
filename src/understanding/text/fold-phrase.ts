/** A phrase as it is compared with what is said: without case, punctuation and spacing. */
export function foldPhrase(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/\p{P}+/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim()
}

export function withoutAccents(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '')
}
