import { errorMessage } from '../../error-message.ts'
import { didYouMean } from '../../catalogue/did-you-mean.ts'
import type { Actions } from '../action.ts'
import type { Chain, Step } from './chain.ts'
import type { ChainProblem } from './chain-problem.ts'
import { dependenciesOf, type Dependencies, type Need } from './dependencies.ts'
import { stuckSteps, certainlyBefore } from './reachable-steps.ts'
import { compileTemplates, expressionsOf, type CompiledTemplates } from '../templates/template.ts'
import { writtenMetaProblems } from '../templates/validate-meta.ts'

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
  | { readonly kind: 'problems'; readonly problems: readonly ChainProblem[] }

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
  const problems: ChainProblem[] = []
  const parsed = chain.map((step, index) => {
    const label = labelStep(index, step.stepName)
    problems.push(
      ...actionProblems(step, options).map((each) => ({ ...each, step: index, message: `${label} ${each.message}` })),
    )
    return compileStep(step, (field, problem) =>
      problems.push({ step: index, path: [field], message: `${label}: ${problem}` }),
    )
  })
  const observing = parsed.map((planned, index) => ({
    ...planned,
    ...dependenciesOf(chain, index, expressionsOf(planned.meta), options.outsideDomains),
  }))
  const unsound = dependencyProblems(observing)
  const steps = unsound.length > 0 ? observing : observing.map((planned) => waitingForReads(observing, planned))
  problems.push(...(unsound.length > 0 ? unsound : dependencyProblems(steps)), ...unknownReads(steps))
  return problems.length > 0 ? { kind: 'problems', problems } : { kind: 'plan', plan: { steps } }
}

/** How messages about a chain name one of its steps: `step 2 ("Rename File")`. */
function labelStep(index: number, name: string): string {
  return `step ${index + 1} ("${name}")`
}

function chainProblems(chain: Chain): ChainProblem[] {
  const seen = new Set<string>()
  const problems: ChainProblem[] = []
  if (chain.length > MAX_STEPS) {
    const message = `A chain has at most ${MAX_STEPS} steps; this one has ${chain.length}`
    problems.push({ step: null, path: [], message })
  }
  for (const [index, { stepName }] of chain.entries()) {
    if (seen.has(stepName)) {
      const message = `${labelStep(index, stepName)} has the name of an earlier step`
      problems.push({ step: index, path: ['stepName'], message })
    }
    seen.add(stepName)
  }
  return problems
}

function actionProblems(step: Step, { actions }: PlanOptions): readonly Omit<ChainProblem, 'step'>[] {
  if (actions === undefined) return []
  const { actionDomain, actionType, actionMeta } = step
  const action = actions.find(actionDomain, actionType)
  if (action === undefined) return [unknownAction(step, actions)]
  return writtenMetaProblems(action, actionMeta).map((problem) => ({
    ...problem,
    path: ['actionMeta', ...problem.path],
    message: `has a wrong actionMeta: ${problem.message}`,
  }))
}

/** The ones that are nearest to what was meant: those of the domain, else the domains. */
function unknownAction({ actionDomain, actionType }: Step, { all }: Actions): Omit<ChainProblem, 'step'> {
  const beside = all.filter(({ domain }) => domain === actionDomain)
  const field = beside.length > 0 ? 'actionType' : 'actionDomain'
  const said = `names an unknown action: "${actionDomain}/${actionType}"`
  if (beside.length > 0) {
    const types = beside.map(({ type }) => type)
    const message = `${said}${didYouMean(actionType, types)}; known in ${actionDomain}: ${types.join(', ')}`
    return { path: [field], message }
  }
  const domains = [...new Set(all.map(({ domain }) => domain))]
  const known = `known domains: ${domains.join(', ')}; actions of your own are found in the folder that SAYSO_ACTIONS names`
  return { path: [field], message: `${said}${didYouMean(actionDomain, domains)}; ${known}` }
}

type TemplateField = 'actionMeta' | 'stepMsg'

function compileStep(
  step: Step,
  report: (field: TemplateField, problem: string) => void,
): Omit<PlannedStep, keyof Dependencies> {
  const compile = (field: TemplateField): CompiledTemplates => {
    try {
      return compileTemplates(step[field])
    } catch (error) {
      report(field, errorMessage(error))
      return { kind: 'literal', value: step[field] }
    }
  }
  return { name: step.stepName, step, meta: compile('actionMeta'), message: compile('stepMsg') }
}

function dependencyProblems(steps: readonly PlannedStep[]): ChainProblem[] {
  const hopeless = steps.flatMap((planned, step) =>
    planned.problems.map((problem) => ({
      step,
      path: ['observe'],
      message: `${labelStep(step, planned.name)} ${problem}`,
    })),
  )
  if (hopeless.length > 0) return hopeless
  const stuck = stuckSteps(steps)
  if (stuck.size > 0) {
    const names = steps.filter((planned) => stuck.has(planned.name)).map((planned) => `"${planned.name}"`)
    const index = steps.findIndex((planned) => stuck.has(planned.name))
    const message = `${labelStep(index, steps[index]?.name ?? '')} waits in a circle: ${names.join(', ')}`
    return [{ step: index, path: ['observe'], message }]
  }
  return []
}

/** A template that read an output which may not be there yet would give another result from run to run: what is read is waited for. */
function waitingForReads(steps: readonly PlannedStep[], planned: PlannedStep): PlannedStep {
  const before = certainlyBefore(steps, planned)
  const names = steps.map(({ name }) => name)
  const reads = [...new Set([...readIn(planned.meta), ...readIn(planned.message)])]
  const unawaited = reads.filter((name) => names.includes(name) && !before.has(name))
  return {
    ...planned,
    needs: [...planned.needs, ...unawaited.map((name): Need => ({ kind: 'steps', event: null, from: [name] }))],
  }
}

function unknownReads(steps: readonly PlannedStep[]): readonly ChainProblem[] {
  const names = steps.map(({ name }) => name)
  return steps.flatMap((planned, step) => {
    const inMeta = readIn(planned.meta)
    const unknown = [...new Set([...inMeta, ...readIn(planned.message)])].filter((name) => !names.includes(name))
    return unknown.map((name) => ({
      step,
      path: [inMeta.includes(name) ? 'actionMeta' : 'stepMsg'],
      message: `${labelStep(step, planned.name)} reads the output of "${name}", which is no step of the chain${didYouMean(name, names)}`,
    }))
  })
}

function readIn(templates: CompiledTemplates): readonly string[] {
  return expressionsOf(templates).flatMap((expression) => expression.steps)
}
