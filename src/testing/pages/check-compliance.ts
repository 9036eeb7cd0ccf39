/**
 * The gate on docs/compliance.yaml: every clause is there, all that it names exists, and docs/compliance.md says the same.
 * `node src/testing/pages/check-compliance.ts` checks; with `--write` it makes docs/compliance.md anew.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { fileProblem, renderProblems, type Problem } from '../../catalogue/source/problem.ts'
import { parseComplianceMap } from './compliance-map.ts'
import { findComplianceProblems } from './compliance-problems.ts'
import { renderCompliance } from './render-compliance.ts'

const mapFile = 'docs/compliance.yaml'
const pageFile = 'docs/compliance.md'

/** What is wrong in the repository at `root`; `write` makes the page anew when the map is sound. */
export function checkCompliance(root: string, { write = false } = {}): readonly Problem[] {
  const problems: Problem[] = []
  const report = (problem: Problem) => void problems.push(problem)
  const read = parseComplianceMap(mapFile, readFileSync(path.join(root, mapFile), 'utf8'), report)
  if (read === null) return problems
  findComplianceProblems(root, read, report)
  if (problems.length > 0) return problems
  const [page, wanted] = [path.join(root, pageFile), renderCompliance(read.map)]
  if (write) writeFileSync(page, wanted)
  else if (!existsSync(page) || readFileSync(page, 'utf8') !== wanted)
    report(fileProblem(pageFile, `is not what ${mapFile} says; run npm run compliance -- --write`))
  return problems
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } })
  const problems = checkCompliance(fileURLToPath(new URL('../../..', import.meta.url)), values)
  if (problems.length > 0) {
    console.error(renderProblems(problems))
    process.exitCode = 1
  }
}
