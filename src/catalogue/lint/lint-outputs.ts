/**
 * Steps that read of an earlier one what it does not give: the step would fail, or work on nothing. Only where it is certain what a
 * step gives is anything said (`Action.gives`, `Action.columns`).
 */
import type { Actions } from '../../execution/action.ts'
import { compileTemplates, expressionsOf } from '../../execution/templates/template.ts'
import { isJsonObject, type Json } from '../../json.ts'
import type { ReadCommand } from '../commands/check-commands.ts'
import { didYouMean } from '../did-you-mean.ts'
import type { Report } from '../source/problem.ts'
import type { YamlPath } from '../source/yaml-source.ts'

/** A field of the output of a step, and of its rows a column: ``steps.`Find it`.output.rows[0].id``. */
const outputPath =
  /\bsteps\.(?:`(?<quoted>[^`]+)`|(?<name>\w+))\.output\.(?<field>\w+)(?:\[\d+\])?(?:\.(?<column>\w+))?/gu

/** Reports every field and column of a step's output that is read and that it does not give. */
export function lintOutputs(commands: readonly ReadCommand[], actions: Actions, report: Report): void {
  for (const { source, command } of commands) {
    for (const [index, { actionMeta }] of command.chain.entries()) {
      for (const { path, text } of textsIn(actionMeta, ['steps', index, 'actionMeta'])) {
        for (const message of problemsOf(text, command.chain, actions)) report(source.problemAt(path, message))
      }
    }
  }
}

function problemsOf(text: string, chain: ReadCommand['command']['chain'], actions: Actions): readonly string[] {
  const read = expressionsOf(compileTemplates(text)).flatMap((each) => [...each.source.matchAll(outputPath)])
  return read.flatMap(({ groups }) => {
    const { quoted, name, field = '', column }: Readonly<Record<string, string | undefined>> = groups ?? {}
    const step = chain.find(({ stepName }) => stepName === (quoted ?? name))
    const action = step === undefined ? undefined : actions.find(step.actionDomain, step.actionType)
    const fields = step === undefined ? undefined : action?.gives?.(step.actionMeta)
    if (step === undefined || fields === undefined) return []
    const gives = (kind: string) => `the step "${step.stepName}" gives no ${kind}`
    if (!fields.includes(field)) return [missing(gives('field'), field, fields)]
    const columns = field === 'rows' ? (action?.columns?.(step.actionMeta) ?? null) : null
    return column === undefined || columns === null || columns.includes(column)
      ? []
      : [missing(gives('column'), column, columns)]
  })
}

function missing(gives: string, name: string, known: readonly string[]): string {
  return `${gives} "${name}"${didYouMean(name, known)}; there is ${known.join(', ')}`
}

function textsIn(value: Json, path: YamlPath): readonly { readonly path: YamlPath; readonly text: string }[] {
  if (typeof value === 'string') return [{ path, text: value }]
  if (Array.isArray(value)) return value.flatMap((each: Json, at) => textsIn(each, [...path, at]))
  return isJsonObject(value) ? Object.entries(value).flatMap(([key, each]) => textsIn(each, [...path, key])) : []
}
