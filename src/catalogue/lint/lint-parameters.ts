import type { Command } from '../catalogue.ts'
import type { ReadCommand } from '../commands/check-commands.ts'
import type { ReadLocale } from '../locales/check-locale.ts'
import { effectiveContract } from '../contract/contract.ts'
import { messagePlaceholders } from '../locales/message-placeholders.ts'
import type { Report } from '../source/problem.ts'
import { placedMembers } from '../commands/succeeds-if.ts'
import { expressionsIn, textsIn } from '../locales/template-texts.ts'
import { thingColumnsOf } from '../thing-columns.ts'

/**
 * Reports parameters of which nothing comes: people are asked for a value, or give it, and no step, precondition, lookup or text
 * uses it. A name in a sentence, a label or a question is no use: that is where the value comes in.
 */
export function lintParameters(
  { commands, locales }: { readonly commands: readonly ReadCommand[]; readonly locales: readonly ReadLocale[] },
  report: Report,
): void {
  for (const { source, command } of commands) {
    const used = new Set([...inSteps(command), ...inLookups(command), ...inConditions(command)])
    const said = new Set(locales.flatMap((locale) => [...inTexts(command, locale)]))
    for (const { name } of command.parameters) {
      if (used.has(name) || said.has(name)) continue
      const message = `"${name}" has no effect: no step, precondition, lookup or text of ${command.token} uses it; put {{args.${name}}} into a step, or remove it`
      report(source.problemAt(['arguments', name], message, 'key'))
    }
  }
}

/** What templates read; one that takes all arguments together uses each. */
function inSteps({ chain, parameters }: Command): readonly string[] {
  const texts = chain.flatMap(({ actionMeta, stepMsg }) => textsIn([actionMeta, stepMsg], []))
  const uses = texts
    .flatMap(({ text }) => expressionsIn(text))
    .flatMap((each) => [...each.matchAll(/\bargs\b(?:\s*\.\s*`?(\w+))?/gu)].map(([, name]) => name))
  return uses.flatMap((name) => name ?? parameters.map((parameter) => parameter.name))
}

/** What is looked up by it, and what takes a column of the thing that it names. */
function inLookups(command: Command): readonly string[] {
  const { facts, undo, parameters } = command
  const sources = Object.values(undo?.arguments ?? {})
  const things = [
    ...thingColumnsOf(command).map(({ entity }) => entity),
    ...sources.flatMap((from) => (from.from === 'facts' ? [from.entity] : [])),
  ]
  return [
    ...facts.flatMap(({ parameter }) => parameter ?? []),
    ...sources.flatMap((from) => (from.from === 'args' ? [from.name] : [])),
    ...naming(parameters, things),
  ]
}

/** What its contract asks of it, and what `succeedsIf` asks of it or of the thing that it names. */
function inConditions(command: Command): readonly string[] {
  const { succeedsIf, parameters } = command
  const pointers = succeedsIf === null ? [] : placedMembers(succeedsIf).map(({ pointer }) => pointer.split('/'))
  const asked = (effectiveContract(command).preconditions ?? []).flatMap(({ ref }) => ref?.split('.')[0] ?? [])
  const things = pointers.flatMap(([, part, name = '']) => (part === 'facts' ? [name] : []))
  return [
    ...pointers.flatMap(([, part, name = '']) => (part === 'args' ? [name] : [])),
    ...asked,
    ...naming(parameters, [...things, ...asked]),
  ]
}

function naming(parameters: Command['parameters'], things: readonly string[]): readonly string[] {
  return parameters.flatMap(({ name, entity }) => (entity !== null && things.includes(entity) ? [name] : []))
}

const readTexts = ['summary', 'effect', 'done', 'unmet', 'instead', 'phrase'] as const

function inTexts({ path }: Command, { texts: { file } }: ReadLocale): readonly string[] {
  const texts = file.commands[path]
  if (texts === undefined) return []
  const said = [...readTexts.map((key) => texts[key] ?? ''), ...Object.values(texts.steps ?? {})]
  return said.flatMap((text) => {
    const found = messagePlaceholders(text)
    return found.kind === 'broken' ? [] : [...found.names]
  })
}
