/**
 * A file of conversations: YAML documents, each with its people and steps. Whatever is misspelt is told with its place before anything
 * is played: a field that no line has could never be found, and one that no line may have would never be missed.
 */
import path from 'node:path'
import { Type, type Static } from 'typebox'
import { createShapeCheck } from '../catalogue/shapes/check-shape.ts'
import { didYouMean } from '../catalogue/did-you-mean.ts'
import type { Report } from '../catalogue/source/problem.ts'
import { textsIn } from '../catalogue/locales/template-texts.ts'
import { parseYamlSources, type YamlPath, type YamlSource } from '../catalogue/source/yaml-source.ts'
import type { ReplyKind } from '../channel/reply.ts'
import { commandStatuses } from '../envelope/lifecycle.ts'
import { isJsonObject, isObject, jsonText, type Json, type JsonObject } from '../json.ts'
import type { Conversation, Said, Step, Wanted } from './conversation.ts'
import { expressionOf } from './match-line.ts'

const closed = { additionalProperties: false }
const named = { ...closed, description: 'a name in small letters' }
const personName = Type.String({ pattern: '^[a-z][a-zA-Z0-9_]*$' })
const phone = Type.String({
  pattern: '^\\+[1-9][0-9]{6,14}$',
  description: 'a phone number such as "+5511990000001"',
})

const Shape = Type.Object(
  {
    name: Type.String({ pattern: '\\S', description: 'what the conversation shows' }),
    people: Type.Optional(
      Type.Record(
        personName,
        Type.Object(
          {
            phone,
            name: Type.String({ pattern: '\\S', description: 'a text that is not empty' }),
            roles: Type.Array(Type.String()),
            language: Type.Optional(Type.String()),
            timeZone: Type.Optional(Type.String()),
          },
          closed,
        ),
        named,
      ),
    ),
    strangers: Type.Optional(Type.Record(personName, phone, named)),
    steps: Type.Array(Type.Record(Type.String(), Type.Unknown()), { minItems: 1 }),
  },
  closed,
)

const checkShape = createShapeCheck(Shape)

const stepFields = ['expect', 'reject', 'restart']
/** The fields of the door's messages but who speaks, and `pick`. */
export const saidFields = 'chat mentions id text voice reaction file quoted forwarded edit revoke sentAt pick'.split(
  ' ',
)
/** The fields of the door's lines, and `capture`. */
export const wantedFields =
  'done to chat id replyTo text about edits options command preview confirm media replaces error capture'.split(' ')

const isAbout = {
  menu: true,
  help: true,
  ask: true,
  choose: true,
  preview: true,
  progress: true,
  outcome: true,
  refusal: true,
  info: true,
} as const satisfies Readonly<Record<ReplyKind, true>>
/** What a line may be about. */
export const aboutKinds: readonly string[] = Object.keys(isAbout)

/** Reads a file; a conversation that anything is reported of is left out. Paths in it start from the file's folder. */
export function parseConversations(
  input: { readonly file: string; readonly folder: string; readonly text: string },
  report: Report,
): readonly Conversation[] {
  return parseYamlSources(input.file, input.text, report).flatMap((source) => {
    if (source.value === null) return []
    const problems: Parameters<Report>[0][] = []
    const shape = checkShape(source, (problem) => void problems.push(problem))
    const conversation = shape === null ? null : conversationOf(shape, { ...input, source, problems })
    for (const problem of problems) report(problem)
    return conversation === null || problems.length > 0 ? [] : [conversation]
  })
}

type Reading = {
  readonly folder: string
  readonly source: YamlSource
  readonly problems: Parameters<Report>[0][]
}

function conversationOf(shape: Static<typeof Shape>, reading: Reading): Conversation {
  const { source, folder } = reading
  const people = Object.entries(shape.people ?? {})
  const phones = { ...Object.fromEntries(people.map(([name, each]) => [name, each.phone])), ...shape.strangers }
  return {
    file: source.file,
    folder,
    name: shape.name,
    line: source.problemAt(['name'], '', 'key').line,
    people: people.map(([, person]) => ({ timeZone: 'UTC', ...person })),
    phones,
    // Every value that YAML gives is one of JSON.
    steps: shape.steps.map((step, index) => stepOf(step as JsonObject, index, Object.keys(phones), reading)),
  }
}

function stepOf(step: JsonObject, index: number, names: readonly string[], reading: Reading): Step {
  const { source } = reading
  const at: YamlPath = ['steps', index]
  const speakers = Object.keys(step).filter((key) => !stepFields.includes(key))
  for (const key of speakers) {
    if (!names.includes(key))
      complain(
        reading,
        [...at, key],
        `nobody is called "${key}"; known: ${[...names, ...stepFields].join(', ')}`,
        'key',
      )
  }
  const [who, second] = speakers.filter((key) => names.includes(key))
  if (second !== undefined) complain(reading, [...at, second], 'one step is said by one person', 'key')
  const restart = step['restart'] ?? null
  if (restart !== null && restart !== 'kill' && restart !== 'graceful')
    complain(reading, [...at, 'restart'], 'must be kill or graceful')
  if (restart !== null && Object.keys(step).length > 1)
    complain(reading, [...at, 'restart'], 'stands in a step of its own', 'key')
  return {
    line: source.problemAt(at, '').line,
    restart: restart === 'kill' || restart === 'graceful' ? restart : null,
    said: who === undefined ? null : saidOf(who, step[who], at, reading),
    expect: wantedOf(step['expect'], [...at, 'expect'], reading),
    reject: wantedOf(step['reject'], [...at, 'reject'], reading),
  }
}

function saidOf(who: string, value: unknown, at: YamlPath, reading: Reading): Said {
  if (!isObject(value)) {
    if (value === null) complain(reading, [...at, who], 'says nothing; put what looks like nothing in quotes')
    return { who, fields: { text: String(value) }, pick: null }
  }
  for (const field of Object.keys(value)) {
    if (!saidFields.includes(field))
      complain(reading, [...at, who, field], `unknown field "${field}"; known here: ${saidFields.join(', ')}`, 'key')
  }
  // As the whole step is.
  const { pick, ...fields } = value as JsonObject
  if (typeof pick === 'string') checkExpressions(pick, [...at, who, 'pick'], reading)
  return { who, fields, pick: pick === undefined ? null : jsonText(pick) }
}

function wantedOf(value: Json | undefined, at: YamlPath, reading: Reading): readonly Wanted[] {
  if (value === undefined) return []
  if (!Array.isArray(value)) {
    complain(reading, at, 'must be a list: [{ about: outcome, text: done }]')
    return []
  }
  return value.map((each: Json, index): Wanted => {
    if (!isJsonObject(each)) {
      complain(reading, [...at, index], 'must be the fields of a line, such as { about: outcome }')
      return { fields: {}, capture: {} }
    }
    for (const field of Object.keys(each)) {
      if (!wantedFields.includes(field))
        complain(
          reading,
          [...at, index, field],
          `no line has a field "${field}"; known: ${wantedFields.join(', ')}`,
          'key',
        )
    }
    const { capture = {}, ...fields } = each
    checkExpressions(fields, [...at, index], reading)
    checkKnown(fields['about'], aboutKinds, [...at, index, 'about'], reading)
    if (isJsonObject(fields['command']))
      checkKnown(fields['command']['status'], commandStatuses, [...at, index, 'command', 'status'], reading)
    if (isTexts(capture)) return { fields, capture }
    complain(reading, [...at, index, 'capture'], 'must say what to keep under which name: { token: confirm.expect }')
    return { fields, capture: {} }
  })
}

function checkExpressions(value: Json, at: YamlPath, reading: Reading): void {
  for (const { path: place, text } of textsIn(value, at)) {
    try {
      // Names are put in later; any word stands for what they will be.
      expressionOf(text.replaceAll(/\{[a-z]\w*\}/gu, 'name'))
    } catch (error) {
      complain(reading, place, `is no regular expression: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
}

/** A kind that no line has could never be found, and would never be missed. */
function checkKnown(wanted: Json | undefined, known: readonly string[], at: YamlPath, reading: Reading): void {
  if (wanted === undefined || (typeof wanted === 'string' && /\{[a-z]\w*\}/u.test(wanted))) return
  const text = jsonText(wanted)
  const expression = patternOf(text)
  if (expression === null ? known.includes(text) : known.some((each) => expression.test(each))) return
  const near = expression === null ? didYouMean(text, known) : ''
  complain(reading, at, `no line has "${text}" here${near}; known: ${known.join(', ')}`)
}

/** The expression that it is; `null` when it is none, or a broken one, which is told elsewhere. */
function patternOf(text: string): RegExp | null {
  try {
    return expressionOf(text)
  } catch {
    return null
  }
}

function complain({ source, problems }: Reading, at: YamlPath, message: string, place?: 'key' | 'value'): void {
  problems.push(source.problemAt(at, message, place))
}

function isTexts(value: Json): value is Readonly<Record<string, string>> {
  return isJsonObject(value) && Object.values(value).every((each) => typeof each === 'string')
}

/** Where a file that a conversation names lies. */
export function resolveIn({ folder }: Pick<Conversation, 'folder'>, name: string): string {
  return path.resolve(folder, name)
}
