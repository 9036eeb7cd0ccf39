import { expect, test } from 'vitest'
import { foldText } from '../text/fold-text.ts'
import { phonesAt } from './phone-numbers.ts'

test.each([
  ['+5511990000001', '+5511990000001'],
  ['+55 (11) 99000-0001', '+5511990000001'],
  ['+ 55 11 9 9000 0001', '+5511990000001'],
  ['0055 11 99000-0001', '+5511990000001'],
  ['11 99000-0001', '11990000001'],
  ['(11) 99000-0001', '11990000001'],
])('phonesAt() reads “%s” whole', (written, value) => {
  const folded = foldText(written)
  expect(phonesAt(folded, 0)[0]).toEqual({ end: folded.text.length, value })
})

test.each(['0', '204', '99 00', '+55 11', 'Pedro', 'order 990000001', '-5511990000001'])(
  'phonesAt() finds no number at the beginning of “%s”',
  (written) => expect(phonesAt(foldText(written), 0)).toEqual([]),
)

test('phonesAt() leaves what follows a number to whoever reads on', () => {
  const folded = foldText('+55 11 99000-0001 as viewer')
  expect(phonesAt(folded, 0)[0]).toEqual({ end: '+55 11 99000-0001'.length, value: '+5511990000001' })
})
