import { describe, expect, test } from 'vitest'
import { loadSample, replaced } from '../../testing/catalogues/sample-catalogue.ts'

const roles = 'commands/_roles.yaml'
const drop = 'commands/things/drop.yaml'

/** `DROP_IT` has a number to limit. */
const counted = {
  [drop]: replaced(drop, 'why: { type: string, maxLength: 20 }', 'why: { type: number, maximum: 20 }')[drop] ?? '',
}

async function refusal(grant: string): Promise<string> {
  const refused: unknown = await loadSample({ ...counted, [roles]: `keeper: [${grant}]\n` }).catch(
    (error: unknown) => error,
  )
  return refused instanceof Error ? refused.message : 'not refused'
}

/** `DROP_IT` has an amount to limit. */
const priced = (schema: string) => ({
  [drop]: replaced(drop, 'why: { type: string, maxLength: 20 }', `why: { ${schema} }`)[drop] ?? '',
  [roles]: 'keeper: ["things.look", { scope: things.drop, limits: { why: { maximum: 100 } } }]\n',
})

describe('roles with limits', () => {
  test('are read beside plain ones', async () => {
    const limited = { scope: 'things.drop', limits: { why: { maximum: 5, minimum: 1 } }, approval: true }
    const catalogue = await loadSample({ ...counted, [roles]: `keeper: ["things.look", ${JSON.stringify(limited)}]\n` })
    expect(catalogue.roles.get('keeper')).toEqual(['things.look', limited])
    expect(Object.isFrozen(catalogue.roles.get('keeper')?.[1])).toBe(true)
  })

  test('grant what actions ask for beside the scopes of commands', async () => {
    const catalogue = await loadSample({ [roles]: 'keeper: ["things.look", admin.settle-any]\n' })
    expect(catalogue.roles.get('keeper')).toContain('admin.settle-any')
    expect(await refusal('admin.settle-all')).toContain('did you mean "admin.settle-any"?')
  })

  test.each([
    [
      '{ scope: things.drop }',
      '1:10: has neither "limits" nor "approval"; without them a scope stands alone: things.drop',
    ],
    ['{ scope: things.drop, approval: yes please }', 'must be equal to constant'],
    ['{ limits: { why: { maximum: 5 } } }', '1:10: "scope" is missing'],
    ['{ scope: things.drop, limits: {} }', 'must NOT have fewer than 1 properties'],
    ['{ scope: things.drop, limits: { why: { max: 5 } } }', 'unknown key "max"; known here: minimum, maximum'],
    ['{ scope: things.drop, limits: { why: { maximum: "5" } } }', 'must be of type number'],
    ['{ scope: things.drop, limits: { who: { maximum: 5 } } }', 'DROP_IT has no parameter "who" (did you mean "why"?)'],
    ['{ scope: things.drop, limits: { why: { enum: [a] } } }', '"enum" limits a string, and "why" of DROP_IT is none'],
    [
      '{ scope: things.drop, limits: { id: { maximum: 5 } } }',
      '"maximum" limits a number, and "id" of DROP_IT is none',
    ],
    ['{ scope: things.drop, limits: { id: { pattern: "[a" } } }', 'is not a regular expression'],
    ['{ scope: things.*, limits: { why: { maximum: 5 } } }', 'LOOK_AT has no parameter "why"'],
    [
      '{ scope: thing.drop, limits: { why: { maximum: 5 } } }',
      '"thing.drop" grants nothing: no command has such a scope (did you mean "things.drop"?)',
    ],
    ['7', '1:10: must be of type string,object'],
  ])('%s → %s', async (grant, expected) => expect(await refusal(grant)).toContain(expected))

  test('limit the amount of money that is in one currency', async () => {
    const catalogue = await loadSample(priced('type: number, format: money, currency: BRL'))
    expect(catalogue.roles.get('keeper')).toHaveLength(2)
  })

  test('limit the amount of money that is in the currency of a thing', async () => {
    const catalogue = await loadSample(priced('type: number, format: money, currency: thing.currency'))
    expect(catalogue.roles.get('keeper')).toHaveLength(2)
  })

  test('cannot limit money that may be in any currency, and the message says how it could', async () => {
    await expect(loadSample(priced('type: number, format: money'))).rejects.toThrow(
      '"why" of DROP_IT may be in any currency, and a limit holds in one; give it one, as in { format: money, currency: BRL }',
    )
  })
})
