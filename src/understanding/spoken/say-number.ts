import type { Spoken } from './spoken.ts'

const ones = 'zero one two three four five six seven eight nine'.split(' ')
const teens = 'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' ')
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')

/** How a whole number of up to four digits is said in English: as one, in pairs, digit by digit; `null` for any other text. */
export function sayNumber(digits: string): Spoken | null {
  if (!/^(?:0|[1-9]\d{0,3})$/u.test(digits)) return null
  const number = Number(digits)
  const each = Array.from(digits, (digit): Spoken =>
    digit === '0' ? { any: ['zero', 'oh'] } : (ones[Number(digit)] ?? ''),
  )
  const ways: Spoken[] = [whole(number)]
  if (digits.length > 1) ways.push({ all: each })
  if (digits.length > 2 && number % 100 > 9)
    ways.push({ all: [below100(Math.floor(number / 100)), below100(number % 100)] })
  return { any: ways }
}

function whole(number: number): Spoken {
  const [thousands, hundreds] = [Math.floor(number / 1000), Math.floor((number % 1000) / 100)]
  const rest = number % 100
  const parts: Spoken[] = [
    ...(thousands === 0 ? [] : [ones[thousands] ?? '', 'thousand']),
    ...(hundreds === 0 ? [] : [ones[hundreds] ?? '', 'hundred']),
  ]
  if (parts.length === 0) return below100(rest)
  return rest === 0 ? { all: parts } : { all: [...parts, { maybe: 'and' }, below100(rest)] }
}

function below100(number: number): Spoken {
  if (number < 10) return ones[number] ?? ''
  if (number < 20) return teens[number - 10] ?? ''
  const ten = tens[Math.floor(number / 10) - 2] ?? ''
  return number % 10 === 0 ? ten : { all: [ten, ones[number % 10] ?? ''] }
}
