import { normalisePhone, phoneDigits } from '../../access/phone.ts'
import type { Command } from '../../catalogue/catalogue.ts'
import { nameAndPhone } from './name-and-phone.ts'

/** The beginning of a number at the end of a name. */
const cutOff = /^(?<name>.*\p{L}\S*?)[\s,;:]+(?:[([](?=[^)\]]*$))?(?<phone>\+?\(?\d[\d\s()./\-\u2010-\u2015]*)$/su

/**
 * "Carla +55 11 98888-7777" is a name and a number where the command wants both and only the one was found, or the name was given
 * the beginning of the number: nobody is called by a phone number.
 */
export function partPhone(
  { parameters }: Pick<Command, 'parameters'>,
  args: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const wanted = parameters.find(({ type, entity }) => type === 'phone' && entity === null)
  if (wanted === undefined) return args
  const known = args[wanted.name]
  for (const { name, type } of parameters) {
    const said = type === 'text' ? args[name] : undefined
    if (said === undefined) continue
    const found = known === undefined ? nameAndPhone(said) : cutOff.exec(said)?.groups
    if (found == null) continue
    const phone = [found.phone, known].join(' ').trim()
    const value = normalisePhone(phone) ?? (phoneDigits(phone) === null ? null : phone)
    if (value !== null) return { ...args, [name]: found.name?.trim() ?? '', [wanted.name]: value }
  }
  return args
}
