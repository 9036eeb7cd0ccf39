import { expect, test } from 'vitest'
import { loadShippedCatalogue } from '../../testing/catalogues/conversation-catalogue.ts'
import { createReader } from '../../testing/conversation/understanding-fixture.ts'

const read = createReader(await loadShippedCatalogue())

test.each([
  ['en', 'call me Bia Souza please', 'Bia Souza'],
  ['en', 'call me Bia Souza, please.', 'Bia Souza'],
  ['en', 'call me Bia Souza, thanks', 'Bia Souza'],
  ['en', 'CALL ME BIA PLEASE', 'BIA'],
  ['en', 'rename Vic to Victor please', 'Victor'],
  ['en', 'call me Bia Now', 'Bia Now'],
  ['en', 'call me "Bia please"', 'Bia please'],
  ['en', 'my name is Bia S.', 'Bia S.'],
  ['pt-BR', 'me chama de Ana Souza por favor', 'Ana Souza'],
  ['pt-BR', 'me chama de Ana Souza, obrigada', 'Ana Souza'],
  ['pt-BR', 'renomeia o Vic para Victor por favor', 'Victor'],
  ['es', 'llámame Luz Souza por favor', 'Luz Souza'],
  ['es', 'llámame Luz Souza, gracias', 'Luz Souza'],
  ['es', 'cambia el nombre de Vic a Víctor por favor', 'Víctor'],
])('who is given a name is not called what is polite, in %s: “%s”', (language, text, name) => {
  expect(read(text, { kind: 'nothing' }, language)).toMatchObject({ kind: 'wishes', wishes: [{ args: { name } }] })
})

test.each([
  ['en', 'my name is not Bia'],
  ['en', 'call me Bia Souza, not Bia'],
  ['pt-BR', 'meu nome não é Ana'],
  ['es', 'mi nombre no es Luz'],
])('and not what they are not, in %s: “%s”', (language, text) => {
  expect(read(text, { kind: 'nothing' }, language).kind).toBe('unknown')
})
