import { readFile } from 'node:fs/promises'
import { Type } from 'typebox'
import { createShapeCheck } from '../../catalogue/check-shape.ts'
import { renderProblems, type Problem } from '../../catalogue/problem.ts'
import { parseYamlSource } from '../../catalogue/yaml-source.ts'
import { UserError } from '../../errors.ts'
import type { HttpServices } from './http-services.ts'

const closed = { additionalProperties: false }

const checkServices = createShapeCheck(
  Type.Object(
    {
      services: Type.Record(
        Type.String(),
        Type.Object(
          {
            baseUrl: Type.String({ minLength: 1 }),
            headers: Type.Optional(Type.Record(Type.String(), Type.String())),
            allowPrivate: Type.Optional(Type.Boolean()),
            idempotencyKeys: Type.Optional(Type.Boolean()),
          },
          closed,
        ),
      ),
    },
    closed,
  ),
)

/**
 * Reads the services that chains may talk to, YAML or JSON: `services: { name: { baseUrl, headers?, allowPrivate?, idempotencyKeys? } }`.
 * @throws UserError `config_invalid` with every problem there is, each as `file:line:column: message`
 */
export async function loadServices(path: string): Promise<HttpServices> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new UserError(
      'config_invalid',
      `The services file ${path} cannot be read; name another with SAYSO_SERVICES`,
      { cause },
    )
  })
  const problems: Problem[] = []
  const report = (problem: Problem): void => void problems.push(problem)
  const source = parseYamlSource(path, text, report)
  const file = source === null ? null : checkServices(source, report)
  if (file === null) throw new UserError('config_invalid', renderProblems(problems))
  return file.services
}
