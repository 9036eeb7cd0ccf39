import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { admitMessage } from '../../ledger/talk/inbox.ts'
import { createTestLedger } from '../../testing/installations/test-ledger.ts'
import { createKeptAudio } from './kept-audio.ts'

test('audio is kept sealed, and goes when its time is over or its message was forgotten', async () => {
  const house = await createTestLedger()
  const { db } = house.ledger
  const folder = await mkdtemp(path.join(tmpdir(), 'sayso-audio-'))
  const note = path.join(folder, 'note.ogg')
  await writeFile(note, 'OggS what somebody said')
  let now = new Date('2026-03-01T10:00:00Z')
  const kept = path.join(folder, 'voice')
  const audio = createKeptAudio({ db, secrets: house.secrets, folder: kept, retentionMs: 60_000, clock: () => now })
  const seqs: string[] = []
  for (const id of ['a', 'b']) {
    await admitMessage(db, house.secrets, message(id, now), now)
    const row = await db.selectFrom('inbox').select('seq').where('message_id', '=', id).executeTakeFirstOrThrow()
    await audio.keep(row.seq, note)
    seqs.push(row.seq)
  }
  await writeFile(path.join(kept, '999.part'), 'what a crash has left')
  expect((await readFile(path.join(kept, seqs[0] ?? ''))).includes('somebody')).toBe(false)

  await db
    .updateTable('inbox')
    .set({ body: '{"content":{"kind":"text","text":""}}' })
    .where('message_id', '=', 'a')
    .execute()
  await audio.prune()
  expect(await readdir(kept)).toEqual([seqs[1]])
  now = new Date(now.getTime() + 60_001)
  await audio.prune()
  expect(await readdir(kept)).toEqual([])

  const none = createKeptAudio({
    db,
    secrets: house.secrets,
    folder: path.join(folder, 'none'),
    retentionMs: 0,
    clock: () => now,
  })
  await none.keep('1', note)
  await none.prune()
  expect(await readdir(folder)).not.toContain('none')
  await rm(folder, { recursive: true })
  await house.close()
})

function message(id: string, now: Date) {
  return {
    account: 'terminal',
    channel: 'terminal',
    id,
    from: '+15550100000',
    group: null,
    mentions: false,
    content: { kind: 'voice', path: 'note.ogg' },
    quoted: null,
    forwarded: false,
    sentAt: now.toISOString(),
  } as const
}
