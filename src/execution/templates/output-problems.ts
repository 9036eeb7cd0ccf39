import { shownSecret } from '../../envelope/secret-reference.ts'
import { isJsonObject, type Json, type JsonObject } from '../../json.ts'
import { expressionsOf, type CompiledTemplates, type TemplateScope } from './template.ts'

/** A value of an earlier step by the names on the way to it: ``steps.`Find it`.output.body.id``. */
const plainPath = /^steps\.(?:`(?<quoted>[^`]+)`|(?<name>\w+))\.output\.(?<path>\w+(?:\.\w+)*)$/u

/**
 * Why what earlier steps gave cannot be used by the next one; `null` when it can. A value that an answer lacks is no empty value; and
 * what came back with a secret in it was kept without, so that the next step would work on what only stands for it.
 * @param rendered what the templates made of it
 */
export function outputProblem(compiled: CompiledTemplates, scope: TemplateScope, rendered: JsonObject): string | null {
  for (const { source } of expressionsOf(compiled)) {
    const { quoted, name, path } = plainPath.exec(source)?.groups ?? {}
    const step = quoted ?? name
    const output = step === undefined ? undefined : scope.steps[step]?.output
    if (output !== undefined && path !== undefined && lacks(output, path.split('.')))
      return `“${step}” gave no ${path}, which the step needs`
  }
  const isHidden =
    JSON.stringify(scope.steps).includes(shownSecret) && !JSON.stringify(scope.args).includes(shownSecret)
  return isHidden && JSON.stringify(rendered).includes(shownSecret)
    ? 'It needs a secret that an earlier step gave back, and such answers are kept without it'
    : null
}

/** Whether something on the way has not got the next name; what stands in a list may be there or not. */
function lacks(output: Json, [key, ...rest]: readonly string[]): boolean {
  if (key === undefined || !isJsonObject(output)) return false
  const value = output[key]
  return value === undefined || lacks(value, rest)
}
