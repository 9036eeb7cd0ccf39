import type { Locale } from '../../catalogue/catalogue.ts'
import { reasonCodes } from '../../envelope/lifecycle.ts'
import { say } from './say.ts'

/** Why a command was rejected or failed, in a few words of the language; what is none of our codes stays as it is. */
export function reasonName(locale: Locale, reason: string): string {
  return reasonCodes.some((code) => code === reason) ? say(locale, `why_${reason}`) : reason
}
