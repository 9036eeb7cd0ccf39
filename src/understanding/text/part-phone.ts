import { normalisePhone, phoneDigits } from '../../access/phone.ts'
import type { Command } from '../../catalogue/catalogue.ts'
import { foldText } from './fold-text.ts'
import { lastWords } from './match-literal.ts'
import { nameAndPhone } from './name-and-phone.ts'
import type { Phrases } from './phrases.ts'

/** The beginning of a number at the end of a name. */
const cutOff = /^(?<name>.*\p{L}\S*?)[\s,;:]+(?:[([](?=[^)\]]*$))?(?<phone>\+?\(?\d[\d\s()./\-\u2010-\u2015]*)$/su

/**
 * "Carla +55 11 98888-7777" is a name and a number where the command wants both and only the one was found, or the name was given
 * the beginning of the number: nobody is called by a phone number, nor by what leads to one ("Carla, tel. 98888-7777").
 */
export function partPhone(
  { parameters }: Pick<Command, 'parameters'>,
  args: Readonly<Record<string, string>>,
  beforePhone: Phrases,
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
    if (value !== null)
      return { ...args, [name]: withoutLead(found.name?.trim() ?? '', beforePhone), [wanted.name]: value }
  }
  return args
}

/** More words lead to no number. */
const mostLeads = 4

/** "Carla, tel." without what leads to a number; all of it where nothing would be left. */
function withoutLead(name: string, beforePhone: Phrases): string {
  const { text, original, starts } = foldText(name)
  const leads = lastWords(text, mostLeads).filter((at) => beforePhone.endsAt(text, at).includes(text.length))
  const [from] = leads.toReversed()
  return from === undefined ? name : original.slice(0, starts[from]).replace(/[\s,;:([]+$/u, '')
}
