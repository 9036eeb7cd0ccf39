import { errorMessage } from './error-message.ts'
import type { Actions } from './action.ts'
import type { Chain, Step } from './chain.ts'
import { dependenciesOf, type Dependencies } from './dependencies.ts'
import { labelStep } from './parse-chain.ts'
import { stuckSteps, certainlyBefore } from './reachable-steps.ts'
import { compileTemplates, expressionsOf, type CompiledTemplates } from './template.ts'
import { writtenMetaProblems } from './validate-meta.ts'

/** How many steps a chain may have. */
export const MAX_STEPS = 64

/** A chain that can run: every step with what it waits for and its parsed templates. */
export type Plan = { readonly steps: readonly PlannedStep[] }

export type PlannedStep = Dependencies & {
  readonly name: string
  readonly step: Step
  readonly meta: CompiledTemplates
  readonly message: CompiledTemplates
}

export type PlanResult =
  | { readonly kind: 'plan'; readonly plan: Plan }
  | { readonly kind: 'problems'; readonly problems: readonly string[] }

/** What a plan is judged against. */
export type PlanOptions = {
  /** Without them, domains, actions and `actionMeta` are not judged. */
  readonly actions?: Actions
  /** The domains whose events come from outside the chain. */
  readonly outsideDomains: readonly string[]
}

/**
 * Works out which step waits for what (WUCE 3, `observe` and `yield`), and everything that is wrong with a chain, so
 * that a broken one is refused when the catalogue is loaded. Every problem begins with the step it is about.
 */
export function planChain(chain: Chain, options: PlanOptions): PlanResult {
  const general = chainProblems(chain)
  if (general.length > 0) return { kind: 'problems', problems: general }
  const problems: string[] = []
  const parsed = chain.map((step, index) => {
    const label = labelStep(index, step.stepName)
    problems.push(...actionProblems(step, options).map((problem) => `${label} ${problem}`))
    return compileStep(step, (problem) => problems.push(`${label}: ${problem}`))
  })
  const steps = parsed.map((planned, index) => ({
    ...planned,
    ...dependenciesOf(chain, index, expressionsOf(planned.meta), options.outsideDomains),
  }))
  problems.push(...dependencyProblems(steps))
  return problems.length > 0 ? { kind: 'problems', problems } : { kind: 'plan', plan: { steps } }
}

function chainProblems(chain: Chain): string[] {
  const seen = new Set<string>()
  const problems: string[] = []
  if (chain.length > MAX_STEPS) problems.push(`A chain has at most ${MAX_STEPS} steps; this one has ${chain.length}`)
  for (const [index, { stepName }] of chain.entries()) {
    if (seen.has(stepName)) problems.push(`${labelStep(index, stepName)} has the name of an earlier step`)
    seen.add(stepName)
  }
  return problems
}

function actionProblems(step: Step, { actions }: PlanOptions): readonly string[] {
  if (actions === undefined) return []
  const action = actions.find(step.actionDomain, step.actionType)
  if (action === undefined) return [`names an unknown action: "${step.actionDomain}/${step.actionType}"`]
  return writtenMetaProblems(action, step.actionMeta).map((problem) => `has a wrong actionMeta: ${problem}`)
}

function compileStep(step: Step, report: (problem: string) => void): Omit<PlannedStep, keyof Dependencies> {
  const compile = (value: Step['actionMeta'] | string): CompiledTemplates => {
    try {
      return compileTemplates(value)
    } catch (error) {
      report(errorMessage(error))
      return { kind: 'literal', value }
    }
  }
  return { name: step.stepName, step, meta: compile(step.actionMeta), message: compile(step.stepMsg) }
}

function dependencyProblems(steps: readonly PlannedStep[]): string[] {
  const hopeless = steps.flatMap((planned, index) =>
    planned.problems.map((problem) => `${labelStep(index, planned.name)} ${problem}`),
  )
  if (hopeless.length > 0) return hopeless
  const stuck = stuckSteps(steps)
  if (stuck.size > 0) {
    const names = steps.filter((planned) => stuck.has(planned.name)).map((planned) => `"${planned.name}"`)
    const index = steps.findIndex((planned) => stuck.has(planned.name))
    return [`${labelStep(index, steps[index]?.name ?? '')} waits in a circle: ${names.join(', ')}`]
  }
  return steps.flatMap((planned, index) => outputProblems(steps, planned, labelStep(index, planned.name)))
}

/** A template that reads an output which may not be there yet would give another result from run to run. */
function outputProblems(steps: readonly PlannedStep[], planned: PlannedStep, label: string): string[] {
  const read = [planned.meta, planned.message].flatMap(expressionsOf).flatMap((expression) => expression.steps)
  const before = certainlyBefore(steps, planned)
  return [...new Set(read)]
    .filter((name) => !before.has(name))
    .map((name) =>
      steps.some((other) => other.name === name)
        ? `${label} reads the output of "${name}", but does not wait for it`
        : `${label} reads the output of "${name}", which is no step of the chain`,
    )
}
