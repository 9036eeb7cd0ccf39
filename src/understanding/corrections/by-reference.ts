/**
 * "make it 150", "ponlo en 150" where something is sent for a booking, and where the guests of one can be set: a value of what waits, and no
 * wish for the booking that it is for.
 */
import type { Parameter } from '../../catalogue/catalogue.ts'
import type { ValueCorrection } from '../correction-reading.ts'
import { type OpenText, wantedBy } from '../open-text.ts'
import { skipLeading } from '../text/phrases.ts'
import type { WantedValue } from '../values/wanted-value.ts'
import { soleWish } from '../wishes/sole-wish.ts'
import { readCorrectedValue } from './corrected-value.ts'

/** The whole text as a value of what waits, as which it counts where it asks for nothing. */
export function readValueAlone(said: OpenText): ValueCorrection | null {
  // A number of somebody is nobody else's by itself.
  const wanted = wantedBy(said).filter(({ type }) => type !== 'phone')
  return readCorrectedValue(said.folded, wanted, said.reader.language, said.when)
}

/** A value of what waits, where the words would be a wish for a value of that kind, of a thing that they only refer to. */
export function readByReference(said: OpenText): ValueCorrection | null {
  const { text, folded, expectation, reader, when } = said
  if (expectation.kind !== 'confirmation' || !reader.commands.holdsReference(text)) return null
  const { command = '', args = {}, refers } = soleWish(reader.commands.read(text, when)) ?? {}
  if (refers === undefined) return null
  const { parameters = [] } = reader.catalogue.commands.get(command) ?? {}
  const [only, ...others] = parameters.filter(({ name }) => args[name] !== undefined)
  if (only === undefined || others.length > 0 || only.type === 'id') return null
  const { changing, skipped } = reader.language
  const changes = changing.endsAt(folded.text, skipLeading(folded.text, skipped)).length > 0
  const count = changes ? countIn(args[only.name] ?? '', only, wantedBy(said)) : null
  const value = readValueAlone(said) ?? count
  return value !== null && [value, ...(value.or ?? [])].some(({ as }) => as === only.type) ? value : null
}

/** A number that is no sum, which is as well of what waits as of what would be asked for. */
function countIn(number: string, { type }: Parameter, values: readonly WantedValue[]): ValueCorrection | null {
  const isCount = (type === 'integer' || type === 'decimal') && values.some((each) => each.type === type)
  return isCount ? { kind: 'correction', correction: number, as: type } : null
}
