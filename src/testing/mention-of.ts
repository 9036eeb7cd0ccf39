import { anyOf, nameMentions, numberMention, type Mention } from '../ledger/people/mentions.ts'

/** How somebody with this number and name is mentioned. */
export function mentionOf({ phone, name }: { readonly phone: string; readonly name: string }): Mention {
  return anyOf([numberMention(phone), ...nameMentions([name])])
}
