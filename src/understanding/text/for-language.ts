/** What a table has for a language, or else for the language without its region ("pt" for "pt-BR"); `null`: nothing. */
export function forLanguage<Value>(table: Readonly<Record<string, Value>>, language: string): Value | null {
  const dash = language.indexOf('-')
  return table[language] ?? (dash < 0 ? undefined : table[language.slice(0, dash)]) ?? null
}
