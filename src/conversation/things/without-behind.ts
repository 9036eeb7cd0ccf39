import type { Command, Locale, Parameter } from '../../catalogue/catalogue.ts'
import { jsonText } from '../../json.ts'
import { say } from '../render/say.ts'
import { showSaid } from '../render/show-said.ts'
import { showValue } from '../render/show-value.ts'
import type { Draft } from '../session.ts'

/**
 * "lend L-07 to kate until friday and L-14 to bruno until monday": nothing is called what that name has swallowed, so what stood behind it may
 * be of another wish, and is not kept. `null` where nothing stood behind it.
 */
export function withoutBehind(
  locale: Locale,
  { parameters }: Pick<Command, 'parameters'>,
  draft: Draft,
  { name }: Parameter,
): { readonly draft: Draft; readonly note: string } | null {
  const values = { ...draft.args, ...draft.raw, ...draft.said }
  const behind = (draft.behind?.[name] ?? []).filter((other) => values[other] !== undefined)
  if (behind.length === 0) return null
  const kept = <Value>(all: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> =>
    Object.fromEntries(Object.entries(all).filter(([key]) => !behind.includes(key)))
  const words = behind.map((other) => {
    const parameter = parameters.find((each) => each.name === other)
    const value = jsonText(values[other] ?? null)
    return parameter === undefined || draft.said?.[other] !== undefined ? value : showSaid(locale, parameter, value)
  })
  // What is said from now on is said of the name that comes.
  const { behind: _told, ...left } = draft
  return {
    draft: { ...left, raw: kept(draft.raw), args: kept(draft.args) },
    note: say(locale, 'aside_left', { said: showValue(words.join(', ')) }),
  }
}
