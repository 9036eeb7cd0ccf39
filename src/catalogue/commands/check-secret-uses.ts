import { secretParameters } from '../../envelope/secret-reference.ts'
import type { Command } from '../catalogue.ts'
import type { Report } from '../source/problem.ts'
import { expressionsIn, textsIn } from '../locales/template-texts.ts'
import type { YamlSource } from '../source/yaml-source.ts'

/**
 * Reports where a secret would be told or changed: it is no target, it stands in no message, and a template puts it in as it
 * is, for what an expression makes of it could not be masked.
 */
export function checkSecretUses({ source, command }: { source: YamlSource; command: Command }, report: Report): void {
  for (const { name } of secretParameters(command)) {
    if (command.intent.target === name)
      report(
        source.problemAt(
          ['intent', 'target'],
          `"${name}" is a secret, so it cannot be the target, which is shown and kept`,
        ),
      )
    for (const [index, step] of command.chain.entries()) {
      if (mentions(step.stepMsg, name))
        report(source.problemAt(['steps', index, 'stepMsg'], `shows the secret "${name}"; leave it out`))
      for (const { path, text } of textsIn(step.actionMeta, ['steps', index, 'actionMeta'])) {
        const changed = expressionsIn(text).some((each) => mentions(each, name) && each.trim() !== `args.${name}`)
        if (changed) report(source.problemAt(path, `"${name}" is a secret: write {{args.${name}}} and nothing else`))
      }
    }
  }
}

function mentions(text: string, name: string): boolean {
  return new RegExp(`\\bargs\\s*\\.\\s*\`?${name}\\b`, 'u').test(text)
}
