import { describe, expect, test } from 'vitest'
import { loadClinic, loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import { createReader } from '../testing/conversation/understanding-fixture.ts'

const read = createReader(await loadShippedCatalogue())
const readAtClinic = createReader(await loadClinic())
const nothing = { kind: 'nothing' } as const
const preview = { kind: 'confirmation', method: 'token', phrase: null } as const

test.each([
  ['en', 'Can I speak with a real person?', 'human'],
  ['en', 'I changed my mobile number', 'renumbering'],
  ['en', 'let me check with her first', 'wait'],
  ['es', 'puedo hablar con una persona real', 'human'],
  ['es', 'déjame pensarlo', 'wait'],
  ['pt-BR', 'preciso falar com uma pessoa de verdade', 'human'],
  ['pt-BR', 'deixa eu confirmar com ele', 'wait'],
])('%s: “%s” is what its neighbours in the list are: %s', (language, text, kind) => {
  expect(read(text, nothing, language)).toEqual({ kind })
  expect(read(text, preview, language)).toEqual({ kind })
})

describe('what is said of a thing', () => {
  test.each([
    ['en', 'wrong appointment', 'no'],
    ['en', "that's the wrong appointment", 'no'],
    ['pt-BR', 'consulta errada', 'no'],
    ['pt-BR', 'é a consulta errada', 'no'],
  ])('%s: “%s” is understood of the things that a catalogue has: %s', (language, text, kind) => {
    expect(readAtClinic(text, preview, language)).toMatchObject({ kind })
    expect(read(text, preview, language).kind).not.toBe(kind)
  })

  test('is understood of the things of the shop there', () => {
    expect(read('wrong order', preview, 'en')).toEqual({ kind: 'no' })
    expect(read('pedido equivocado', preview, 'es')).toEqual({ kind: 'no' })
    expect(read('keep the note', preview, 'en')).toEqual({ kind: 'drop' })
    expect(readAtClinic('wrong order', preview, 'en').kind).not.toBe('no')
  })
})
