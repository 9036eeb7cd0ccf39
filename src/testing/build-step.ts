import type { Step } from '../execution/plan/chain.ts'

/** A step for tests: what it does not say is empty; its action is `test/<actionType>`. */
export function buildStep(step: Partial<Step> & Pick<Step, 'stepName'>): Step {
  return {
    stepDescription: '',
    stepMsg: '',
    actionDomain: 'test',
    observationDomain: '',
    observe: '',
    actionType: 'note',
    actionMeta: {},
    yield: [],
    ...step,
  }
}
