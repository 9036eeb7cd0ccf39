/** Whoever wants to be forgotten hears who can have that done, whatever else the words could mean. */
import { expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import { createReader } from '../testing/conversation/understanding-fixture.ts'

const read = createReader(await loadShippedCatalogue())

test.each([
  ['en', ['forget me', 'Forget me please', 'delete me', 'remove me from the system', 'erase my data']],
  [
    'pt-BR',
    ['me esquece', 'Me esqueça!', 'esquece de mim', 'me apaga', 'me apaga do sistema', 'apaga meus dados', 'me remove'],
  ],
  [
    'es',
    [
      'bórrame',
      'borrame por favor',
      'bórrame del sistema',
      'olvídame',
      'olvidate de mí',
      'elimíname',
      'dame de baja',
      'borra mis datos',
    ],
  ],
])('what asks in %s to be forgotten', (language, texts) => {
  for (const text of texts)
    for (const expectation of [{ kind: 'nothing' }, { kind: 'choice', count: 2 }] as const)
      expect([text, read(text, expectation, language)]).toEqual([text, { kind: 'erasure' }])
})

test.each([
  ['pt-BR', 'esquece'],
  ['pt-BR', 'me deixa'],
  ['en', 'forget it'],
  ['es', 'olvídalo'],
])('what drops something in %s is none: %s', (language, text) => {
  expect(read(text, { kind: 'choice', count: 2 }, language).kind).toBe('drop')
})
