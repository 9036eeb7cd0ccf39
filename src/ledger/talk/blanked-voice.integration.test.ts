import { expect, test } from 'vitest'
import { createTestLedger } from '../../testing/installations/test-ledger.ts'
import { admitMessage } from './inbox.ts'
import { firstInLane } from './next-in-lane.ts'
import { blankText, storeHearing } from './message-contents.ts'

test('a voice note that is blanked keeps what heard it, and neither what was heard nor what was made of it', async () => {
  const house = await createTestLedger()
  const { db } = house.ledger
  const now = new Date('2026-03-01T10:00:00Z')
  const note = {
    account: 'terminal',
    channel: 'terminal',
    id: 'note',
    from: '+15550100000',
    group: null,
    mentions: false,
    content: { kind: 'voice', path: 'note.ogg' },
    quoted: null,
    forwarded: false,
    sentAt: now.toISOString(),
  } as const
  const { secrets } = house
  const { row } = await admitMessage(db, secrets, note, now)
  if (row === null) throw new TypeError('It is new')
  const transcript = {
    text: 'the kode is hunter2',
    meant: 'the code is hunter2',
    fitting: { text: 'the code is hunter2', gain: 0.1, own: ['hunter2'], called: ['hunter2'] },
    engine: 'local',
    model: 'm',
    language: 'en',
    durationMs: 900,
    confidence: null,
  } as const
  await storeHearing(db, secrets, row, { kind: 'heard', transcript })
  const heard = await firstInLane(db, secrets, row.chatId)
  expect(heard).toMatchObject({ isVouched: true, row: { body: { content: { heard: { transcript } } } } })
  await blankText(db, secrets, heard?.row ?? row)
  expect(await firstInLane(db, secrets, row.chatId)).toMatchObject({ isVouched: true })
  const { body } = await db.selectFrom('inbox').select('body').executeTakeFirstOrThrow()
  expect(JSON.stringify(body)).not.toContain('hunter2')
  expect(body).toMatchObject({ content: { heard: { transcript: { engine: 'local', durationMs: 900 } } } })
  await house.close()
})
