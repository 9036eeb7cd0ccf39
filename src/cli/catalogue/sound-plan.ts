import type { Answers } from '../../authoring/answers.ts'
import { planCommand, type CommandPlan } from '../../authoring/plan-command.ts'
import { lintCatalogue } from '../../catalogue/lint/lint-catalogue.ts'
import { renderProblems, type Problem } from '../../catalogue/source/problem.ts'
import { UserError } from '../../errors.ts'
import type { DraftFolder } from './draft-folder.ts'

/** How often made sentences are left out that say what another command says. */
const tries = 3

/** A plan with which the catalogue lints; made sentences that clash are left out of it. @throws UserError `usage` */
export async function planSound(name: string, answers: Answers, draft: DraftFolder): Promise<CommandPlan> {
  const surroundings = { catalogue: draft.catalogue, actions: draft.sources.actions, files: draft.files }
  const leftOut = new Map<string, Set<string>>()
  for (let left = tries; ; left -= 1) {
    const plan = planCommand(name, answers, surroundings, leftOut)
    await draft.put(plan.files)
    const found = (await lintCatalogue(draft.sources, plan.draft.token)).problems
    if (found.length === 0) return plan
    if (left === 0 || !leaveOut(found, plan, leftOut))
      throw new UserError(
        'usage',
        `The catalogue would have problems, so nothing was written:\n${renderUnwritten(found, plan)}`,
      )
  }
}

/** Lines of files that were never written say nothing to anybody: what is said there does, and each thing once. */
function renderUnwritten(problems: readonly Problem[], { files }: CommandPlan): string {
  const isPlanned = (problem: Problem): boolean => files.some(({ file }) => file === problem.file)
  const said = new Map<string, string>()
  for (const { file, message, excerpt } of problems.filter(isPlanned)) {
    if (!said.has(message)) said.set(message, `${file} would say  ${excerpt.trim()}\n  ${message}`)
  }
  const others = problems.filter((problem) => !isPlanned(problem))
  return [...said.values(), ...(others.length === 0 ? [] : [renderProblems(others)])].join('\n')
}

/** Whether there was any made sentence to leave out. */
function leaveOut(problems: readonly Problem[], plan: CommandPlan, leftOut: Map<string, Set<string>>): boolean {
  let some = false
  for (const { language, sentences, said, areSentencesMade } of plan.texts) {
    if (!areSentencesMade) continue
    const lines = problems
      .filter(({ file }) => file === `locales/${language}/commands.yaml`)
      .map(({ excerpt }) => excerpt)
    for (const sentence of [...sentences, ...said.map(({ text }) => text)]) {
      const isReported = lines.some((line) => line.includes(JSON.stringify(sentence)))
      if (!isReported) continue
      leftOut.set(language, (leftOut.get(language) ?? new Set()).add(sentence))
      some = true
    }
  }
  return some
}
