import { afterEach, expect, test } from 'vitest'
import { createCanary, type Canary, type CanaryLink } from './canary.ts'
import { watchLimits, type WatchLimits } from '../watch-limits.ts'

const limits: WatchLimits = { ...watchLimits, canaryEveryMs: 4, canaryAgainMs: 1, answerWithinMs: 4 }
const watches: { readonly stop: () => void }[] = []

afterEach(() => {
  for (const watch of watches.splice(0)) watch.stop()
})

type World = {
  readonly canary: Canary
  readonly questions: string[]
  /** Whether a person was told. */
  readonly told: () => number
  heardAt: number
}

function createWorld(changes: Partial<WatchLimits> = {}, now = () => performance.now()): World {
  let told = 0
  const world: World = {
    canary: createCanary({
      heardAt: () => world.heardAt,
      onDeaf: () => void (told += 1),
      limits: { ...limits, ...changes },
      random: () => 0.5,
      now,
    }),
    questions: [],
    told: () => told,
    heardAt: Number.NEGATIVE_INFINITY,
  }
  return world
}

/** A connection; `react` is what becomes of a question. Resolves with the code that it was ended with. */
function connect(
  { canary, questions }: World,
  react: (id: string) => void = () => undefined,
): Promise<number | undefined> {
  const { promise: closed, resolve } = Promise.withResolvers<number>()
  const ended = Promise.withResolvers<number | undefined>()
  const link: CanaryLink = {
    opened: Promise.resolve(),
    closed,
    end: (code) => {
      ended.resolve(code)
      resolve(code ?? 0)
    },
    ask: async (id) => {
      questions.push(id)
      react(id)
    },
  }
  watches.push(canary.watch(link))
  return ended.promise
}

const answer = (world: World) => (id: string) => {
  world.canary.onAck(id)
  world.canary.onReceipt(id)
  world.canary.onAnswer(id)
  world.heardAt = performance.now()
}

test('while something is heard nobody is asked', async () => {
  const quiet = createWorld()
  const busy = createWorld()
  busy.heardAt = Number.POSITIVE_INFINITY
  void connect(quiet)
  void connect(busy)
  await expect.poll(() => quiet.questions.length, { interval: 1 }).toBeGreaterThan(0)
  expect(busy.questions).toEqual([])
})

test('a phone that answers keeps the connection', async () => {
  const world = createWorld()
  let over = false
  void connect(world, answer(world)).then(() => (over = true))
  await expect.poll(() => world.questions.length, { interval: 1 }).toBeGreaterThan(3)
  expect(over).toBe(false)
  expect(new Set(world.questions).size).toBe(world.questions.length)
})

test('three deaf connections in a row are told once, and again only after something was heard', async () => {
  const world = createWorld()
  for (let n = 0; n < 5; n++) expect(await connect(world)).toBe(408)
  expect(world.told()).toBe(1)
  world.heardAt = performance.now()
  for (let n = 0; n < 3; n++) expect(await connect(world)).toBe(408)
  expect(world.told()).toBe(2)
})

test('a phone that is off is no alarm, but after a long silence the connection is made anew', async () => {
  let ms = 0
  const world = createWorld({ renewAfterMs: 30 }, () => ms)
  const acknowledge = (id: string) => {
    ms += 20
    world.canary.onAck(id)
  }
  expect(await connect(world, acknowledge)).toBe(408)
  expect(world.questions).toHaveLength(2)
  expect(world.told()).toBe(0)
})

test('an answer to another question is none to this one', async () => {
  const world = createWorld()
  const over = connect(world, (id) => {
    world.canary.onAnswer(`${id}x`)
    world.canary.onAck(id)
    world.canary.onReceipt(id)
  })
  expect(await over).toBe(408)
  expect(world.questions).toHaveLength(1)
})
