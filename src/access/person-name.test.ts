import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { showValue } from '../conversation/render/show-value.ts'
import { isWellNamed, nameAsSeen } from './person-name.ts'

describe('isWellNamed()', () => {
  test.each([
    'Ana',
    'João d’Ávila',
    'Joa\u0303o',
    'Mª José',
    'Ana (Compras) 2',
    'Loja 1985',
    'Ана Соуза',
    'Ana Соуза',
    'Νίκος',
    '安娜',
    'أنا',
    'Ana \u{1f600}',
    'Ana \u2764\ufe0f',
    'Ana \u{1f469}\u200d\u{1f527}',
    'Ana \u{1f469}\u{1f3fd}\u200d\u{1f527}',
    'Vi\u0323\u0302t',
    'क्षि\u0902',
    'မျှော်',
    'བསྒྲུབས',
    'x'.repeat(80),
  ])('takes %j', (name) => {
    expect(isWellNamed(name)).toBe(true)
  })

  test.each([
    ['nothing', ''],
    ['a blank', ' '],
    ['marks alone', '***'],
    ['too much', 'x'.repeat(81)],
    ['two lines', 'Ana\nSouza'],
    ['a zero-width space', 'Ana\u200b Souza'],
    ['a soft hyphen', 'Ana\u00ad'],
    ['a selector of colour without a picture', 'Ana\ufe0f'],
    ['a joiner behind a letter', 'Ana\u200d\u{1f527}'],
    ['pictures alone', '\u2764\ufe0f'],
    ['a Hangul filler', 'Ana\u3164 Souza'],
    ['a grapheme joiner', 'Ana\u034f'],
    ['a blank of Braille', 'Ana\u2800Souza'],
    ['a direction mark', 'B\u202eia'],
    ['a stack of marks', `Ana${'\u0363'.repeat(4)}`],
    ['a phone number', 'Ana Souza (+5511990000001)'],
    ['a phone number with blanks', 'Ana 11 99000-0001'],
    ['a phone number in full-width digits', 'Ana １１９９００００００１'],
    ['a phone number in Arabic digits', 'Ana ١١٩٩٠٠٠٠٠٠١'],
    ['a Cyrillic letter in a Latin word', '\u0410na Souza'],
    ['a Greek letter in a Latin word', 'An\u03b1 Souza'],
  ])('refuses %s', (_what, name) => {
    expect(isWellNamed(name)).toBe(false)
  })
})

describe('nameAsSeen()', () => {
  test.each([
    'ana souza',
    'ANA SÓUZA',
    'Ana\u00a0 Souza',
    'Ana\u2003Souza',
    'Ana\u3164 Souza',
    'A\u200bna Souza\u034f',
    'Ana Souza*',
    'An*a Souza',
    'Ana_Souza',
    'Ana·Souza',
    'Ａｎａ Souza',
    '\u{1d400}na Souza',
    'Ana\nSouza',
    'A n a Souza',
    'AnaSouza',
  ])('is the same for %j as for who is called so', (name) => {
    expect(nameAsSeen(name)).toBe(nameAsSeen('Ana Souza'))
  })

  test('differs where the names do', () => {
    const names = ['Ana', 'Ana Souza', 'Anna Souza', 'Ana Sousa', 'Ана Соуза', 'Ana Souza 2']
    expect(new Set(names.map(nameAsSeen)).size).toBe(names.length)
  })

  test('is the same for whatever is shown the same', () => {
    const unit = fc.constantFrom(
      'A',
      'n',
      '\u3164',
      '\u200b',
      '\u034f',
      '*',
      '`',
      '~',
      '_',
      ' ',
      '\n',
      '\u00a0',
      '\u0301',
      'é',
    )
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 12 }), (name) => {
        expect(nameAsSeen(showValue(name))).toBe(nameAsSeen(name))
      }),
    )
  })
})
