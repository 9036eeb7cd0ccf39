import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { configVariables } from './config-variables.ts'
import { misspeltVariables, problemsOfEnvFile } from './misspelt-variables.ts'

const names = Object.keys(configVariables)
const letterSwap = fc
  // Of two letters, any other two could be a typo.
  .tuple(fc.constantFrom(...names.filter((name) => name.length > 2)), fc.nat())
  .map(([name, n]) => {
    const at = n % (name.length - 1)
    return { name, typo: `${name.slice(0, at)}${name[at + 1] ?? ''}${name[at] ?? ''}${name.slice(at + 2)}` }
  })
  .filter(({ typo }) => !names.includes(typo))

describe('misspeltVariables()', () => {
  test('finds what was probably meant', () => {
    const env = { DATABASE_ULR: 'x', REDIS_URI: 'x', HTTP_PROT: '1', VOICE_REPLAY: 'on', HOME: '/', HTTP_PROXY: 'x' }
    expect(misspeltVariables(env)).toEqual([
      { name: 'DATABASE_ULR', meant: 'DATABASE_URL' },
      { name: 'REDIS_URI', meant: 'REDIS_URL' },
      { name: 'HTTP_PROT', meant: 'HTTP_PORT' },
      { name: 'VOICE_REPLAY', meant: 'VOICE_REPLY' },
    ])
  })

  test('leaves names alone that stand beside the right one', () => {
    expect(misspeltVariables({ DATABASE_URI: 'of another program', DATABASE_URL: 'postgres://h/d' })).toEqual([])
  })

  test('never takes one of ours for a typo', () => {
    expect(misspeltVariables(Object.fromEntries(names.map((name) => [name, ''])))).toEqual([])
  })
})

describe('problemsOfEnvFile()', () => {
  test('refuses every typo of two letters that changed places', () => {
    fc.assert(
      fc.property(letterSwap, ({ typo }) => {
        expect(problemsOfEnvFile({ [typo]: 'x', SAYSO_ACTIONS: 'actions' })[0]).toContain(
          `${typo} is not a variable of Sayso`,
        )
      }),
    )
  })

  test('refuses what nobody reads; names of actions and of Compose may stand there', () => {
    expect(problemsOfEnvFile({ LABELS: 'x' })).toHaveLength(1)
    expect(problemsOfEnvFile({ LABELS: 'x', SAYSO_ACTIONS: 'actions' })).toEqual([])
    expect(
      problemsOfEnvFile({
        POSTGRES_PASSWORD: 'x',
        COMPOSE_PROJECT_NAME: 'x',
        ...Object.fromEntries(names.map((name) => [name, ''])),
      }),
    ).toEqual([])
  })
})
