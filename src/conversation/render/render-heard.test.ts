import { expect, test } from 'vitest'
import { localeFor } from '../../catalogue/locale-for.ts'
import { loadShippedCatalogue, withCommand } from '../../testing/catalogues/conversation-catalogue.ts'
import type { Draft, HeardNote } from '../session.ts'
import { renderHeard } from './render-heard.ts'

const shipped = await loadShippedCatalogue()

const note: HeardNote = {
  messageId: 'm1',
  transcript: 'rename it',
  engine: 'local',
  model: 'm',
  language: 'en',
  durationMs: 900,
}

test('a spoken command is shown as it would be typed: a file by its path, and no secret', () => {
  const [like, other] = shipped.commands.get('RENAME_FILE')?.parameters ?? []
  if (like === undefined || other === undefined) throw new TypeError('No RENAME_FILE')
  const parameters = [{ ...like, kind: 'file', type: 'text' } as const, { ...other, kind: 'secret' } as const]
  const command = withCommand(shipped, 'RENAME_FILE', { command: { parameters } }).commands.get('RENAME_FILE')
  if (command === undefined) throw new TypeError('No RENAME_FILE')
  const draft: Draft = {
    command: 'RENAME_FILE',
    raw: {},
    args: { from: { $file: '/a b.txt', sha256: '0'.repeat(64), bytes: 1 }, to: { $secret: 'f00d' } },
    origin: { messageIds: ['m1'], sentAt: '2026-03-01T14:00:00Z', heard: [note] },
    again: false,
  }
  expect(renderHeard(localeFor(shipped, 'en'), command, draft)).toEqual([
    '🎤 I heard: “rename it”',
    'Command: RENAME_FILE from="/a b.txt"',
  ])
})

test.each([
  ['id', '204', '204: two, zero, four'],
  ['integer', 12, '12: one, two'],
  ['decimal', 2.5, '2.5: two, point, five'],
  ['percent', 15, '15%: one, five'],
  ['money', '12.50 USD', 'two, point, five, zero'],
  ['date', '2026-11-21', 'two, one – two, zero, two, six'],
  ['time', '15:30', 'three, zero'],
  ['datetime', '2026-11-21T15:30:00Z', 'two, one – '],
  ['month', '2026-11', 'two, zero, two, six'],
  ['phone', '+5511987650000', 'nine, eight, seven, six, five'],
  ['ordinal', 3, '3: three'],
] as const)('the numbers of a spoken command are read back digit by digit: %s', (type, value, digits) => {
  const [like] = shipped.commands.get('RENAME_FILE')?.parameters ?? []
  if (like === undefined) throw new TypeError('No RENAME_FILE')
  const parameters = [{ ...like, kind: 'scalar', type, entity: null, schema: {} } as const]
  const command = withCommand(shipped, 'RENAME_FILE', { command: { parameters } }).commands.get('RENAME_FILE')
  if (command === undefined) throw new TypeError('No RENAME_FILE')
  const draft: Draft = {
    command: 'RENAME_FILE',
    raw: {},
    args: { [like.name]: value },
    origin: { messageIds: ['m1'], sentAt: '2026-03-01T14:00:00Z', heard: [note] },
    again: false,
  }
  expect(renderHeard(localeFor(shipped, 'en'), command, draft).at(-1)).toContain(digits)
})
