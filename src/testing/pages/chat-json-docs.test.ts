/** `docs/chat-json.md` names every field of the lines that `sayso chat --json` takes and prints, and none that is not there. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { DoorMessage, Idle, parseDoorLine } from '../../channel/terminal/parse-door-line.ts'
import { aboutKinds, wantedFields } from '../../conversation-tests/parse-conversations.ts'
import { commandStatuses, reasonCodes } from '../../envelope/lifecycle.ts'
import { quotedIn, tableUnder } from './markdown-tables.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const page = readFileSync(path.join(root, 'docs/chat-json.md'), 'utf8')
const taken = tableUnder(page, 'What it takes')
const printed = tableUnder(page, 'What it prints')

function namesOf(rows: readonly (readonly string[])[]): readonly string[] {
  return rows.flatMap(([name = '']) => quotedIn(name)).toSorted()
}

test('the page has a row for each field of a line that is taken, and for nothing else', () => {
  const fields = [DoorMessage, Idle].flatMap(({ properties }) => Object.keys(properties))
  expect(namesOf(taken)).toEqual(fields.toSorted())
})

test.each(taken)('%s has an example that is understood, and that shows it', (name, _meaning, example = '') => {
  const [field = ''] = quotedIn(name)
  const [line = ''] = quotedIn(example)
  expect(JSON.parse(line)).toHaveProperty(field)
  expect(() => parseDoorLine(line, { account: 'terminal', speaker: '+15550000001', now: new Date() })).not.toThrow()
})

test('the page has a row for each field of a line that is printed, and for nothing else', () => {
  const known = [...wantedFields.filter((field) => field !== 'capture'), 'idle']
  expect(namesOf(printed)).toEqual(known.toSorted())
  const about = printed.find(([name]) => name === '`about`')?.[1]?.split('. ')[0]
  expect(quotedIn(about ?? '')).toEqual(aboutKinds)
})

test('the page has a row for each status and each reason of a command, and for nothing else', () => {
  expect(namesOf(tableUnder(page, 'How a command stands'))).toEqual(commandStatuses.toSorted())
  expect(namesOf(tableUnder(page, 'Why a command was not done'))).toEqual(reasonCodes.toSorted())
})
