/** What a table has for a language, or else for the language without its region ("pt" for "pt-BR"); `null`: nothing. */
export function forLanguage<Value>(table: Readonly<Record<string, Value>>, language: string): Value | null {
  return table[language] ?? table[language.split('-')[0] ?? ''] ?? null
}
