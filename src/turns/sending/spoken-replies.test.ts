import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OutboundReply } from '../../channel/channel.ts'
import type { Reply } from '../../channel/reply.ts'
import type { Speaker } from '../../voice/engines/speak.ts'
import { pruneSpoken, speakReplies, spokenCopy } from './spoken-replies.ts'

const written: Reply = { about: 'info', text: 'Nothing was done.' }

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sayso-spoken-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function send(reply: Reply, speaker: Speaker | null) {
  const sent: OutboundReply[] = []
  const troubles: unknown[] = []
  const { send: speak } = speakReplies({
    channel: { send: async (outbound) => void sent.push(outbound) },
    speaker: async () => speaker,
    folder,
    onTrouble: (error) => void troubles.push(error),
  })
  await speak({ id: 'S1', to: '+15550100000', group: null, replyTo: null, reply })
  return { sent, troubles }
}

test('what is to be spoken leaves as sound without its words, and what is written as it is', async () => {
  const copy = spokenCopy(written)
  if (copy === null) throw new Error('It is spoken')
  const { sent } = await send(copy, async (text) => Buffer.from(`OggS ${text}`))
  expect(sent[0]?.reply).toMatchObject({ text: '', media: { kind: 'voice' } })
  expect(await readFile(sent[0]?.reply.media?.path ?? '', 'utf8')).toBe('OggS Nothing was done.')
  expect((await send(written, null)).sent[0]?.reply).toEqual(written)
})

test('what cannot be spoken, or no longer is, is left out and holds nothing up', async () => {
  const copy = spokenCopy(written)
  if (copy === null) throw new Error('It is spoken')
  expect(await send(copy, null)).toEqual({ sent: [], troubles: [] })
  const broken = await send(copy, async () => {
    throw new Error('The service is away')
  })
  expect(broken).toEqual({ sent: [], troubles: [expect.objectContaining({ message: 'The service is away' })] })
})

test('nobody waits to hear how far something is', () => {
  expect(spokenCopy({ about: 'progress', text: 'Step 1' })).toBeNull()
})

test('audio that was spoken an hour ago is removed, whether anything is spoken since or not', async () => {
  const house = await mkdtemp(path.join(tmpdir(), 'sayso-spoken-'))
  for (const name of ['old.ogg', 'new.ogg']) await writeFile(path.join(house, name), 'OggS')
  const hourAgo = Date.now() / 1000 - 3601
  await utimes(path.join(house, 'old.ogg'), hourAgo, hourAgo)
  await pruneSpoken(house)
  expect(await readdir(house)).toEqual(['new.ogg'])
  await rm(house, { recursive: true })
  // Where nothing was ever spoken there is no folder.
  await pruneSpoken(house)
})
