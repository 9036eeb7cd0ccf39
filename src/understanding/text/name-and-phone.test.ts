import { expect, test } from 'vitest'
import { nameAndPhone } from './name-and-phone.ts'

test.each([
  ['Ana +55 11 91234-5678', 'Ana', '+55 11 91234-5678'],
  ['Ana Souza, (11) 91234-5678', 'Ana Souza', '(11) 91234-5678'],
  ['Ana (+55 11 91234-5678)', 'Ana', '+55 11 91234-5678'],
  ['+55 11 91234-5678 Ana (Compras)', 'Ana (Compras)', '+55 11 91234-5678'],
  ['+55 11 91234-5678 (Ana)', 'Ana', '+55 11 91234-5678'],
  ['Loja 2 91234-5678', 'Loja', '2 91234-5678'],
])('“%s” is the name “%s” and the number “%s”', (text, name, phone) => {
  expect(nameAndPhone(text)).toEqual({ name, phone })
})

test.each(['', 'Ana', '+55 11 91234-5678', 'Loja 1985', 'Ana 12', 'A1234567', '91234-5678, 91234-5679'])(
  '“%s” is not both',
  (text) => expect(nameAndPhone(text)).toBeNull(),
)
