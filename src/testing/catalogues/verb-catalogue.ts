import type { Catalogue } from '../../catalogue/catalogue.ts'

/** The same catalogue where commands are called otherwise: by old tokens, the new ones, which may be verbs of a language. */
export function withTokens(catalogue: Catalogue, tokens: Readonly<Record<string, string>>): Catalogue {
  const renamed = [...catalogue.commands.values()].map((command) => {
    const token = tokens[command.token] ?? command.token
    const { undo: own } = command
    const undo = own === null ? null : { ...own, command: tokens[own.command] ?? own.command }
    return [token, { ...command, token, undo }] as const
  })
  return {
    ...catalogue,
    version: `${catalogue.version}+${Object.values(tokens).join('+')}`,
    commands: new Map(renamed),
  }
}
