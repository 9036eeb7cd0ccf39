import { expect, test } from 'vitest'
import { parseOptions } from './parse-options.ts'

const options = {
  data: { type: 'string' },
  json: { type: 'boolean' },
  yes: { type: 'string' },
  title: { type: 'string', multiple: true },
} as const

function parse(...args: string[]) {
  return parseOptions({ args, options, allowPositionals: true })
}

test('parseOptions() refuses an option that is given twice with different values', () => {
  expect(() => parse('--data', 'a', '--data=b')).toThrow('--data is given twice: "a" and "b". Give it once.')
})

test('parseOptions() refuses an option that is empty, whatever it is for', () => {
  const empty = 'is empty (perhaps a variable of the shell is not set); give it a value, or leave it out'
  expect(() => parse('--data', '')).toThrow(`--data ${empty}`)
  expect(() => parse('--yes=')).toThrow(`--yes ${empty}`)
  expect(parse('', '--', '--yes=').positionals).toEqual(['', '--yes='])
})

test('parseOptions() takes the same again, switches, what may come often, and what is no option', () => {
  const { values, positionals } = parse(
    '--data=a',
    '--data',
    'a',
    '--json',
    '--json',
    '--title',
    'x',
    '--title',
    'y',
    '--',
    '--data',
  )
  expect(values).toEqual({ data: 'a', json: true, title: ['x', 'y'] })
  expect(positionals).toEqual(['--data'])
})
