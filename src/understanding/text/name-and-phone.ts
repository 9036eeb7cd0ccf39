import { normalisePhone, phoneDigits } from '../../access/phone.ts'

const number = String.raw`\+?\(?\d[\d\s()./\-\u2010-\u2015]*\d`
const nameFirst = new RegExp(
  String.raw`^(?<name>.*\p{L}\S*?)[\s,;:]+(?:(?<phone>${number})|[(\[](?<phone>${number})[)\]])$`,
  'su',
)
const phoneFirst = new RegExp(
  String.raw`^(?<phone>${number})[\s,;:]+(?:(?<name>\p{L}.*)|[(\[](?<name>\p{L}.*)[)\]])$`,
  'su',
)

/** "Carla +55 11 98888-7777", "+55 11 98888-7777 (Carla)": nobody is called by a phone number, so it is a name and a number, as they were written. */
export function nameAndPhone(text: string): { readonly name: string; readonly phone: string } | null {
  const { name = '', phone = '' } = (nameFirst.exec(text) ?? phoneFirst.exec(text))?.groups ?? {}
  return normalisePhone(phone) === null && phoneDigits(phone) === null ? null : { name: name.trim(), phone }
}
