/** What the questions about a new command are asked with: one line, one text in several languages, and a way to leave. */
import { isCancel, text } from '@clack/prompts'

const nameOfLanguage = new Intl.DisplayNames('en', { type: 'language' })
const later = 'Enter: later'

/** Thrown when the person leaves. */
export class Left extends Error {}

/** What was answered. @throws Left */
export async function taken<Answer>(asked: Promise<Answer>): Promise<Exclude<Answer, symbol>> {
  const answer = await asked
  if (isCancel(answer)) throw new Left()
  // A symbol is the sign of leaving.
  return answer as Exclude<Answer, symbol>
}

/** One line of text, trimmed; '' when nothing was answered. @throws Left */
export async function line(
  message: string,
  placeholder: string,
  initialValue = '',
  validate?: (value: string) => string | undefined,
): Promise<string> {
  const check = (value: string | undefined) => validate?.((value ?? '').trim())
  const said = await taken(text({ message, placeholder, initialValue, validate: check, defaultValue: '' }))
  return said.trim()
}

export type Texts = { readonly en: string } & Readonly<{ [language: string]: string }>
/** `null`: nothing was answered. */
export type MaybeTexts = Texts | null

/**
 * A text in English, and in other languages where somebody knows it. @throws Left
 * @param options.otherwise what stands in English when nothing is answered there; without it the other languages are not asked then
 */
export async function askInLanguages(
  message: string,
  example: string,
  options: { readonly others: readonly string[]; readonly needed: true },
): Promise<Texts>
export async function askInLanguages(
  message: string,
  example: string,
  options: { readonly others: readonly string[]; readonly otherwise?: string },
): Promise<MaybeTexts>
export async function askInLanguages(
  message: string,
  example: string,
  {
    others,
    needed: isNeeded = false,
    otherwise = '',
  }: { readonly others: readonly string[]; readonly needed?: boolean; readonly otherwise?: string },
): Promise<MaybeTexts> {
  const made = otherwise === '' ? `${example} — Enter: made of the title` : `Enter: ${otherwise}`
  const english = (await line(message, isNeeded ? example : made, '', isNeeded ? titleProblem : undefined)) || otherwise
  if (english === '') return null
  const texts: { en: string; [language: string]: string } = { en: english }
  for (const language of others) {
    const said = await line(`And in ${nameOfLanguage.of(language) ?? language}?`, later)
    if (said !== '') texts[language] = said
  }
  return texts
}

/** Refuses an empty answer. */
export function needed(value: string): string | undefined {
  return value === '' ? 'This is needed' : undefined
}

function titleProblem(value: string): string | undefined {
  return /[{}<>]/u.test(value) ? 'Without { } < >' : needed(value)
}
