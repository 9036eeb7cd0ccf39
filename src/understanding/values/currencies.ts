import { forLanguage } from '../text/for-language.ts'
import { groupMarkIn } from './decimal.ts'
import type { ValueLanguage } from './value-language.ts'

/** Names that several currencies share. */
const families = {
  dollar: ['USD', 'CAD', 'AUD'],
  peso: ['ARS', 'MXN', 'CLP', 'COP', 'UYU', 'DOP'],
} as const

type Family = keyof typeof families

const codes = [
  ...families.dollar,
  ...families.peso,
  'EUR',
  'GBP',
  'BRL',
  'PEN',
  'BOB',
  'PYG',
  'CRC',
  'GTQ',
  'HNL',
  'NIO',
  'VES',
  'PAB',
  'JPY',
  'CHF',
  'CNY',
]

const signs: Readonly<Record<string, string>> = {
  r$: 'BRL',
  us$: 'USD',
  u$: 'USD',
  u$s: 'USD',
  u$d: 'USD',
  ca$: 'CAD',
  a$: 'AUD',
  au$: 'AUD',
  mx$: 'MXN',
  '¥': 'JPY',
  'jp¥': 'JPY',
  'cn¥': 'CNY',
  '€': 'EUR',
  '£': 'GBP',
  's/': 'PEN',
}

type Names = Readonly<Record<string, readonly string[]>>

/** By language: code or family → what people call it, folded. Slang only where it can mean one currency alone. */
const names: Readonly<Record<string, Names>> = {
  en: {
    dollar: ['dollar', 'dollars', 'buck', 'bucks'],
    peso: ['peso', 'pesos'],
    USD: ['us dollar', 'us dollars', 'american dollars'],
    CAD: ['canadian dollars'],
    MXN: ['mexican pesos'],
    ARS: ['argentine pesos'],
    BRL: ['real', 'reais', 'brazilian reais'],
    EUR: ['euro', 'euros'],
    GBP: ['pound', 'pounds', 'quid'],
  },
  pt: {
    dollar: ['dolar', 'dolares'],
    peso: ['peso', 'pesos'],
    USD: ['dolares americanos'],
    BRL: ['real', 'reais', 'rs', 'conto', 'contos', 'pila', 'pilas', 'pau', 'paus'],
    ARS: ['pesos argentinos'],
    EUR: ['euro', 'euros'],
    GBP: ['libra', 'libras'],
  },
  es: {
    dollar: ['dolar', 'dolares'],
    peso: ['peso', 'pesos', 'varo', 'varos', 'baro', 'baros', 'lana'],
    USD: ['dolares americanos', 'dolares estadounidenses'],
    ARS: ['pesos argentinos'],
    MXN: ['pesos mexicanos'],
    CLP: ['pesos chilenos'],
    COP: ['pesos colombianos'],
    UYU: ['pesos uruguayos'],
    DOP: ['pesos dominicanos'],
    BRL: ['real', 'reales'],
    EUR: ['euro', 'euros'],
    GBP: ['libra', 'libras'],
    PEN: ['sol', 'soles'],
    BOB: ['boliviano', 'bolivianos'],
    PYG: ['guarani', 'guaranies'],
    CRC: ['colon', 'colones'],
    GTQ: ['quetzal', 'quetzales'],
    HNL: ['lempira', 'lempiras'],
    NIO: ['cordoba', 'cordobas'],
    VES: ['bolivar', 'bolivares'],
  },
}

/** The currency of a region, by ISO 3166. */
const homes: Readonly<Record<string, string>> = {
  US: 'USD',
  PR: 'USD',
  EC: 'USD',
  SV: 'USD',
  PA: 'USD',
  CA: 'CAD',
  AU: 'AUD',
  GB: 'GBP',
  IE: 'EUR',
  BR: 'BRL',
  PT: 'EUR',
  ES: 'EUR',
  AR: 'ARS',
  MX: 'MXN',
  CL: 'CLP',
  CO: 'COP',
  UY: 'UYU',
  DO: 'DOP',
  PE: 'PEN',
  BO: 'BOB',
  PY: 'PYG',
  CR: 'CRC',
  GT: 'GTQ',
  HN: 'HNL',
  NI: 'NIO',
  VE: 'VES',
}

/** The currency (ISO 4217) of a region (BCP 47), where people there call it by a name that others share: "$", "pesos". */
export function homeCurrencyOf(region: string): string | undefined {
  const home = homes[new Intl.Locale(region).region ?? '']
  return home !== undefined && isCalled(home, '$') ? home : undefined
}

/** Whether a sign is read as this currency (ISO 4217), whoever writes it. */
export function isSignOf(sign: string, currency: string): boolean {
  return signs[sign.toLowerCase()] === currency
}

/** What people write after an amount, or before it: codes and names. Signs are found by their shape. */
export function currencyWords(language: string): readonly string[] {
  return [...codes.map((code) => code.toLowerCase()), ...Object.values(namesIn(language)).flat()]
}

/**
 * The currency (ISO 4217) that was said, folded, '' when nothing was; `wanted` is the only one that will do, if there is one.
 * "Pesos", "dollars" and "$" are those of `wanted` or of where it is said, where that has some; a dollar elsewhere is
 * that of the United States. `null` when it could be several, or none that is known: it is asked, not guessed.
 */
export function currencyOf(
  said: string,
  wanted: string | undefined,
  { code, home }: Pick<ValueLanguage, 'code' | 'home'>,
): string | null {
  if (said === '') return wanted ?? null
  const own = [wanted, home].filter((each) => each !== undefined)
  if (said === '$') return own.find((each) => isCalled(each, said)) ?? null
  const known = knownCurrency(said, code)
  if (known !== 'dollar' && known !== 'peso') return known
  return own.find((each) => isOf(known, each)) ?? (known === 'dollar' ? 'USD' : null)
}

/**
 * The same while the only currency that will do is not known yet: a name that several share stays that name, `peso`, `dollar` or `$`,
 * for `isCalled` to tell whose it is.
 */
export function sharedCurrencyOf(said: string, { code }: Pick<ValueLanguage, 'code'>): string | null {
  return said === '$' ? said : knownCurrency(said, code)
}

/** Whether people call a currency by a name that it shares with others. */
export function isCalled(currency: string, name: string): boolean {
  return familiesOf(name).some((family) => isOf(family, currency))
}

/** Whether several currencies are called by this name: `peso`, `dollar`, `$`. */
export function isSharedName(name: string): boolean {
  return familiesOf(name).length > 0
}

function familiesOf(name: string): readonly Family[] {
  return name === '$' ? ['dollar', 'peso'] : name === 'dollar' || name === 'peso' ? [name] : []
}

/** The mark that parts thousands where people pay in a currency; `null` where they do not agree on one. */
export function groupMarkOfCurrency(currency: string): string | null {
  const regions = Object.keys(homes).filter((region) => homes[region] === currency)
  const marks = new Set(regions.map(groupMarkIn))
  const [mark] = marks
  return mark !== undefined && marks.size === 1 ? mark : null
}

/** A code or a family. */
function knownCurrency(said: string, language: string): string | null {
  return codes.find((each) => each.toLowerCase() === said) ?? signs[said] ?? nameOf(said, language)
}

function isOf(family: Family, code: string): boolean {
  return (families[family] as readonly string[]).includes(code)
}

function nameOf(said: string, language: string): string | null {
  return Object.entries(namesIn(language)).find(([, words]) => words.includes(said))?.[0] ?? null
}

function namesIn(language: string): Names {
  return forLanguage(names, language) ?? {}
}
