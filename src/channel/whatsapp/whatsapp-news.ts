import { assertNever } from '../../errors.ts'
import type { Trouble as EndOfConnection } from './connection/plan-reconnect.ts'

type Trouble = EndOfConnection | 'restricted' | 'deaf'

/** What a person should know of a number. */
export type WhatsAppNews =
  | { readonly kind: 'connected' | 'unreachable' | 'waiting' | 'unpaired'; readonly phone: string }
  | { readonly kind: 'trouble'; readonly phone: string; readonly trouble: Trouble }

/** In words, with what to do about it. */
export function describeNews(news: WhatsAppNews): string {
  const { phone } = news
  switch (news.kind) {
    case 'connected':
      return `WhatsApp: ${phone} is connected.`
    case 'unreachable':
      return `WhatsApp cannot be reached just now. Sayso keeps trying; everything else goes on.`
    case 'waiting':
      return `WhatsApp: another process serves ${phone}. This one takes over when that one ends.`
    case 'unpaired':
      return `WhatsApp: ${phone} was unlinked on the phone. Everything is kept; \`sayso pair\` links it again.`
    case 'trouble':
      return describeTrouble(news.trouble, phone)
    default:
      return assertNever(news)
  }
}

/** Whether somebody has to do something, who may not be looking at a terminal. */
export function needsPerson({ kind }: WhatsAppNews): boolean {
  return kind === 'unpaired' || kind === 'trouble'
}

/** Whether messages come and go from now on; `null` where the news says nothing of it: of a restriction nobody tells the end. */
export function isServed(news: WhatsAppNews): boolean | null {
  if (news.kind === 'connected') return true
  if (news.kind === 'trouble') return news.trouble === 'restricted' ? null : false
  return news.kind === 'unreachable' ? false : null
}

function describeTrouble(trouble: Trouble, phone: string): string {
  switch (trouble) {
    case 'refused':
      return `WhatsApp refuses ${phone}. Open WhatsApp on the phone: it says why. Sayso tries again in some hours.`
    case 'outdated':
      return `WhatsApp no longer accepts this version. Update Sayso.`
    case 'replaced':
      return `WhatsApp: something else uses the link of ${phone}. Sayso leaves it alone for a quarter of an hour; stop that program.`
    case 'mismatch':
      return `WhatsApp: the phone of ${phone} does not accept linked devices. Update WhatsApp there.`
    case 'restricted':
      return `WhatsApp restricts whom ${phone} may write to. Open WhatsApp on the phone: it says for how long.`
    case 'deaf':
      return `WhatsApp: ${phone} is connected, but its messages do not reach Sayso. Sayso keeps reconnecting. Open WhatsApp on the phone and check its linked devices.`
    default:
      return assertNever(trouble)
  }
}
