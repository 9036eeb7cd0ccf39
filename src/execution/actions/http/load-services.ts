import { readFile } from 'node:fs/promises'
import { Type } from 'typebox'
import { createShapeCheck } from '../../../catalogue/shapes/check-shape.ts'
import { renderProblems, type Problem } from '../../../catalogue/source/problem.ts'
import { parseYamlSource } from '../../../catalogue/source/yaml-source.ts'
import { UserError } from '../../../errors.ts'
import { serviceProblem, type HttpServices } from './http-services.ts'

const closed = { additionalProperties: false }

/** A service in the file. */
export const serviceShape = Type.Object(
  {
    baseUrl: Type.String({ minLength: 1 }),
    headers: Type.Optional(Type.Record(Type.String(), Type.String())),
    allowPrivate: Type.Optional(Type.Boolean()),
    idempotencyKeys: Type.Optional(Type.Boolean()),
  },
  closed,
)

const checkServices = createShapeCheck(Type.Object({ services: Type.Record(Type.String(), serviceShape) }, closed))

/**
 * Reads the services that chains may talk to, YAML or JSON: `services: { name: { baseUrl, headers?, allowPrivate?, idempotencyKeys? } }`.
 * @throws UserError `config_invalid` with every problem there is, each as `file:line:column: message`
 */
export async function loadServices(path: string): Promise<HttpServices> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new UserError(
      'config_invalid',
      `The services file ${path} cannot be read; name another one with SAYSO_SERVICES`,
      { cause },
    )
  })
  const problems: Problem[] = []
  const report = (problem: Problem): void => void problems.push(problem)
  const source = parseYamlSource(path, text, report)
  const file = source === null ? null : checkServices(source, report)
  for (const [name, service] of Object.entries(file?.services ?? {})) {
    const problem = serviceProblem(name, service)
    if (source === null || problem === null) continue
    const { path: inner, message } = problem
    const place = inner.length === 0 ? 'key' : 'value'
    // The line itself is not shown: secrets stand there.
    report({
      ...source.problemAt(['services', name, ...inner], `the service "${name}": ${message}`, place),
      excerpt: '',
    })
  }
  if (file === null || problems.length > 0) throw new UserError('config_invalid', renderProblems(problems))
  return file.services
}
