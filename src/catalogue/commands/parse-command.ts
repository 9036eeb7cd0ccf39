import type { Chain } from '../../execution/plan/chain.ts'
import type { JsonObject } from '../../json.ts'
import type { Command } from '../catalogue.ts'
import { actorOfSteps, checkTemplateNames } from '../locales/check-template-names.ts'
import { didYouMean } from '../did-you-mean.ts'
import type { CommandFileShape } from '../shapes/file-shapes.ts'
import { mergeContracts } from '../contract/merge-contract.ts'
import type { Contract } from '../contract/merge-contract.ts'
import { parseDuration } from '../shapes/parse-duration.ts'
import { parseParameters } from './parse-parameters.ts'
import { parseUndo } from './parse-undo.ts'
import type { Report } from '../source/problem.ts'
import type { YamlSource } from '../source/yaml-source.ts'

/** CCP IX.A: how long a repeat is the same command when the file does not say. */
const defaultWindowMs = 600_000

const defaultConfirm = { read: 'none', mutation: 'yes', destructive: 'token' } as const

/** CCP VIII.A and B: a mutation is always confirmed, and "yes" is not enough for what may lose data. */
const allowedConfirm: Readonly<Record<Command['safety'], readonly Command['confirm'][]>> = {
  read: ['none'],
  mutation: ['yes', 'phrase', 'token'],
  destructive: ['phrase', 'token'],
}

/** Turns a checked file into a command; reports what it says about itself that cannot be true. */
export function parseCommand(
  input: {
    readonly source: YamlSource
    readonly file: CommandFileShape
    /** `orders.cancel` */
    readonly path: string
    /** What stands above it, least specific first (UJG 8), its own contract last. */
    readonly contracts: readonly Contract[]
    /** Whether a menu above it keeps it to private chats. */
    readonly onlyPrivate: boolean
  },
  report: Report,
): Command {
  const { source, file, path } = input
  const contract = mergeContracts(input.contracts)
  const parameters = parseParameters({ source, contract, arguments: file.arguments }, report)
  if (contract.commandRef === undefined) report(source.problemAt(['contract'], '"commandRef" is missing', 'key'))
  const names = parameters.map(({ name }) => name)
  const target = file.intent.target ?? null
  if (target !== null && !names.includes(target)) {
    report(source.problemAt(['intent', 'target'], `there is no parameter "${target}"${didYouMean(target, names)}`))
  }
  checkTemplateNames({ source, path: ['steps'], value: file.steps, names, actor: actorOfSteps }, report)
  return {
    token: file.token,
    path,
    intent: { entity: file.intent.entity, action: file.intent.action, target },
    safety: file.safety,
    confirm: confirmOf(source, file, report),
    scope: file.scope,
    whilePaused: file.whilePaused ?? false,
    onlyPrivate: input.onlyPrivate,
    undo: file.undo === undefined ? null : parseUndo(file.undo),
    facts: Object.entries(file.facts ?? {}).map(([entity, from]) => ({
      entity,
      parameter: from === 'all' ? null : from.slice('args.'.length),
    })),
    // Parsed from YAML 1.2 without tags, which holds JSON alone.
    succeedsIf: file.succeedsIf === undefined ? null : (file.succeedsIf as JsonObject),
    windowMs: windowOf(source, file, report),
    contract,
    parameters,
    chain: chainOf(file),
  }
}

function confirmOf(source: YamlSource, file: CommandFileShape, report: Report): Command['confirm'] {
  const confirm = file.confirm ?? defaultConfirm[file.safety]
  const allowed = allowedConfirm[file.safety]
  if (!allowed.includes(confirm)) {
    report(
      source.problemAt(['confirm'], `a ${file.safety} command cannot have "${confirm}"; use ${allowed.join(' or ')}`),
    )
  }
  return confirm
}

function windowOf(source: YamlSource, file: CommandFileShape, report: Report): number {
  if (file.window === undefined) return defaultWindowMs
  if (file.safety === 'read') report(source.problemAt(['window'], 'a read is never a repeat; remove "window"', 'key'))
  return parseDuration(file.window) ?? defaultWindowMs
}

/** What a step may leave out is empty (WUCE 3). */
function chainOf(file: CommandFileShape): Chain {
  return file.steps.map((step) => ({
    ...step,
    actionDomain: step.actionDomain ?? '',
    observationDomain: step.observationDomain ?? '',
    observe: step.observe ?? '',
    // Parsed from YAML 1.2 without tags, which holds JSON alone.
    actionMeta: step.actionMeta as JsonObject,
  }))
}
