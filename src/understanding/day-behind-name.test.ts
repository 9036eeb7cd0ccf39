import { describe, expect, test } from 'vitest'
import type { Parameter } from '../catalogue/catalogue.ts'
import { loadShippedCatalogue, withParameter } from '../testing/catalogues/conversation-catalogue.ts'
import { createReader } from '../testing/conversation/understanding-fixture.ts'

const day: Parameter = {
  name: 'amount',
  kind: 'scalar',
  required: true,
  type: 'date',
  schema: { type: 'string', format: 'date' },
  entity: null,
}

const sentences: Readonly<Record<string, readonly string[]>> = {
  en: ['bring it to {id:name}', 'bring it to {id:name} on {amount}'],
  'pt-BR': ['leva isso para a {id:name}', 'leva isso para a {id:name} no dia {amount}'],
  es: ['lleva eso a {id:name}', 'lleva eso a {id:name} el {amount}'],
}

const read = createReader(withParameter(await loadShippedCatalogue(), 'REFUND_ORDER', day, sentences))

describe('a day behind a name, which no word leads to, is read as one', () => {
  test.each([
    ['en', 'bring it to maria tomorrow', '2026-03-05'],
    ['en', 'bring it to maria the day after tomorrow', '2026-03-06'],
    ['en', 'bring it to maria in two days', '2026-03-06'],
    ['pt-BR', 'leva isso para a maria amanhã', '2026-03-05'],
    ['pt-BR', 'leva isso para a maria depois de amanha', '2026-03-06'],
    ['pt-BR', 'leva isso para a maria daqui a dois dias', '2026-03-06'],
    ['es', 'lleva eso a maria mañana', '2026-03-05'],
    ['es', 'lleva eso a maria pasado manana', '2026-03-06'],
    ['es', 'lleva eso a maria en dos días', '2026-03-06'],
  ])('%s: “%s”', (language, text, when) => {
    expect(read(text, { kind: 'nothing' }, language)).toMatchObject({
      kind: 'later',
      asks: { command: 'REFUND_ORDER', args: { id: 'maria', amount: when } },
    })
  })

  test.each([
    ['en', 'bring it to maria and bring it to joana tomorrow'],
    ['pt-BR', 'leva isso para a maria e leva isso para a joana amanhã'],
    ['es', 'lleva eso a maria y lleva eso a joana mañana'],
  ])('%s: of all that it stands behind: “%s”', (language, text) => {
    expect(read(text, { kind: 'nothing' }, language)).toMatchObject({
      kind: 'wishes',
      wishes: [{ args: { id: 'maria', amount: '2026-03-05' } }, { args: { id: 'joana', amount: '2026-03-05' } }],
    })
  })

  test.each([
    ['en', 'bring it to maria every week', 'every week'],
    ['pt-BR', 'leva isso para a maria mais tarde', 'mais tarde'],
    ['es', 'lleva eso a maria más tarde', 'más tarde'],
  ])('%s: what is no day stays as it was said: “%s”', (language, text, said) => {
    expect(read(text, { kind: 'nothing' }, language)).toMatchObject({
      kind: 'later',
      asks: { args: { id: 'maria', amount: said } },
    })
  })
})
