import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Parameter } from '../catalogue/catalogue.ts'
import { jsonText } from '../json.ts'
import { checkSecret, normaliseArgument } from './normalise-argument.ts'
import { isSecretReference, rawRefusedSecret, rawSecret } from './secret-reference.ts'

const password: Parameter = {
  name: 'password',
  kind: 'secret',
  required: true,
  type: 'text',
  schema: { type: 'string', minLength: 8, maxLength: 20, pattern: '^\\S.*' },
  entity: null,
}

describe('the argument for a secret', () => {
  test('is the reference, however often it is normalised', () => {
    const once = normaliseArgument(password, rawSecret('a1b2'))
    expect(once).toEqual({ kind: 'value', value: { $secret: 'a1b2' } })
    expect(normaliseArgument(password, jsonText({ $secret: 'a1b2' }))).toEqual(once)
  })

  test('says why a secret does not do, without the secret', () => {
    const checked = checkSecret(password, 'short')
    expect(checked).toMatchObject({ kind: 'invalid', problem: 'too_short', limit: '8' })
    const raw = rawRefusedSecret({ problem: 'too_short', limit: '8' })
    expect(normaliseArgument(password, raw)).toEqual({ kind: 'invalid', problem: 'too_short', limit: '8' })
  })

  test('is never what somebody wrote', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json()), (text) => {
        expect(normaliseArgument(password, text)).toMatchObject({ kind: 'invalid', problem: 'empty' })
      }),
      { numRuns: 1000 },
    )
  })

  test('is taken from a secret as it was said, but for the space around it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 8, maxLength: 20 }), (text) => {
        const said = `a${text.slice(1, -1)}z`
        expect(checkSecret({ ...password, schema: { type: 'string' } }, ` \n${said}\t`)).toEqual({
          kind: 'value',
          value: said,
        })
      }),
    )
  })

  test.each([null, 'text', 1, [], {}, { $secret: 1 }, { $secret: 'a', more: 1 }])('is not %j', (value) => {
    expect(isSecretReference(value)).toBe(false)
  })
})
