import type { Locale } from '../../catalogue/catalogue.ts'

/** As a line begins: the first letter large, as the region writes it. */
export function capitalised({ region }: Locale, name: string): string {
  const [first = '', ...rest] = Array.from(name)
  return `${first.toLocaleUpperCase(region)}${rest.join('')}`
}
