/** An edit of an answer, which is read as one. */
import { expect, test } from 'vitest'
import type { Parameter } from '../../catalogue/catalogue.ts'
import type { Question } from '../../conversation/session.ts'
import { loadShippedCatalogue, withCommand } from '../../testing/catalogues/conversation-catalogue.ts'
import { createReader } from '../../testing/conversation/understanding-fixture.ts'
import { readEdit } from './read-edit.ts'

const shipped = await loadShippedCatalogue()

/** The question for the text of a note, which is of this kind. */
const asked: Question = {
  kind: 'value',
  parameter: 'text',
  draft: {
    command: 'ADD_NOTE',
    raw: {},
    args: { id: '204' },
    origin: { messageIds: ['m1'], sentAt: '2026-03-01T14:00:00.000Z' },
    again: false,
  },
  tries: 0,
}

function readNote(kind: Parameter['kind']) {
  const parameters = (shipped.commands.get('ADD_NOTE')?.parameters ?? []).map((each) =>
    each.name === 'text' ? { ...each, kind } : each,
  )
  const catalogue = withCommand(shipped, 'ADD_NOTE', { command: { parameters } })
  const read = createReader(catalogue)
  return (now: string) =>
    readEdit({ before: 'hunter1', now, asked }, catalogue, (text, awaited) => read(text, awaited, 'en'))
}

test('is the value that it says now', () => {
  expect(readNote('scalar')('call first')).toEqual({ kind: 'value', text: 'call first' })
})

test.each(['hunter1', 'cancel', 'help'])('is none where it says “%s”, for nothing is new or it is no answer', (now) => {
  expect(readNote('scalar')(now)).toBeNull()
})

test('is none where a secret is asked for: that is sent anew', () => {
  expect(readNote('secret')('hunter2')).toBeNull()
})
