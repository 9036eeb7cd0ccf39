import { execFileSync } from 'node:child_process'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { followUp } from './follow-up.ts'

test('followUp() names the folder, the people and the person that were named before', () => {
  expect(
    followUp(['run', '--yes', 'CONFIRM C9F2'], { data: '/srv/sayso', people: 'my people.yaml', as: '+5511990000001' }),
  ).toBe('npm exec -- sayso run --yes "CONFIRM C9F2" --data /srv/sayso --people "my people.yaml" --as +5511990000001')
  expect(followUp(['run', 'AGAIN'], {})).toBe('npm exec -- sayso run AGAIN')
})

test('followUp() never becomes other words in a shell', () => {
  const word = fc.string({ minLength: 1, maxLength: 12 }).filter((text) => !text.includes('\0'))
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), (words) => {
      const line = followUp(words, {}).replace('npm exec -- sayso', String.raw`printf '%s\0'`)
      const heard = execFileSync('/bin/sh', ['-c', line], { encoding: 'utf8' })
      expect(heard.split('\0').slice(0, -1)).toEqual(words)
    }),
    { numRuns: 30 },
  )
})
