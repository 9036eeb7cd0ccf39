import { expect, test } from 'vitest'
import { languageOfPhone } from './language-of-phone.ts'

test.each([
  ['+5511990000001', 'pt-BR'],
  ['+5491123456789', 'es'],
  ['+18095550100', 'es'],
  ['+15550009999', 'en'],
  ['+4930123456', 'en'],
])('%s most likely speaks %s', (phone, language) => {
  expect(languageOfPhone(phone)).toBe(language)
})
