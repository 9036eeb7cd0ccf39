import { expect, it } from 'vitest'
import { recall, recallFor } from './recall.ts'

it('finds an answer once, also when it is undefined', () => {
  const asked: string[] = []
  const find = recall((text) => {
    asked.push(text)
    return text === 'a' ? 1 : undefined
  })
  expect([find('a'), find('b'), find('a'), find('b')]).toEqual([1, undefined, 1, undefined])
  expect(asked).toEqual(['a', 'b'])
})

it('asks again after an error', () => {
  let tries = 0
  const find = recall(() => {
    tries += 1
    if (tries === 1) throw new RangeError('not yet')
    return tries
  })
  expect(() => find('a')).toThrow('not yet')
  expect(find('a')).toBe(2)
})

it('keeps no more than it may, and still answers', () => {
  let asked = 0
  const find = recall((text) => {
    asked += 1
    return text.length
  })
  for (let n = 0; n < 1001; n++) find(String(n))
  expect(find('0')).toBe(1)
  expect(asked).toBe(1002)
})

it('finds an answer once for each thing, however alike they are', () => {
  const asked: object[] = []
  const find = recallFor((thing: { readonly n: number }) => {
    asked.push(thing)
    return thing.n === 1 ? 'one' : undefined
  })
  const [one, other] = [{ n: 1 }, { n: 1 }]
  const none = { n: 2 }
  expect([find(one), find(other), find(none), find(one), find(none)]).toEqual([
    'one',
    'one',
    undefined,
    'one',
    undefined,
  ])
  expect(asked).toEqual([one, other, none])
})
