import { memberNames } from '../../envelope/structured-argument.ts'
import type { Command, Entity } from '../catalogue.ts'
import { didYouMean } from '../did-you-mean.ts'
import { factPlaceholder } from '../fact-placeholder.ts'
import type { CommandTextsShape } from '../shapes/locale-shapes.ts'
import type { Report } from '../source/problem.ts'
import type { YamlPath, YamlSource } from '../source/yaml-source.ts'
import { checkSentences } from './check-sentences.ts'
import type { Rules } from './check-sentences.ts'
import { anyName, checkText } from './check-text.ts'

/** Reports what a command does not say in a language, or says in vain. */
export function checkCommandTexts(
  input: {
    readonly source: YamlSource
    readonly command: Command
    readonly texts: CommandTextsShape
    readonly rules: Rules
    readonly entities: ReadonlyMap<string, Entity> | null
  },
  report: Report,
): void {
  const { source, command, texts, rules, entities } = input
  const at = (...path: (string | number)[]): YamlPath => ['commands', command.path, ...path]
  const names = command.parameters.map(({ name }) => name)
  const isArgument = (name: string): boolean => names.includes(name)
  const members = command.parameters.flatMap((parameter) =>
    memberNames(parameter).map((member) => `${parameter.name}.${member}`),
  )
  const isAsked = (name: string): boolean => isArgument(name) || members.includes(name)
  const found = [...command.parameters, ...command.facts].flatMap(({ entity }) =>
    entity === null ? [] : [factPlaceholder(entity, '')],
  )
  const isResult = (name: string): boolean => isArgument(name) || name === 'count' || /^out_[a-z0-9_]+$/u.test(name)
  const known = {
    summary: isArgument,
    effect: isArgument,
    phrase: isArgument,
    unmet: (name: string): boolean => isArgument(name) || found.some((prefix) => name.startsWith(prefix)),
    instead: isArgument,
    done: isResult,
    row: anyName,
  }
  for (const [key, knows] of Object.entries(known) as [keyof typeof known, (name: string) => boolean][]) {
    const text = texts[key]
    const hint = (name: string): string => didYouMean(name, names) || knownNames(names)
    if (text !== undefined) checkText({ source, path: at(key), text, known: knows, hint }, report)
  }
  for (const [name, text] of Object.entries(texts.steps ?? {})) {
    checkText({ source, path: at('steps', name), text, known: isArgument }, report)
    if (!command.chain.some(({ stepName }) => stepName === name))
      report(source.problemAt(at('steps', name), `${command.token} has no step "${name}"`, 'key'))
  }
  if (command.safety === 'read' && texts.effect !== undefined) {
    report(source.problemAt(at('effect'), 'a read has no effect; remove this text', 'key'))
  }
  if (command.safety !== 'read' && texts.effect === undefined) {
    report(source.problemAt(at(), '"effect" is missing: a preview must say what happens', 'key'))
  }
  if (command.succeedsIf !== null && texts.unmet === undefined) {
    report(source.problemAt(at(), '"unmet" is missing: a preview must say why it would not succeed', 'key'))
  }
  if (command.succeedsIf === null && texts.instead !== undefined) {
    report(
      source.problemAt(
        at('instead'),
        `${command.token} has no "succeedsIf", so this text is never shown; remove it`,
        'key',
      ),
    )
  }
  for (const name of names) {
    if (texts.labels?.[name] === undefined)
      report(
        source.problemAt(at('labels'), `"labels.${name}" is missing: what "${name}" is called in a preview`, 'key'),
      )
  }
  for (const name of Object.keys(texts.labels ?? {})) {
    if (!isAsked(name))
      report(source.problemAt(at('labels', name), `${command.token} has no parameter "${name}"`, 'key'))
  }
  for (const { name, required } of command.parameters) {
    if (required && texts.questions?.[name] === undefined) {
      report(source.problemAt(at('questions'), `"questions.${name}" is missing: "${name}" is required`, 'key'))
    }
  }
  for (const name of Object.keys(texts.questions ?? {})) {
    if (!isAsked(name))
      report(source.problemAt(at('questions', name), `${command.token} has no parameter "${name}"`, 'key'))
  }
  checkSentences({ source, path: at('sentences'), sentences: texts.sentences, rules, command, entities }, report)
}

function knownNames(names: readonly string[]): string {
  return names.length === 0 ? '' : `; known here: ${names.join(', ')}`
}
