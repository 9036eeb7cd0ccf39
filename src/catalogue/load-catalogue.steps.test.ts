/** The steps of a command are a chain of WUCE: what its examples say is taken as it stands, and what is no step is refused. */
import { Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import { createActions, type Action } from '../execution/action.ts'
import { createFilesystemActions } from '../execution/actions/filesystem/filesystem.ts'
import type { Chain } from '../execution/plan/chain.ts'
import { planChain } from '../execution/plan/plan-chain.ts'
import { loadSample, replaced, withSample } from '../testing/catalogues/sample-catalogue.ts'
import { cadExample, filesystemExample } from '../testing/wuce-examples.ts'
import { loadCatalogue } from './load-catalogue.ts'

const restore = 'commands/things/restore.yaml'
const [writtenSteps = ''] = /^steps:[\s\S]*/mu.exec(replaced(restore, 'token', 'token')[restore] ?? '') ?? []
/** The sample whose RESTORE_IT has these steps, written as JSON. */
const withSteps = (steps: unknown) => replaced(restore, writtenSteps, `steps: ${JSON.stringify(steps)}\n`)

const minimal = { stepName: 'Mend', stepDescription: '', stepMsg: '', actionType: 'change', actionMeta: {}, yield: [] }

/** What an installation would bring for the domains of WUCE 5.2. */
const cadActions = cadExample.map(({ actionDomain, actionType }): Action => ({
  domain: actionDomain,
  type: actionType,
  meta: Type.Object({}),
  effect: 'mutates',
  repeat: 'safe',
  run: () => Promise.resolve({}),
}))

/** The chain of RESTORE_IT once it was loaded, where the domains of the examples are known. */
async function loaded(steps: unknown): Promise<Chain | undefined> {
  return withSample(withSteps(steps), async (sources) => {
    const examples = [...createFilesystemActions({ root: '/' }), ...cadActions]
    const actions = createActions([...sources.actions.all, ...examples])
    const planProblems = (chain: Chain) => {
      const result = planChain(chain, { actions, outsideDomains: ['user'] })
      return result.kind === 'problems' ? result.problems : []
    }
    const { commands } = await loadCatalogue({ ...sources, actions, planProblems })
    return commands.get('RESTORE_IT')?.chain
  })
}

describe('the steps of a command', () => {
  test('may be those of WUCE 5.1 and 5.2 as they stand', async () => {
    expect(await loaded(filesystemExample)).toEqual(filesystemExample)
    expect(await loaded(cadExample)).toEqual(cadExample)
  })

  test('have empty domains and an empty observe where these are left out', async () => {
    const chain = await loaded([{ ...minimal, actionDomain: 'user', actionType: 'confirmation_prompt' }])
    expect(chain).toMatchObject([{ actionDomain: 'user', observationDomain: '', observe: '' }])
    await expect(loaded([minimal])).rejects.toThrow('step 1 ("Mend") names an unknown action: "/change"')
  })

  const { actionType: _left, ...without } = { ...minimal, stepName: 'Rename File' }
  const known =
    'known here: stepName, stepDescription, stepMsg, actionDomain, observationDomain, observe, actionType, actionMeta, yield'
  test.each([
    ['lack a field', [minimal, without], '"actionType" is missing'],
    ['have a field for retries', [{ ...minimal, retry: 3 }], `unknown key "retry"; ${known}`],
    ['have a field for a time limit', [{ ...minimal, timeoutMs: 3 }], `unknown key "timeoutMs"; ${known}`],
    ['yield no list', [{ ...minimal, yield: 'done' }], 'must be of type array'],
    ['yield what is no name', [{ ...minimal, yield: ['a', []] }], 'must be of type string'],
    ['have a name that is no text', [{ ...minimal, stepName: [] }], 'must be of type string'],
    ['have an empty name', [{ ...minimal, stepName: '' }], 'must be a text that is not empty'],
    ['have a description that is no text', [{ ...minimal, stepDescription: [] }], 'must be of type string'],
    ['have a message that is no text', [{ ...minimal, stepMsg: {} }], 'must be of type string'],
    ['have a domain that is no text', [{ ...minimal, actionDomain: [] }], 'must be of type string'],
    ['observe a domain that is no text', [{ ...minimal, observationDomain: [] }], 'must be of type string'],
    ['observe what is no text', [{ ...minimal, observe: ['a', 'b'] }], 'must be of type string'],
    ['have a type that is no text', [{ ...minimal, actionType: [] }], 'must be of type string'],
    ['have parameters that are no object', [{ ...minimal, actionMeta: ['a'] }], 'must be of type object'],
    ['are none', [minimal, 7], 'must be of type object'],
    ['are no list', minimal, 'must be of type array'],
    ['are an empty list', [], 'must have at least one entry'],
  ])('are refused when they %s', async (_what, steps, message) => {
    await expect(loadSample(withSteps(steps))).rejects.toThrow(new RegExp(`^${restore}:\\d+:\\d+: ${message}`, 'u'))
  })

  test('are refused at their place in the file', async () => {
    const changed = replaced(restore, '    yield: []', '    yield: []\n    retry: 3')
    const { length } = (changed[restore] ?? '').split('\n')
    await expect(loadSample(changed)).rejects.toThrow(`${restore}:${length - 1}:5: unknown key "retry"`)
  })
})
