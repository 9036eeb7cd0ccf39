import { createUnderstanding } from '../../understanding/create-understanding.ts'
import { findSuperfluous } from './find-superfluous.ts'
import { lintChoices } from './lint-choices.ts'
import { lintColumns } from './lint-columns.ts'
import { lintOutputs } from './lint-outputs.ts'
import { lintContracts } from './lint-contracts.ts'
import { lintNeighbours } from './lint-neighbours.ts'
import { lintParameters } from './lint-parameters.ts'
import { lintPercents } from './lint-percents.ts'
import { lintPhrases } from './lint-phrases.ts'
import { lintRefusals } from './lint-refusals.ts'
import { lintSentences } from './lint-sentences.ts'
import { lintSlots } from './lint-slots.ts'
import { lintSteps } from './lint-steps.ts'
import { lintTexts } from './lint-texts.ts'
import { lintTokens } from './lint-tokens.ts'
import { readCatalogue } from '../load-catalogue.ts'
import type { CatalogueReading, CatalogueSources } from '../load-catalogue.ts'
import type { Problem, Report } from '../source/problem.ts'

/** What is wrong with a catalogue. */
export type LintReport = CatalogueReading & {
  /** False when loading found something already: what needs a whole catalogue was then not looked at. */
  readonly thorough: boolean
  /** What Sayso says as well, and could be deleted. Nothing of it is wrong. */
  readonly superfluous: readonly Problem[]
}

/**
 * Everything that loading checks, and what takes too long or judges too much to keep a bot from starting: near tokens,
 * sentences that clash, phrases that ask for what they confirm, examples, texts that say less than in the main language or name a column that nothing gives, steps that may have done
 * nothing, percentages with a second sign, parameters of which nothing comes, choices without words, contracts that cannot mean what they say.
 * @param added the token of the one command that is new, where the sentences of the others are known not to clash
 */
export async function lintCatalogue(sources: CatalogueSources, added?: string): Promise<LintReport> {
  const reading = await readCatalogue(sources)
  if (reading.problems.length > 0) return { ...reading, thorough: false, superfluous: [] }
  const problems: Problem[] = []
  const report: Report = (problem) => void problems.push(problem)
  lintTokens(reading.commands, report)
  lintContracts(reading, report)
  lintColumns({ ...reading, entities: reading.catalogue.entities }, sources.actions, report)
  lintOutputs(reading.commands, sources.actions, report)
  lintSteps(reading, sources.actions, report)
  lintParameters(reading, report)
  lintChoices(reading, report)
  lintRefusals(reading, sources.actions, report)
  lintPercents(reading, report)
  lintTexts(reading, unless(problems, report))
  lintNeighbours(reading, report)
  lintSlots(reading, report)
  const understanding = createUnderstanding(reading)
  lintSentences(reading, understanding, report, added)
  lintPhrases(reading, understanding, report)
  return { ...reading, problems, thorough: true, superfluous: findSuperfluous(reading) }
}

/** Of a text that was found wrong already nothing more is said. */
function unless(known: readonly Problem[], report: Report): Report {
  const places = new Set(known.map(placeOf))
  return (problem) => {
    if (!places.has(placeOf(problem))) report(problem)
  }
}

function placeOf({ file, line, column }: Problem): string {
  return `${file}:${line}:${column}`
}
