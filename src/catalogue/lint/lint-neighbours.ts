import { sentenceDialect } from '../../understanding/sentences/parse-sentence.ts'
import type { Command } from '../catalogue.ts'
import type { ReadCommand } from '../commands/check-commands.ts'
import type { ReadLocale } from '../locales/check-locale.ts'
import { scopeOf } from '../locales/check-sentences.ts'
import { neighbourSlots } from './neighbour-slots.ts'
import type { Report } from '../source/problem.ts'

/** Reports sentences in which two free texts can stand side by side. */
export function lintNeighbours(
  { commands, locales }: { readonly commands: readonly ReadCommand[]; readonly locales: readonly ReadLocale[] },
  report: Report,
): void {
  for (const { texts, messages } of locales) {
    for (const { command } of commands) {
      const sentences = texts.file.commands[command.path]?.sentences ?? []
      const scope = scopeOf(sentences, messages.file.rules)
      for (const [index, sentence] of sentences.entries()) {
        const pair = neighbourSlots(sentenceDialect.parse(sentence), scope, (slot) => isFree(slot, command))
        if (pair === null) continue
        const [one, other] = pair.map((slot) => `{${slot}}`)
        const message = `has ${one} and ${other} side by side, and of two free texts nobody can tell where the one ends: put a word between them that must be said (punctuation parts nothing), or leave one to be asked for`
        report(texts.source.problemAt(['commands', command.path, 'sentences', index], message))
      }
    }
  }
}

/** What people call a thing is held against the things that there are; of a free text any part will do. */
function isFree(slot: string, { parameters }: Command): boolean {
  const parameter = parameters.find(({ name }) => name === slot)
  return parameter?.type === 'text' && parameter.schema['pattern'] === undefined
}
