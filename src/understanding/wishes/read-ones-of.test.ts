import { describe, expect, test } from 'vitest'
import { loadClinic, loadShippedCatalogue } from '../../testing/catalogues/conversation-catalogue.ts'
import { createReader } from '../../testing/conversation/understanding-fixture.ts'

const read = createReader(await loadShippedCatalogue())
const readAtClinic = createReader(await loadClinic())

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

  test('have a time of their own where one was said for each', () => {
    const reading = readAtClinic(
      'remarca a consulta da Ana para sexta às 10h e a do Pedro para segunda às 9h',
      { kind: 'nothing' },
      'pt-BR',
    )
    expect(reading).toMatchObject({
      wishes: [
        { args: { appointment: 'Ana' }, said: { when: 'sexta às 10h' } },
        { args: { appointment: 'Pedro' }, said: { when: 'segunda às 9h' } },
      ],
    })
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

test.each([
  ['move Ana on friday and Pedro to monday at 9am', { appointment: ['when'] }],
  ['move Ana to friday at 10am and Pedro to monday at 9am', undefined],
  ['move Ana to friday at 10am', undefined],
])('what a name that may hold another wish has behind it is marked: “%s”', (text, behind) => {
  const reading = readAtClinic(text, { kind: 'nothing' }, 'en')
  expect(reading.kind === 'wishes' && reading.wishes[0]?.behind).toEqual(behind)
})

test('a refusal that may hold another wish says so', () => {
  const text = "don't refund the order of Maria by 10, refund the one of João by 20"
  expect(read(text, { kind: 'nothing' }, 'en')).toMatchObject({ kind: 'negated', more: true })
})
