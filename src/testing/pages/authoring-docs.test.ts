/** `docs/authoring.md` names every key that the files of a catalogue may have, every action and every field, and none that is not there. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TSchema } from 'typebox'
import { describe, expect, test } from 'vitest'
import { limitKeywords } from '../../access/judge.ts'
import { personShape } from '../../access/load-people.ts'
import { answersShape } from '../../authoring/answers.ts'
import {
  argumentShape,
  commandFileShape,
  entityShape,
  fieldFormatShape,
  menuFileShape,
  stepShape,
} from '../../catalogue/shapes/file-shapes.ts'
import { commandTextsFileShape, commandTextsShape, messagesFileShape } from '../../catalogue/shapes/locale-shapes.ts'
import { catalogueSources } from '../../cli/catalogue/catalogue-sources.ts'
import { saidFields, wantedFields } from '../../conversation-tests/parse-conversations.ts'
import { serviceShape } from '../../execution/actions/http/load-services.ts'
import { quotedIn, tableUnder } from './markdown-tables.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const page = readFileSync(path.join(root, 'docs/authoring.md'), 'utf8')

function keysOf(schema: TSchema): readonly string[] {
  const properties: unknown = Reflect.get(schema, 'properties')
  return typeof properties === 'object' && properties !== null ? Object.keys(properties) : []
}

function namedUnder(heading: string): readonly string[] {
  return tableUnder(page, heading).flatMap(([name = '']) => quotedIn(name))
}

test.each([
  ['A command', keysOf(commandFileShape)],
  ['An argument', keysOf(argumentShape)],
  ['A step', keysOf(stepShape)],
  ['A menu', keysOf(menuFileShape)],
  ['An entity', keysOf(entityShape)],
  ['People', keysOf(personShape)],
  ['Services', keysOf(serviceShape)],
  ['What the bot says and understands', keysOf(messagesFileShape)],
  ['Texts of menus, commands and things', keysOf(commandTextsFileShape)],
  ['Texts of a command', keysOf(commandTextsShape)],
  ['Answers', keysOf(answersShape)],
  ['Roles', Object.keys(limitKeywords)],
  ['Formats of columns', formatsOf(fieldFormatShape)],
  ['Conversations', saidFields],
  ['What comes back', wantedFields],
])('the page has a row for all that is known of "%s", and for nothing else', (heading, known) => {
  expect(known).not.toEqual([])
  expect([...namedUnder(heading)].toSorted()).toEqual([...known].toSorted())
})

describe('Actions', () => {
  const rows = new Map(
    tableUnder(page, 'Actions').map(([name = '', effect = '', fields = '']) => [
      quotedIn(name)[0] ?? '',
      `${effect}: ${quotedIn(fields).toSorted().join(' ')}`,
    ]),
  )

  test('are all there, with their effect and the fields of their actionMeta', () => {
    const { actions } = catalogueSources(root)
    const known = actions.all.map(({ domain, type, effect, meta }) => {
      const required: unknown = Reflect.get(meta, 'required')
      const fields = keysOf(meta).map((name) =>
        Array.isArray(required) && required.includes(name) ? name : `${name}?`,
      )
      return [`${domain}/${type}`, `${effect}: ${fields.toSorted().join(' ')}`] as const
    })
    expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(known))
  })
})

function formatsOf(schema: TSchema): readonly string[] {
  const { type }: { readonly type?: { readonly enum?: readonly string[] } } = Reflect.get(schema, 'properties')
  return type?.enum ?? []
}
