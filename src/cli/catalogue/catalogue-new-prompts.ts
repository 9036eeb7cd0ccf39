/** What the questions about a new command are asked with: one line, one text in several languages, and a way to leave. */
import { isCancel, text } from '@clack/prompts'
import { nameOfLanguage } from '../../catalogue/locales/main-language.ts'

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

export type Texts = Readonly<{ [language: string]: string }>
/** The main language of the catalogue, and those in which it is asked besides. */
export type Languages = { readonly main: string; readonly others: readonly string[] }
/** `null`: nothing was answered. */
export type MaybeTexts = Texts | null

/**
 * A text in the main language, and in others where somebody knows it. @throws Left
 * @param options.otherwise what stands in the main one when nothing is answered there; without it the other languages are not asked then
 */
export async function askInLanguages(
  message: string,
  example: string,
  options: Languages & { readonly needed: true },
): Promise<Texts>
export async function askInLanguages(
  message: string,
  example: string,
  options: Languages & { readonly otherwise?: string },
): Promise<MaybeTexts>
export async function askInLanguages(
  message: string,
  example: string,
  {
    main,
    others,
    needed: isNeeded = false,
    otherwise = '',
  }: Languages & { readonly needed?: boolean; readonly otherwise?: string },
): Promise<MaybeTexts> {
  const made = otherwise === '' ? `${example} — Enter: made of the title` : `Enter: ${otherwise}`
  const said = (await line(message, isNeeded ? example : made, '', isNeeded ? titleProblem : undefined)) || otherwise
  if (said === '') return null
  const texts: { [language: string]: string } = { [main]: said }
  for (const language of others) {
    const other = await line(`And in ${nameOfLanguage(language)}?`, later)
    if (other !== '') texts[language] = other
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
