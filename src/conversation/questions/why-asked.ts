import { phoneShape } from '../../access/phone.ts'
import type { Command, Locale, Parameter } from '../../catalogue/catalogue.ts'
import { currencyOf } from '../../envelope/money-amount.ts'
import { assertNever } from '../../errors.ts'
import { candidateOf } from '../things/candidates.ts'
import { oddityText } from '../things/oddity-text.ts'
import { thingName } from './question-text.ts'
import { moneyText } from '../../understanding/values/money-text.ts'
import { parameterName } from '../render/describe-command.ts'
import { numberFormat } from '../render/formats.ts'
import { format, say } from '../render/say.ts'
import { showBytes } from '../render/show-bytes.ts'
import { showCurrency } from '../render/show-currency.ts'
import { showNumber } from '../render/show-number.ts'
import { showTyped } from '../render/show-typed.ts'
import { showValue } from '../render/show-value.ts'
import type { Ask, Askable } from '../things/resolve-arguments.ts'
import type { Context } from '../scene.ts'

/**
 * Why something is asked: what of that which was said is not accepted, or not known; '' when nothing was.
 *
 * @param isListed what is near is listed below, to choose from
 */
export function whyAsked(
  context: Context,
  command: Command,
  { because, parameter }: Ask<Askable>,
  isListed = false,
): string {
  const { locale } = context
  switch (because.kind) {
    case 'missing':
    case 'ambiguous':
    case 'day-alone':
      return ''
    case 'open':
      return oddityText(locale, because)
    case 'invalid': {
      const { problem, about } = because
      const name = parameterName(locale, command, about ? `${parameter.name}.${about}` : parameter.name)
      // The list of them follows.
      if (problem === 'not_a_choice' && !about) return say(locale, 'choose_again')
      const shape = problem === 'format' && parameter.type === 'phone' ? phoneShape(context.person.phone) : null
      if (shape !== null) return say(locale, 'invalid_phone', { shape })
      const limit = shownLimit(locale, parameter, because)
      const sum = numberFormat(locale.region, { minimumFractionDigits: 2 }).format(1)
      const why = say(locale, `invalid_${problem}`, { limit, name: showValue(name), sum })
      return about ? say(locale, 'invalid_in_member', { name: showValue(name), why }) : why
    }
    case 'other-currency': {
      const { currency, thing } = because
      return say(locale, 'other_currency', { ...thingName(locale, thing), currency: showCurrency(locale, currency) })
    }
    case 'not-found':
      return [
        format(locale, locale.entities[parameter.entity ?? '']?.missing ?? '', { value: showValue(because.value) }),
        ...(because.near.length === 0 || because.misspelt === true ? [] : [say(locale, 'nearest')]),
        ...(isListed ? [] : because.near.map((row) => `• ${candidateOf(context, parameter, row).label}`)),
      ].join('\n')
    case 'sounds-like':
      return [
        format(locale, locale.entities[parameter.entity ?? '']?.missing ?? '', { value: showValue(because.value) }),
        say(locale, 'sounds_like'),
      ].join('\n')
    case 'not-of':
      return say(locale, parameter.type === 'phone' ? 'not_one_person' : 'not_of', {
        label: candidateOf(context, parameter, because.row).label,
        said: showValue(because.said),
      })
    case 'nothing-meant':
      return say(locale, 'reference_unknown', { said: showValue(because.said) })
    case 'too-many':
      return say(locale, 'too_many_candidates', { value: showValue(because.value) })
    default:
      return assertNever(because)
  }
}

/** Numbers as the person writes them, and what they said made harmless; everything else as it is. */
function shownLimit(
  locale: Locale,
  parameter: Pick<Parameter, 'type' | 'schema'>,
  { problem, limit }: { readonly problem: string; readonly limit: string },
): string {
  if (problem === 'file_too_large') return showBytes(locale, Number(limit))
  if (problem === 'not_a_moment' || problem === 'not_a_date') return showValue(limit)
  if (problem === 'other_currency') return showCurrency(locale, limit)
  const number = showNumber(locale, limit)
  if (number === null) return limit
  const { type } = parameter
  if (type === 'percent') return showTyped(locale, type, limit) ?? number
  const currency = currencyOf(parameter)
  const sum = currency === null ? null : moneyText(limit, currency)
  return sum === null ? number : (showTyped(locale, 'money', sum) ?? number)
}
