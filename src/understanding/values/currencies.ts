import { forLanguage } from '../text/for-language.ts'
import { groupMarkOf } from './decimal.ts'
import { languageIn } from './speaker-country.ts'
import type { ValueLanguage } from './value-language.ts'

/** Names that several currencies share. */
const families = {
  dollar: ['USD', 'CAD', 'AUD', 'NZD', 'SGD', 'HKD', 'JMD', 'TTD', 'BBD', 'BSD', 'BZD', 'GYD', 'XCD', 'FJD', 'NAD'],
  peso: ['ARS', 'MXN', 'CLP', 'COP', 'UYU', 'DOP', 'PHP'],
  rupee: ['INR', 'PKR', 'LKR', 'NPR', 'MUR'],
  shilling: ['KES', 'TZS', 'UGX'],
  rs: ['INR', 'PKR', 'LKR', 'NPR', 'MUR', 'BRL'],
} as const

type Family = keyof typeof families

/** Whose sign is "$" at home. */
const dollarSign: readonly string[] = [...families.dollar, ...families.peso.filter((each) => each !== 'PHP')]

const codes = [
  ...Object.values(families).flat(),
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
  'NGN',
  'GHS',
  'ZAR',
  'ZMW',
  'BWP',
  'BDT',
  'AED',
  'MYR',
  'AOA',
  'MZN',
  'CVE',
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
  nz$: 'NZD',
  s$: 'SGD',
  hk$: 'HKD',
  mx$: 'MXN',
  '¥': 'JPY',
  'jp¥': 'JPY',
  'cn¥': 'CNY',
  '€': 'EUR',
  '£': 'GBP',
  's/': 'PEN',
  '₹': 'INR',
  '₦': 'NGN',
  '₱': 'PHP',
  '₵': 'GHS',
  'gh₵': 'GHS',
}

type Names = Readonly<Record<string, readonly string[]>>

/** By language: code or family → what people call it, folded. Slang only where it can mean one currency alone. */
const names: Readonly<Record<string, Names>> = {
  en: {
    dollar: ['dollar', 'dollars', 'buck', 'bucks'],
    peso: ['peso', 'pesos'],
    rupee: ['rupee', 'rupees'],
    rs: ['rs'],
    shilling: ['shilling', 'shillings'],
    USD: ['us dollar', 'us dollars', 'american dollars'],
    CAD: ['canadian dollars'],
    MXN: ['mexican pesos'],
    ARS: ['argentine pesos'],
    BRL: ['real', 'reais', 'brazilian reais'],
    EUR: ['euro', 'euros'],
    GBP: ['pound', 'pounds', 'quid'],
    INR: ['indian rupees'],
    KES: ['ksh', 'kshs'],
    TZS: ['tsh'],
    UGX: ['ush'],
    NGN: ['naira', 'nairas'],
    GHS: ['cedi', 'cedis'],
    ZAR: ['rand', 'rands'],
    ZMW: ['kwacha'],
    BWP: ['pula'],
    BDT: ['taka'],
    AED: ['dirham', 'dirhams'],
    MYR: ['ringgit'],
  },
  pt: {
    dollar: ['dolar', 'dolares'],
    peso: ['peso', 'pesos'],
    USD: ['dolares americanos'],
    BRL: ['real', 'reais', 'rs', 'conto', 'contos', 'pila', 'pilas', 'pau', 'paus'],
    ARS: ['pesos argentinos'],
    EUR: ['euro', 'euros'],
    GBP: ['libra', 'libras'],
    AOA: ['kwanza', 'kwanzas'],
    MZN: ['metical', 'meticais'],
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
    EUR: ['euro', 'euros', 'eurillo', 'eurillos', 'pavo', 'pavos'],
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
  NZ: 'NZD',
  SG: 'SGD',
  HK: 'HKD',
  JM: 'JMD',
  TT: 'TTD',
  BB: 'BBD',
  BS: 'BSD',
  BZ: 'BZD',
  GY: 'GYD',
  FJ: 'FJD',
  NA: 'NAD',
  PH: 'PHP',
  IN: 'INR',
  PK: 'PKR',
  LK: 'LKR',
  NP: 'NPR',
  MU: 'MUR',
  KE: 'KES',
  TZ: 'TZS',
  UG: 'UGX',
  NG: 'NGN',
  GH: 'GHS',
  ZA: 'ZAR',
  ZM: 'ZMW',
  BW: 'BWP',
  BD: 'BDT',
  AE: 'AED',
  MY: 'MYR',
  AO: 'AOA',
  MZ: 'MZN',
  CV: 'CVE',
}

/** The currency (ISO 4217) of a country (ISO 3166), where people there call it by a name that others share: "$", "pesos", "rupees"; reais have one of their own. */
export function homeCurrencyOf(country: string | undefined): string | undefined {
  const home = homes[country ?? '']
  return home !== undefined && Object.keys(families).some((family) => family !== 'rs' && isCalled(home, family))
    ? home
    : undefined
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
 * "Pesos", "dollars", "rupees" and "$" are those of `wanted` or of where it is said, where that has some; a dollar elsewhere is
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
  if (known === null || !isSharedName(known)) return known
  return own.find((each) => isCalled(each, known)) ?? (known === 'dollar' ? 'USD' : null)
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
  return sharing(name).includes(currency)
}

/** Whether several currencies are called by this name: `peso`, `dollar`, `$`. */
export function isSharedName(name: string): boolean {
  return sharing(name).length > 0
}

function sharing(name: string): readonly string[] {
  if (name === '$') return dollarSign
  return Object.hasOwn(families, name) ? families[name as Family] : []
}

/** The mark that parts thousands where people pay in a currency; `null` where they do not agree on one. */
export function groupMarkOfCurrency(currency: string): string | null {
  const regions = Object.keys(homes).filter((region) => homes[region] === currency)
  const marks = new Set(regions.map((region) => groupMarkOf(`${languageIn(region)}-${region}`)))
  const [mark] = marks
  return mark !== undefined && marks.size === 1 ? mark : null
}

/** A code or a family. */
function knownCurrency(said: string, language: string): string | null {
  const sign = Object.hasOwn(signs, said) ? signs[said] : undefined
  return codes.find((each) => each.toLowerCase() === said) ?? sign ?? nameOf(said, language)
}

function nameOf(said: string, language: string): string | null {
  return Object.entries(namesIn(language)).find(([, words]) => words.includes(said))?.[0] ?? null
}

function namesIn(language: string): Names {
  return forLanguage(names, language) ?? {}
}
