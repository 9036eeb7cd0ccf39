import { expect, test } from 'vitest'
import { mayBeMisspelt, nearlyCalled } from './near-names.ts'

const rows = ['João Lima', 'Pedro Alves', 'Ana', 'Joana Souza', 'John', 'Maria Fernanda Souza'].map((name, at) => ({
  id: String(at),
  name,
}))
const near = (said: string) => nearlyCalled(rows, said).map(({ name }) => name)

test.each([
  ['Pedor Alves', ['Pedro Alves']],
  ['pedro alvez', ['Pedro Alves']],
  ['Jhon', ['John']],
  ['Jaoo', ['João Lima']],
  ['Joana Suoza', ['Joana Souza']],
  ['Fernanda Sousa', ['Maria Fernanda Souza']],
  ['Ferannda', ['Maria Fernanda Souza']],
])('%s may mean %j', (said, names) => {
  expect(near(said)).toEqual(names)
})

test.each(['Pe', 'Pedro Costa', 'Xavier', 'al', '', 'Pedor Alves 207'])('%s is near nobody', (said) => {
  expect(mayBeMisspelt(said) ? near(said) : []).toEqual([])
})

test('the nearest comes first, and what has no name is not near', () => {
  expect(near('Joan')).toEqual(['João Lima', 'Joana Souza', 'John'])
  expect(nearlyCalled([{ id: '1', customer: 'Pedro' }], 'Pedor')).toEqual([])
})
