import { expect, test } from 'vitest'
import { loadShippedCatalogue } from '../../testing/catalogues/conversation-catalogue.ts'
import { createReader } from '../../testing/conversation/understanding-fixture.ts'

const reader = createReader(await loadShippedCatalogue())
const read = (text: string, language = 'en') => reader(text, { kind: 'nothing' }, language)

test.each([
  ['HISTORY #K95WE', 'en'],
  ['history of #K95WE', 'en'],
  ['what happened with #K95WE?', 'en'],
  ['qué pasó con #K95WE', 'es'],
  ['o que aconteceu com #K95WE', 'pt-BR'],
])('“%s” in %s asks what happened with the command of that reference', (text, language) => {
  expect(read(text, language)).toMatchObject({
    kind: 'wishes',
    wishes: [{ command: 'HISTORY', args: { ref: '#K95WE' } }],
  })
})

test('it is asked for as well where something else is denied', () => {
  const reading = read("don't cancel order 204, show the history of #K95WE")
  expect(reading).toMatchObject({ kind: 'wishes', wishes: [{ command: 'HISTORY', args: { ref: '#K95WE' } }] })
})

test('a reference in other words stays where it was said', () => {
  expect(read('add a note to order 204: see #K95WE')).toMatchObject({
    wishes: [{ command: 'ADD_NOTE', args: { id: '204', text: 'see #K95WE' } }],
  })
  expect(read('cancel #K95WE')).toEqual({ kind: 'cancel-ref', ref: 'K95WE' })
  expect(read('history of order #204')).toMatchObject({ wishes: [{ command: 'HISTORY', args: { target: '204' } }] })
})
