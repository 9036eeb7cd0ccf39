import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Report } from '../../catalogue/source/problem.ts'
import type { YamlPath, YamlSource } from '../../catalogue/source/yaml-source.ts'
import { clauseIds, type Clause, type ComplianceMap } from './compliance-map.ts'
import { createImportReader, type IsImported } from './imported-names.ts'
import { readSourceNames, type SourceNames } from './source-names.ts'

type Complaint = (place: YamlPath, message: string, at?: 'key' | 'value') => void

/**
 * Reports each clause that is missing, unknown or claims nothing, each file, export and test that a clause names and the
 * repository at `root` does not have, and each export that only tests import: code that nothing runs meets no clause.
 */
export function findComplianceProblems(
  root: string,
  { source, map }: { readonly source: YamlSource; readonly map: ComplianceMap },
  report: Report,
): void {
  const complain: Complaint = (place, message, at) => report(source.problemAt(place, message, at))
  const repository = { namesOf: createNameReader(root), isImported: createImportReader(root) }
  for (const [name, { count, sections, clauses }] of Object.entries(map.specifications)) {
    const here = ['specifications', name]
    const ids = clauseIds(name, sections)
    if (ids.length !== count)
      complain([...here, 'count'], `the sections of ${name} have ${ids.length} clauses, not ${count}`)
    for (const id of ids) if (!Object.hasOwn(clauses, id)) complain([...here, 'clauses'], `${id} is missing`, 'key')
    for (const [id, clause] of Object.entries(clauses)) {
      const place = [...here, 'clauses', id]
      if (!ids.includes(id)) complain(place, `${name} has no clause "${id}"`, 'key')
      checkClause(clause, place, repository, complain)
    }
  }
}

type Repository = { readonly namesOf: NameReader; readonly isImported: IsImported }

function checkClause(clause: Clause, place: YamlPath, repository: Repository, complain: Complaint): void {
  const { namesOf } = repository
  const { code = [], tests = {}, open } = clause
  if (open === undefined && (code.length === 0 || clause.tests === undefined))
    complain(place, 'names code and tests, or says under "open" what will bring it', 'key')
  for (const [index, named] of code.entries()) {
    const problem = codeProblem(named, repository)
    if (problem !== null) complain([...place, 'code', index], problem)
  }
  for (const [file, titles] of Object.entries(tests)) {
    const problem = testFileProblem(file, namesOf)
    if (problem !== null) complain([...place, 'tests', file], problem, 'key')
    else checkTitles(file, titles, [...place, 'tests', file], namesOf, complain)
  }
}

function checkTitles(
  file: string,
  titles: readonly string[],
  place: YamlPath,
  namesOf: NameReader,
  complain: Complaint,
): void {
  for (const [index, title] of titles.entries()) {
    const problem = titleProblem(file, title, namesOf)
    if (problem !== null) complain([...place, index], problem)
  }
}

/** What is wrong with naming a test of this title, or of the end of it, in this file; `null` when it is exactly one. */
export function titleProblem(file: string, title: string, namesOf: NameReader): string | null {
  const tests = namesOf(file)?.tests ?? []
  const found = tests.filter((each) => each === title || each.endsWith(` > ${title}`)).length
  if (found === 0) return `${file} has no test "${title}"`
  return found > 1 ? `${file} has ${found} tests of this title; put their describe before it` : null
}

function codeProblem(named: string, { namesOf, isImported }: Repository): string | null {
  const [file = '', exported] = named.split('#')
  const names = namesOf(file)
  if (names === null) return `there is no file "${file}"`
  if (exported === undefined) return null
  if (!names.exports.has(exported)) return `${file} does not export "${exported}"`
  return isImported(file, exported) ? null : `nothing but tests imports "${exported}" of ${file}`
}

function testFileProblem(file: string, namesOf: NameReader): string | null {
  if (!/\.(?:test|contract)\.ts$/u.test(file)) return `"${file}" is no file of tests`
  return namesOf(file) === null ? `there is no file "${file}"` : null
}

/** The names in a file from the root of the repository, read once; `null` when it is absent, none in what is not TypeScript. */
export type NameReader = (file: string) => SourceNames | null

export function createNameReader(root: string): NameReader {
  const known = new Map<string, SourceNames | null>()
  return (file) => {
    const seen = known.get(file)
    if (seen !== undefined) return seen
    const names = readNames(path.join(root, file))
    known.set(file, names)
    return names
  }
}

function readNames(file: string): SourceNames | null {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return null
  if (!file.endsWith('.ts')) return { exports: new Set(), tests: [] }
  return readSourceNames(readFileSync(file, 'utf8'))
}
