import type { proto } from '@whiskeysockets/baileys'

/** The phone number on contact cards, which are shared where a number is asked for; `null` when there is none, or more than one. */
export function numberOnCard({ contactMessage, contactsArrayMessage }: proto.IMessage): string | null {
  const cards = [contactMessage, ...(contactsArrayMessage?.contacts ?? [])]
  const numbers = cards.flatMap((card) => numbersIn(card?.vcard ?? ''))
  const [only = '', ...others] = new Set(numbers)
  return only === '' || others.length > 0 ? null : only
}

function numbersIn(vcard: string): readonly string[] {
  const lines = vcard.match(/^(?:\w+\.)?TEL\b.*$/gimu) ?? []
  // WhatsApp's own id is the whole number; what the phone has beside it may lack the country.
  return lines.map((line) => {
    const id = /waid=(\d+)/iu.exec(line)?.[1]
    return id === undefined ? line.slice(line.lastIndexOf(':') + 1).trim() : `+${id}`
  })
}
