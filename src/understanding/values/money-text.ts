import { recall } from '../../recall.ts'

/** A sum of money: a decimal amount and an ISO 4217 code. */
export type Money = { readonly amount: string; readonly currency: string }

/** The money that a canonical text such as `50.00 BRL` says; `null` when it is none, "50.0 BRL" and "R$ 50" included. */
export function parseMoney(text: string): Money | null {
  const [, amount, currency] = /^(\d{1,15}(?:\.\d{1,4})?) ([A-Z]{3})$/u.exec(text) ?? []
  if (amount === undefined || currency === undefined || moneyText(amount, currency) !== text) return null
  return { amount, currency }
}

/** A sum may be written with cents where the currency has none: "¥500.00". */
const cents = 2

/**
 * The one text of a sum: as many decimals as the currency has, no zeros before. `null` for what the currency has no coins
 * for, for what is below zero, and for more decimals than any such sum is written with: in "1.2500" a digit or a mark is wrong.
 */
export function moneyText(amount: string, currency: string): string | null {
  const decimals = decimalsOf(currency)
  const [, whole, fraction = ''] = /^0*(\d{1,15})(?:\.(\d+?)0*)?$/u.exec(amount) ?? []
  if (decimals === null || whole === undefined) return null
  if (decimalPlaces(amount) > Math.max(decimals, cents)) return null
  const minor = fraction === '0' ? '' : fraction
  if (minor.length > decimals) return null
  return `${whole}${decimals === 0 ? '' : `.${minor.padEnd(decimals, '0')}`} ${currency}`
}

/** Whether no currency of cents is written with so many decimals; one of three may be. */
export function isFinerThanCents(amount: string): boolean {
  return decimalPlaces(amount) > cents
}

function decimalPlaces(amount: string): number {
  return amount.split('.')[1]?.length ?? 0
}

const decimalsOf = recall((currency) => {
  if (!/^[A-Z]{3}$/u.test(currency)) return null
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? null
})
