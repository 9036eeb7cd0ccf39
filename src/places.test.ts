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
  const late = places.take({ withinMs: 5 })
  const patient = places.take()
  await expect(late).rejects.toBeInstanceOf(RetryableError)
  leave()
  const leaveAgain = await patient
  leaveAgain()
  await expect(places.take({ withinMs: 5 })).resolves.toBeTypeOf('function')
})

test('whoever has as many places as one may have waits, and those behind them go ahead', async () => {
  const places = createPlaces(3, { each: 2 })
  const came: string[] = []
  const come = async (name: string, who: string): Promise<() => void> => {
    const leave = await places.take({ who })
    came.push(name)
    return leave
  }
  const first = await come('first', 'Ana')
  await come('second', 'Ana')
  const third = come('third', 'Ana')
  const another = await come('another', 'Rui')
  expect(came).toEqual(['first', 'second', 'another'])
  // A place that is free is not for whoever has enough.
  another()
  await new Promise((resolve) => setImmediate(resolve))
  expect(came).toEqual(['first', 'second', 'another'])
  first()
  await third
  expect(came).toEqual(['first', 'second', 'another', 'third'])
})
