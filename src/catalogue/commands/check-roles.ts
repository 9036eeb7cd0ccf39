import { actionScopes } from '../../access/action-scopes.ts'
import { patternOf, type Grant, type LimitedGrant } from '../../access/grant.ts'
import { limitKeywords } from '../../access/judge.ts'
import { covers } from '../../access/may.ts'
import type { Command, Parameter } from '../catalogue.ts'
import { hasOneCurrency } from '../../envelope/money-amount.ts'
import { didYouMean } from '../did-you-mean.ts'
import type { Report } from '../source/problem.ts'
import type { YamlPath, YamlSource } from '../source/yaml-source.ts'

/** Reports patterns that grant nothing, nearly always a scope that was misspelt, and limits that no command could keep to. */
export function checkRoles(
  roles: { readonly source: YamlSource; readonly file: Readonly<Record<string, readonly Grant[]>> },
  commands: readonly Command[],
  report: Report,
): void {
  const { source } = roles
  for (const [role, grants] of Object.entries(roles.file)) {
    for (const [index, grant] of grants.entries()) {
      const path: YamlPath = [role, index]
      const pattern = patternOf(grant)
      const covered = commands.filter(({ scope }) => covers(pattern, scope))
      const scopes = [...commands.map(({ scope }) => scope), ...Object.values(actionScopes)]
      if (!scopes.some((scope) => covers(pattern, scope))) {
        const at = typeof grant === 'string' ? path : [...path, 'scope']
        const near = didYouMean(pattern, scopes)
        report(source.problemAt(at, `"${pattern}" grants nothing: no command has such a scope${near}`))
      }
      if (typeof grant === 'string') continue
      if (grant.limits === undefined && grant.approval === undefined)
        report(
          source.problemAt(path, `has neither "limits" nor "approval"; without them a scope stands alone: ${pattern}`),
        )
      checkLimits({ source, path, grant, covered }, report)
    }
  }
}

function checkLimits(
  given: {
    readonly source: YamlSource
    readonly path: YamlPath
    readonly grant: LimitedGrant
    readonly covered: readonly Command[]
  },
  report: Report,
): void {
  const { source, path, grant, covered } = given
  for (const [name, limit] of Object.entries(grant.limits ?? {})) {
    const at: YamlPath = [...path, 'limits', name]
    for (const keyword of Object.keys(limit)) {
      for (const { token, parameters } of covered) {
        const problem = limitProblem(token, parameters, name, keyword)
        if (problem !== null) report(source.problemAt([...at, keyword], problem, 'key'))
      }
    }
    const { pattern } = limit
    if (typeof pattern === 'string' && !isExpression(pattern))
      report(source.problemAt([...at, 'pattern'], 'is not a regular expression'))
  }
}

const numberTypes: ReadonlySet<Parameter['type']> = new Set(['integer', 'decimal', 'ordinal', 'percent', 'money'])

/** A limit on what a command does not have, or of another type, would always refuse it. */
function limitProblem(token: string, parameters: readonly Parameter[], name: string, keyword: string): string | null {
  const parameter = parameters.find((each) => each.name === name)
  const names = parameters.map((each) => each.name)
  if (parameter === undefined)
    return `${token} has no parameter "${name}"${didYouMean(name, names)}; grant it on a line of its own`
  const wanted = (limitKeywords as Readonly<Record<string, string>>)[keyword]
  if (parameter.type === 'money' && !hasOneCurrency(parameter))
    return `"${name}" of ${token} may be in any currency, and a limit holds in one; give it one, as in { format: money, currency: BRL }`
  const isNumber = numberTypes.has(parameter.type)
  const isText = !isNumber && parameter.type !== 'boolean'
  if ((wanted === 'number' && isNumber) || (wanted === 'string' && isText)) return null
  return `"${keyword}" limits a ${wanted ?? 'thing'}, and "${name}" of ${token} is none`
}

function isExpression(pattern: string): boolean {
  try {
    void new RegExp(pattern, 'u')
    return true
  } catch {
    return false
  }
}
