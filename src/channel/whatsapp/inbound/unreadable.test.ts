import type { BinaryNode } from '@whiskeysockets/baileys'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createUnreadable } from './unreadable.ts'

const node = (id: string, from = '91@lid'): BinaryNode => ({ tag: 'message', attrs: { id, from } })

function collect(afterMs: number) {
  const given: (string | undefined)[] = []
  const unreadable = createUnreadable({ giveUp: ({ attrs }) => given.push(attrs['id']), afterMs: () => afterMs })
  return { unreadable, given }
}

test('failure 15: a message is given up when the last retry has failed, once', () => {
  const { unreadable, given } = collect(60_000)
  for (let n = 0; n < 5; n++) unreadable.failed(node('A'))
  expect(given).toEqual([])
  expect(unreadable.missing('A')).toEqual([node('A')])
  unreadable.failed(node('A'))
  expect(given).toEqual(['A'])
  expect(unreadable.missing('A')).toEqual([])
  unreadable.stop()
})

test('failure 15: one that nobody sends again is given up after a while', async () => {
  const { unreadable, given } = collect(5)
  unreadable.failed(node('A'))
  await expect.poll(() => given).toEqual(['A'])
  unreadable.stop()
})

test('failure 15: what was read in the end is never given up, and nothing is once it is stopped', async () => {
  const { unreadable, given } = collect(5)
  unreadable.failed(node('A'))
  unreadable.read(node('A'))
  unreadable.failed(node('B'))
  unreadable.stop()
  const { unreadable: later, given: witness } = collect(20)
  later.failed(node('C'))
  await expect.poll(() => witness).toEqual(['C'])
  expect(given).toEqual([])
})

test('failure 15: a message of somebody else under the same id is another one', () => {
  const { unreadable, given } = collect(60_000)
  for (let n = 0; n < 5; n++) unreadable.failed(node('A'))
  unreadable.failed(node('A', '92@lid'))
  unreadable.read(node('A', '93@lid'))
  expect(given).toEqual([])
  expect(unreadable.missing('A')).toEqual([node('A'), node('A', '92@lid')])
  unreadable.read(node('A'))
  expect(unreadable.missing('A')).toEqual([node('A', '92@lid')])
  unreadable.stop()
})

test('failure 15: in a storm of them none is given up that did not fail six times', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 9 }).map(String)), (ids) => {
      const { unreadable, given } = collect(60_000)
      for (const id of ids) unreadable.failed(node(id))
      unreadable.stop()
      for (let n = 0; n < 10; n++) {
        const failures = ids.filter((id) => id === `${n}`).length
        expect(given.filter((id) => id === `${n}`)).toHaveLength(Math.floor(failures / 6))
      }
    }),
  )
})
