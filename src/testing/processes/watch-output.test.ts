import { expect, test } from 'vitest'
import { watchOutput } from './watch-output.ts'

const nothing = () => undefined

function watch() {
  const { promise: closed, resolve: close } = Promise.withResolvers<void>()
  const lines: string[] = []
  const output = watchOutput({ closed, limitMs: 50, written: () => lines.join('\n') })
  const print = (line: string) => {
    lines.push(line)
    output.lookAgain()
  }
  return { ...output, lines, print, close }
}

test('who waits gets what is there, or comes, and takes no more than one', async () => {
  const { until, lines, print } = watch()
  const take = () => lines.shift()
  print('one')
  expect(await until('a line', take)).toBe('one')
  const next = until('a line', take)
  print('two')
  print('three')
  expect(await next).toBe('two')
  expect(lines).toEqual(['three'])
})

test('who waits in vain hears why, for what, and what was written instead', async () => {
  const { until, print, close, gone } = watch()
  print('one')
  await expect(until('a sign', nothing)).rejects.toThrow('Time is up while waiting for a sign\none')
  const late = until('a sign', nothing)
  close()
  await expect(late).rejects.toThrow('The process is gone while waiting for a sign\none')
  await gone
})

test('what was written last is found although the process is gone', async () => {
  const { until, lines, close } = watch()
  const last = until('the end', () => lines.find((line) => line === 'end'))
  lines.push('end')
  close()
  expect(await last).toBe('end')
})
