import { expect, test } from 'vitest'
import { RetryableError } from './errors.ts'
import { createPlaces } from './places.ts'

test('who finds no place waits, and has the next one in the order of coming', async () => {
  const places = createPlaces(2)
  const came: string[] = []
  const come = async (name: string): Promise<() => void> => {
    const leave = await places.take()
    came.push(name)
    return leave
  }
  const first = await come('first')
  await come('second')
  const third = come('third')
  const fourth = come('fourth')
  await new Promise((resolve) => setImmediate(resolve))
  expect(came).toEqual(['first', 'second'])
  first()
  const leave = await third
  expect(came).toEqual(['first', 'second', 'third'])
  leave()
  await fourth
  expect(came).toEqual(['first', 'second', 'third', 'fourth'])
})

test('who waits for longer than they will is told to come again, and takes no place', async () => {
  const places = createPlaces(1)
  const leave = await places.take()
  const late = places.take(5)
  const patient = places.take()
  await expect(late).rejects.toBeInstanceOf(RetryableError)
  leave()
  const leaveAgain = await patient
  leaveAgain()
  await expect(places.take(5)).resolves.toBeTypeOf('function')
})
