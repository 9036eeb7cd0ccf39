/** How a language says which one in a row, folded. */
export type OrdinalTable = {
  /** What is one word: "first", "tenth", "vigésimo", both genders. */
  readonly single: ReadonlyMap<string, number>
  /** What a smaller one may follow: "twenty" in "twenty first", "vigésimo" in "vigésimo primeiro". */
  readonly tens: ReadonlyMap<string, number>
  /** What may follow and says nothing: "the third one". */
  readonly nouns: readonly string[]
  /** Whether the letters after figures make them an ordinal: "1st", "1er". */
  readonly isSuffix: (figures: number, suffix: string) => boolean
}

export const englishOrdinals: OrdinalTable = {
  single: new Map([
    ...numbered(
      'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth',
    ),
    ['thirtieth', 30],
    ['fortieth', 40],
    ['fiftieth', 50],
    ['sixtieth', 60],
    ['seventieth', 70],
    ['eightieth', 80],
    ['ninetieth', 90],
  ]),
  tens: new Map([
    ['twenty', 20],
    ['thirty', 30],
    ['forty', 40],
    ['fifty', 50],
    ['sixty', 60],
    ['seventy', 70],
    ['eighty', 80],
    ['ninety', 90],
  ]),
  nouns: ['one'],
  isSuffix: (figures, suffix) => {
    const teen = figures % 100 >= 11 && figures % 100 <= 13
    return suffix === (teen ? 'th' : (['th', 'st', 'nd', 'rd'][figures % 10] ?? 'th'))
  },
}

const portugueseTens = tensOf(
  'decim vigesim trigesim quadragesim quinquagesim sexagesim septuagesim octogesim nonagesim',
)

export const portugueseOrdinals: OrdinalTable = {
  single: new Map([
    ...gendered(numbered('primeir segund terceir quart quint sext setim oitav non')),
    ...portugueseTens,
  ]),
  tens: portugueseTens,
  nouns: ['opcao'],
  isSuffix: (_, suffix) => /^\.?[oa]$/u.test(suffix),
}

const spanishTens = tensOf('decim vigesim trigesim cuadragesim quincuagesim sexagesim septuagesim octogesim nonagesim')

export const spanishOrdinals: OrdinalTable = {
  single: new Map([
    ...gendered(numbered('primer segund tercer cuart quint sext septim octav noven')),
    ['primer', 1],
    ['tercer', 3],
    ...gendered([
      ['undecim', 11],
      ['duodecim', 12],
    ]),
    ...spanishTens,
  ]),
  tens: spanishTens,
  nouns: ['opcion'],
  isSuffix: (figures, suffix) => {
    const known: Readonly<Record<number, string>> = { 1: 'er|ro|ra', 2: 'do|da', 3: 'er|ro|ra', 7: 'mo|ma', 8: 'vo|va' }
    return new RegExp(`^\\.?(?:[oa]|${known[figures % 10] ?? '[mnt]?[oa]'})$`, 'u').test(suffix)
  },
}

function numbered(words: string): readonly (readonly [string, number])[] {
  return words.split(' ').map((word, index) => [word, index + 1])
}

function gendered(stems: readonly (readonly [string, number])[]): readonly (readonly [string, number])[] {
  return stems.flatMap(([stem, value]) => [`${stem}o`, `${stem}a`].map((word) => [word, value] as const))
}

function tensOf(stems: string): ReadonlyMap<string, number> {
  return new Map(gendered(numbered(stems).map(([stem, value]) => [stem, value * 10])))
}
