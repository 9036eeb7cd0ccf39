import { describe, expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/conversation-catalogue.ts'
import { createReader } from '../testing/understanding-fixture.ts'

const read = createReader(await loadShippedCatalogue())

function wishesIn(language: string, text: string) {
  const reading = read(text, { kind: 'nothing' }, language)
  return reading.kind === 'wishes' ? reading.wishes.map(({ command, args }) => `${command} ${args['id']}`) : reading
}

describe('the ones of several people', () => {
  test.each([
    ['en', 'cancel the order of Maria and the one of João'],
    ['en', 'cancel the order of Maria, and the one from João'],
    ['pt-BR', 'cancela o da Maria e o do João'],
    ['pt-BR', 'cancela o pedido da Maria e o do João'],
    ['pt-BR', 'cancela o da Maria, o do João'],
    ['pt-BR', 'por favor, cancela o pedido da Maria e o do João!'],
    ['es', 'cancela el de Maria y el de João'],
    ['es', 'cancela el pedido de Maria y el de João'],
    ['es', 'cancela el pedido de Maria y también el de João'],
    ['es', 'cancelá el pedido de Maria y el del João'],
  ])('%s: “%s” are two wishes', (language, text) => {
    expect(wishesIn(language, text)).toEqual(['CANCEL_ORDER Maria', 'CANCEL_ORDER João'])
  })

  test.each([
    ['pt-BR', 'cancela o da Maria, o do João e o do Pedro'],
    ['es', 'cancela el de Maria, el de João y el de Pedro'],
    ['es', 'cancela el de Maria y el de João y el pedido de Pedro'],
  ])('%s: “%s” are three', (language, text) => {
    expect(wishesIn(language, text)).toEqual(['CANCEL_ORDER Maria', 'CANCEL_ORDER João', 'CANCEL_ORDER Pedro'])
  })

  test('have what is said of them in common', () => {
    expect(read('cancela o pedido da Maria e o do João porque desistiram', { kind: 'nothing' }, 'pt-BR')).toMatchObject(
      {
        wishes: [{ args: { id: 'Maria', reason: 'desistiram' } }, { args: { id: 'João', reason: 'desistiram' } }],
      },
    )
  })

  test('are denied together', () => {
    expect(read('não cancela o pedido da Maria e o do João', { kind: 'nothing' }, 'pt-BR')).toMatchObject({
      kind: 'negated',
      wish: { args: { id: 'Maria' } },
      others: [{ args: { id: 'João' } }],
    })
  })

  test.each([
    ['en', 'cancel the order of Souza and Sons', 'Souza and Sons'],
    ['pt-BR', 'cancela o pedido da Souza e Filhos', 'Souza e Filhos'],
    ['pt-BR', 'cancela o pedido de “Maria e o do João”', 'Maria e o do João'],
    ['es', 'cancela el pedido de Souza e Hijos', 'Souza e Hijos'],
    ['es', 'cancela el pedido de Pan y Vino', 'Pan y Vino'],
    ['es', 'cancela el pedido de Maria y el Gordo', 'Maria y el Gordo'],
  ])('%s: “%s” is one of one name', (language, text, name) => {
    expect(wishesIn(language, text)).toEqual([`CANCEL_ORDER ${name}`])
  })
})
