/** How values are said in English, as trees for an ear that is told what to expect. */
import type { Spoken, SpokenValue } from '../../understanding/spoken/spoken.ts'

const any = (...some: readonly Spoken[]): Spoken => ({ any: some })
const all = (...parts: readonly Spoken[]): Spoken => ({ all: parts })
const maybe = (spoken: Spoken): Spoken => ({ maybe: spoken })
const words = (text: string): readonly Spoken[] => text.split(' ')

const ones = any(...words('one two three four five six seven eight nine'))
const digit = any('zero', 'oh', ones)
const teen = any(...words('ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'))
const tens = any(...words('twenty thirty forty fifty sixty seventy eighty ninety'))
const from10 = any(teen, all(tens, maybe(ones)))
const below100 = any(ones, from10)
const below1000 = any(below100, all(any(ones, 'a'), 'hundred', maybe(all(maybe('and'), below100))))
const whole = any(
  below1000,
  all(any(ones, teen, 'a'), 'thousand', maybe(all(maybe('and'), below1000))),
  // Digit by digit, and in pairs.
  all(digit, digit, maybe(digit), maybe(digit)),
  all(below100, from10),
  'zero',
)
const month = any(...words('january february march april may june july august september october november december'))
const weekday = any(...words('monday tuesday wednesday thursday friday saturday sunday'))
const firstTo9th = any(...words('first second third fourth fifth sixth seventh eighth ninth'))
const ordinal = any(
  firstTo9th,
  ...words('tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth'),
  'twentieth',
  'thirtieth',
  all(any('twenty', 'thirty'), firstTo9th),
)
const unit = any(...words('day days week weeks hour hours minute minutes month months'))
const day = any(
  ...words('today tomorrow yesterday tonight'),
  all(maybe(any('on', 'next', 'this', 'last')), weekday),
  all(maybe('on'), maybe('the'), ordinal, maybe('of'), month),
  all(maybe('on'), month, maybe('the'), any(ordinal, below100)),
  all(any('this', 'next', 'last'), any('week', 'month', 'year')),
  all('in', any(below100, 'a', 'an'), unit),
)
const part = any(...words('morning afternoon evening night'))
const time = all(
  maybe('at'),
  any(
    all(below100, maybe(any("o'clock", below100))),
    all(any('half', 'quarter'), any('past', 'to'), below100),
    'noon',
    'midnight',
  ),
  maybe(any(all(any('a', 'p'), 'm'), all('in', 'the', part))),
)

export const englishValues: Readonly<Record<SpokenValue, Spoken>> = {
  number: whole,
  percent: all(below100, any('percent', all('per', 'cent'))),
  money: all(
    whole,
    maybe(all(any('dollars', 'dollar', 'euros', 'euro', 'pounds', 'bucks'), maybe(all(maybe('and'), below100)))),
    maybe(any('cents', 'cent')),
  ),
  month,
  moment: any(all(day, maybe(any(part, time))), all(time, maybe(day))),
}
