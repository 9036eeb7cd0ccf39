import type { Locale, Parameter } from '../../catalogue/catalogue.ts'
import { nameAndPhone } from '../../understanding/text/name-and-phone.ts'
import { isOf } from './is-of.ts'
import { plainWords } from './plain-words.ts'
import type { One } from './resolve-one.ts'
import type { Scene } from '../scene.ts'

/**
 * "Ana +55 11 91234-5678": whoever has the number, if they are called so; who is called so and has another number is not meant, and
 * neither is whoever has the number and is called otherwise. `null` where there are not both a name and a number.
 * @param resolve finds whom a name or a number alone means
 */
export function resolvePerson(
  { context }: Scene,
  { type, entity }: Parameter,
  raw: string,
  resolve: (raw: string) => One,
): One | null {
  const parted = type === 'phone' && entity !== null ? nameAndPhone(raw.trim()) : null
  if (parted === null) return null
  const name = withoutFiller(context.locale, parted.name)
  const found = resolve(parted.phone)
  if (name === '' || found.kind === 'needs') return found
  if (found.kind === 'value') {
    const isBoth = found.row === undefined || isOf(found.row, name)
    return isBoth ? found : { kind: 'because', because: { kind: 'not-of', row: found.row, said: parted.name } }
  }
  const { because } = found
  if (because.kind === 'ambiguous') {
    const rows = because.rows.filter((row) => isOf(row, name))
    const [row, ...others] = rows
    if (row === undefined) return found
    return others.length > 0
      ? { kind: 'because', because: { ...because, rows } }
      : { kind: 'value', value: row.id, row }
  }
  if (because.kind !== 'not-found') return found
  const named = resolve(name)
  if (named.kind === 'needs') return named
  return named.kind === 'value' && named.row !== undefined
    ? { kind: 'because', because: { kind: 'not-of', row: named.row, said: parted.phone } }
    : found
}

/** Without what people put around a name: "Ana with number", "o Rui". */
function withoutFiller({ words }: Locale, name: string): string {
  const filler = new Set((words['filler'] ?? []).map(plainWords))
  return plainWords(name)
    .split(' ')
    .filter((word) => !filler.has(word))
    .join(' ')
}
