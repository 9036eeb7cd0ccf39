/** Country codes (ITU-T E.164) of countries where most people speak a language that is shipped, other than English. */
const codes: Readonly<Record<string, readonly string[]>> = {
  'pt-BR': ['55', '351', '238', '239', '244', '245', '258'],
  es: '34 51 52 53 54 56 57 58 240 502 503 504 505 506 507 591 593 595 598 1787 1809 1829 1849 1939'.split(' '),
}

/** The language, as a BCP 47 tag, that somebody of whom only the number is known most likely speaks; English in doubt. */
export function languageOfPhone(phone: string): string {
  const spoken = Object.entries(codes).find(([, prefixes]) => prefixes.some((prefix) => phone.startsWith(`+${prefix}`)))
  return spoken?.[0] ?? 'en'
}
