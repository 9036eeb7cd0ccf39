/** How conversations went, for people: one line each, and of what went wrong the dialogue up to there. */
import { styleText } from 'node:util'
import { stringify } from 'yaml'
import { jsonText, type Json, type JsonObject } from '../json.ts'
import type { DoorLine, Wanted } from './conversation.ts'
import { matchesLine } from './match-line.ts'
import type { FailedStep, Failure, Played, Turn } from './play-conversation.ts'

/** How much of a long text is shown. */
const shownLines = 14
/** How much of a conversation before the step that went wrong is shown. */
const shownTurns = 12
const nameWidth = 8

/** One that was played, and the steps that failed in it. */
export function renderPlayed(
  { conversation, ms, turns, failure }: Played,
  failedSteps: readonly FailedStep[] = [],
): string {
  const { file, name, line } = conversation
  const time = styleText('dim', `${(ms / 1000).toFixed(2)} s`)
  if (failure === null) return `${styleText('green', 'ok  ')} ${file}: ${name} ${time}`
  return [
    `${styleText(['red', 'bold'], 'FAIL')} ${file}:${line}: ${styleText('bold', name)} ${time}`,
    ...indent(
      [...renderDialogue(turns, failure), ...renderFailure(failure, turns), ...failedSteps.map(renderFailedStep), ''],
      5,
    ),
  ].join('\n')
}

function renderFailedStep({ step, code, why }: FailedStep): string {
  return styleText('yellow', `the step "${step}" failed with ${code}: ${why}`)
}

/** All of them, in one line. */
export function renderSummary(played: readonly Played[], ms: number): string {
  const failed = played.filter(({ failure }) => failure !== null).length
  const counts = `${played.length - failed} passed, ${failed} failed`
  return `${styleText(failed === 0 ? 'green' : 'red', counts)} in ${(ms / 1000).toFixed(1)} s`
}

function renderDialogue(turns: readonly Turn[], { step }: Failure): readonly string[] {
  const until = turns.filter((turn) => step === null || turn.step <= step)
  const left = Math.max(until.length - shownTurns, 0)
  return [...(left > 0 ? [styleText('dim', `… ${left} earlier`)] : []), ...until.slice(left).flatMap(renderTurn)]
}

function renderTurn(turn: Turn): readonly string[] {
  if (turn.kind === 'restarted') return [styleText('dim', `the bot is started again (${turn.how})`)]
  if (turn.kind === 'said') return speech(styleText('cyan', turn.who.padEnd(nameWidth)), saidText(turn.fields))
  const { to: _to, id: _id, replyTo: _replyTo, text, ...fields } = turn.line
  return [
    ...speech('sayso'.padEnd(nameWidth), jsonText(text ?? '')),
    styleText('dim', `${' '.repeat(nameWidth)} ${inFlow(fields)}`),
  ]
}

function saidText({ from: _from, id: _id, ...fields }: DoorLine): string {
  return Object.keys(fields).length === 1 && typeof fields['text'] === 'string' ? fields['text'] : inFlow(fields)
}

function renderFailure(failure: Failure, turns: readonly Turn[]): readonly string[] {
  const { step, why, wanted } = failure
  const where = step === null ? '' : `step ${step + 1}: `
  if (wanted === null) return [styleText('red', `${where}${why}`)]
  return [styleText('red', `${where}${inFlow(wanted.fields)} ${why}`), ...nearest(wanted, step ?? 0, turns, why)]
}

/** What kept the line that came nearest from being the one that was wanted. */
function nearest(wanted: Wanted, step: number, turns: readonly Turn[], why: string): readonly string[] {
  if (why !== 'did not come') return []
  const came = turns.flatMap((turn) => (turn.kind === 'came' && turn.step === step ? [turn.line] : []))
  const [first] = came
    .map((line) => ({ line, fields: Object.entries(wanted.fields).filter((field) => !fits(field, line)) }))
    .toSorted((one, other) => one.fields.length - other.fields.length)
  if (first === undefined) return ['nothing came in this step']
  return first.fields.map(([field, want]) =>
    first.line[field] === undefined
      ? `the nearest line has no ${field}`
      : `of the nearest line ${field} is ${inFlow(first.line[field])}, not ${inFlow(want)}`,
  )
}

function fits([field, want]: readonly [string, Json], line: DoorLine): boolean {
  try {
    return matchesLine({ fields: { [field]: want }, capture: {} }, line, new Map())
  } catch {
    // It stands on what was captured, which is not known here.
    return true
  }
}

function speech(who: string, text: string): readonly string[] {
  const lines = text.split('\n')
  const shown = lines.slice(0, shownLines)
  const [first = '', ...more] = shown
  const left = lines.length - shown.length
  return [
    `${who} ${first}`,
    ...indent(more, nameWidth + 1),
    ...(left > 0 ? indent([styleText('dim', `… ${left} more lines`)], nameWidth + 1) : []),
  ]
}

function inFlow(value: Json | JsonObject): string {
  return stringify(value, { collectionStyle: 'flow', lineWidth: 0 }).trim()
}

function indent(lines: readonly string[], by: number): readonly string[] {
  return lines.map((line) => (line === '' ? '' : `${' '.repeat(by)}${line}`))
}
