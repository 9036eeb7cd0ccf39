import { may, mayAskFor } from '../../access/may.ts'
import type { Command, Locale, Parameter } from '../../catalogue/catalogue.ts'
import { attendedTriggers, effectiveContract } from '../../catalogue/contract/contract.ts'
import { contractLevels, contractParts } from '../../catalogue/contract/contract-levels.ts'
import { anyText, sampleSentences } from '../../catalogue/lint/lint-samples.ts'
import type { CatalogueReading } from '../../catalogue/load-catalogue.ts'
import { didYouMean } from '../../catalogue/did-you-mean.ts'
import { UserError } from '../../errors.ts'
import { planChain, type PlannedStep } from '../../execution/plan/plan-chain.ts'
import { jsonText, type Json } from '../../json.ts'

/** Sentences that are shown per language; the files have the rest. */
const shownSentences = 5

const confirmations: Readonly<Record<Command['confirm'], string>> = {
  none: 'nothing: it runs at once',
  yes: 'a yes to its preview',
  phrase: 'the exact phrase of its preview',
  token: 'the token of its preview (CONFIRM …)',
}

/**
 * All there is to know about one command, in words.
 * @throws UserError `usage` when there is no such command
 */
export function showCommand(reading: CatalogueReading, token: string): string {
  const { catalogue, commands } = reading
  const read = commands.find(({ command }) => command.token === token.toUpperCase())
  if (read === undefined) {
    const known = [...catalogue.commands.keys()]
    throw new UserError('usage', `There is no command ${token}${didYouMean(token, known)}; known: ${known.join(', ')}`)
  }
  const { command, source } = read
  const contract = effectiveContract(command)
  const roles = [...catalogue.roles.keys()].flatMap((role) => {
    const wanted = { person: { roles: [role] }, scope: command.scope, roles: catalogue.roles }
    return may(wanted) ? [role] : mayAskFor(wanted) ? [`${role} (with approval)`] : []
  })
  const facts = [
    ['File', source.file],
    ['About', [command.intent.entity, command.intent.action, command.intent.target ?? 'no target'].join(' · ')],
    ['Safety', command.safety],
    ['Scope', `${command.scope}, granted to ${roles.join(', ') || 'nobody'}`],
    ['Confirmed by', confirmations[command.confirm]],
    ['Undone by', undoOf(command)],
    ['Looks up', command.facts.map(factOf).join(', ') || 'what its arguments name'],
    ['Succeeds if', command.succeedsIf === null ? 'not said in the preview' : jsonText(command.succeedsIf)],
    [
      'Repeats',
      command.safety === 'read' ? 'run every time' : `count as the same command for ${duration(command.windowMs)}`,
    ],
    ['Triggered by', (contract.triggerKinds ?? attendedTriggers).join(', ')],
  ] as const
  return [
    `${command.token}\n${table(facts)}`,
    section('Parameters', command.parameters.map(parameterRow)),
    section('Contract (UJG 8 and 9): what, value, and where it comes from', contractRows(reading, command.token)),
    section('Steps', stepsOf(command)),
    ...[...catalogue.locales.values()].map((locale) => textsIn(locale, command)),
  ].join('\n\n')
}

function factOf({ entity, parameter }: Command['facts'][number]): string {
  return parameter === null ? entity : `${entity} of ${parameter}`
}

function undoOf({ undo }: Command): string {
  if (undo === null) return 'nothing'
  if (undo.arguments === null) return `${undo.command}, with the same target`
  const sources = Object.entries(undo.arguments).map(([name, source]) => {
    const { from, ...where } = source
    return `${name} = ${[from, ...Object.values(where)].join('.')}`
  })
  return `${undo.command}, with ${sources.join(', ')}`
}

function parameterRow({ name, kind, required, type, schema, entity }: Parameter): readonly string[] {
  const rules = Object.entries(schema).filter(([keyword]) => keyword !== 'type')
  const limits = rules.map(([keyword, value]) => `${keyword} ${jsonText(value)}`)
  const found = entity === null ? [] : [`finds the entity ${entity}`]
  return [name, kind, required ? 'required' : 'optional', [type, ...limits, ...found].join(', ')]
}

function contractRows({ commands, menus }: CatalogueReading, token: string): readonly (readonly string[])[] {
  const read = commands.find(({ command }) => command.token === token)
  return contractParts(read === undefined ? [] : contractLevels(read, menus)).map(({ name, value, level, at }) => {
    const { file, line, column } = level.source.problemAt(at, '')
    const [key = '', ...identity] = name.split(' ')
    return [
      key,
      typeof value === 'object' ? [...identity, inWords(value, identity)].join(' ') : jsonText(value),
      `${level.node}, ${file}:${line}:${column}`,
    ]
  })
}

/** The members of an object; what its identity says already is left out. */
function inWords(value: Json, identity: readonly string[]): string {
  return Object.entries(value ?? {})
    .filter(([, member]) => !identity.includes(String(member)))
    .map(([name, member]) =>
      member === true ? name : `${name} ${typeof member === 'string' ? member : JSON.stringify(member)}`,
    )
    .join(', ')
}

function stepsOf(command: Command): readonly (readonly string[])[] {
  const planned = planChain(command.chain, { outsideDomains: [] })
  const steps = planned.kind === 'plan' ? planned.plan.steps : []
  return steps.map(({ step, ...waits }, index) => [
    `${index + 1}. ${step.stepName}`,
    `${step.actionDomain}/${step.actionType}`,
    waitsFor(waits),
    step.yield.length === 0 ? 'yields nothing' : `yields ${step.yield.join(', ')}`,
  ])
}

function waitsFor({ needs, awaits }: Pick<PlannedStep, 'needs' | 'awaits'>): string {
  const before = needs.map((need) =>
    need.kind === 'steps'
      ? `${need.event === null ? 'the output' : need.event} of ${need.from.join(' or ')}`
      : need.event,
  )
  const after = awaits === null ? [] : [`then ${awaits.event} from ${awaits.domain || 'anywhere'}`]
  return before.length + after.length === 0 ? 'at once' : ['after', [...before, ...after].join(', ')].join(' ')
}

function textsIn(locale: Locale, command: Command): string {
  const texts = locale.commands[command.path]
  if (texts === undefined) return section(`In ${locale.language}`, [['nothing']])
  const { title, summary, effect, done, row, unmet, instead, phrase, labels, questions, examples = [] } = texts
  const said = Object.entries({ title, summary, effect, done, row, unmet, instead, phrase })
  const samples = sampleSentences(command, locale, 1).flatMap((sample) => sample.texts.slice(0, 1))
  return section(`In ${locale.language}`, [
    ...said.flatMap(([key, text]) => (text === undefined || text === '' ? [] : [[key, oneLine(text)]])),
    ...Object.entries(labels).map(([name, text]) => [`calls ${name}`, text]),
    ...Object.entries(questions).map(([name, text]) => [`asks for ${name}`, oneLine(text)]),
    ...samples.slice(0, shownSentences).map((text) => ['understands', text.replaceAll(anyText, '…')]),
    ...examples.map((text) => ['example', text]),
  ])
}

function section(title: string, rows: readonly (readonly string[])[]): string {
  return `${title}\n${rows.length === 0 ? '  none' : table(rows)}`
}

function table(rows: readonly (readonly string[])[]): string {
  const most = Math.max(...rows.map((row) => row.length))
  const widths = Array.from({ length: most - 1 }, (_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  )
  return rows
    .map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd())
    .join('\n')
}

function oneLine(text: string): string {
  return text.replaceAll('\n', '\\n')
}

function duration(ms: number): string {
  const units = [
    ['d', 86_400_000],
    ['h', 3_600_000],
    ['m', 60_000],
  ] as const
  const [unit, size] = units.find(([, each]) => ms % each === 0) ?? (['s', 1000] as const)
  return `${ms / size}${unit}`
}
