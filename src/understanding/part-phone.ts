import { normalisePhone, phoneDigits } from '../access/phone.ts'
import type { Command } from '../catalogue/catalogue.ts'

const number = String.raw`\+?\(?\d[\d\s()./\-\u2010-\u2015]*\d`
const nameFirst = new RegExp(String.raw`^(?<name>.*\p{L}\S*?)[\s,;:]+(?<phone>${number})$`, 'su')
const phoneFirst = new RegExp(String.raw`^(?<phone>${number})[\s,;:]+(?<name>\p{L}.*)$`, 'su')

/**
 * "Carla +55 11 98888-7777" is a name and a number where the command wants both and only the one was found: nobody is called by a
 * phone number.
 */
export function partPhone(
  { parameters }: Pick<Command, 'parameters'>,
  args: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const wanted = parameters.find(
    ({ type, entity, name }) => type === 'phone' && entity === null && args[name] === undefined,
  )
  if (wanted === undefined) return args
  for (const { name, type } of parameters) {
    const said = type === 'text' ? args[name] : undefined
    const found = said === undefined ? null : (nameFirst.exec(said) ?? phoneFirst.exec(said))
    const phone = found?.groups?.['phone'] ?? ''
    const value = normalisePhone(phone) ?? (phoneDigits(phone) === null ? null : phone)
    if (value !== null) return { ...args, [name]: found?.groups?.['name']?.trim() ?? '', [wanted.name]: value }
  }
  return args
}
