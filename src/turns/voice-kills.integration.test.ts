/**
 * The bot is killed, as the kernel does it, wherever it waits for somebody else while it hears a note: for the decoder, for the
 * engine, for the pause before it asks again. Around its own writes it is killed in `voice.integration.test.ts`; while WhatsApp
 * sends the note, in `voice-whatsapp.integration.test.ts`.
 */
import { access, chmod, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startOpenAiServer, type ApiTrouble, type OpenAiServer } from '../testing/servers/openai-server.ts'
import { speechModel } from '../testing/speech-model.ts'
import {
  createTestInstallation,
  type TestInstallation,
  ordersOnly,
} from '../testing/installations/test-installation.ts'
import { voiceFile } from '../testing/voice-fixture.ts'
import { findFfmpeg } from '../voice/audio/find-ffmpeg.ts'

const failed: ApiTrouble = { kind: 'status', status: 503 }

let server: OpenAiServer
let house: TestInstallation
/** While `hang` is there, the decoder of the bot works for ever, and writes down its process. */
let decoder: { readonly hang: string; readonly done: string; readonly pid: string; readonly folder: string }

beforeEach(async () => {
  server = await startOpenAiServer({ hear: () => 'Cancel order 204.' })
  const folder = path.join(tmpdir(), `sayso-decoder-${process.pid}-${Date.now()}`)
  decoder = { folder, hang: path.join(folder, 'hang'), done: path.join(folder, 'done'), pid: path.join(folder, 'pid') }
  await mkdir(folder)
  const script = `#!/bin/sh
case "$*" in *pipe:1*) if [ -e ${decoder.hang} ]; then echo $$ > ${decoder.pid}; exec sleep 100; fi;; esac
${await findFfmpeg()} "$@"
status=$?
touch ${decoder.done}
exit $status
`
  await writeFile(path.join(folder, 'ffmpeg'), script)
  await chmod(path.join(folder, 'ffmpeg'), 0o755)
  house = await createTestInstallation({
    ...ordersOnly(),
    OPENAI_BASE_URL: server.url,
    OPENAI_API_KEY: server.apiKey,
    PATH: `${folder}${path.delimiter}${process.env['PATH'] ?? ''}`,
  })
})
afterEach(async () => {
  await house.close()
  await server.close()
  await rm(decoder.folder, { recursive: true })
})

const places: readonly (readonly [where: string, troubles: readonly ApiTrouble[], asked: number])[] = [
  ['waits for the engine', [{ kind: 'silent' }], 1],
  ['waits before it asks the engine again', [failed], 1],
  ['waits for the engine again', [failed, { kind: 'silent' }], 2],
]

test.each(places)(
  'killed while it %s, the bot hears the note once more and shows one preview',
  async (_where, troubles, asked) => {
    server.trouble(...troubles)
    await killAndGoOn(async () => await expect.poll(() => server.requests(), { interval: 5 }).toBe(asked))
    expect(server.transcriptions).toHaveLength(1)
    expect(server.requests()).toBe(asked + 1)
  },
)

test('killed while it waits for the decoder, the bot hears the note once more and shows one preview', async () => {
  await writeFile(decoder.hang, '')
  const pidOf = () => readFile(decoder.pid, 'utf8').then(Number, () => 0)
  await killAndGoOn(async () => {
    await expect.poll(pidOf).toBeGreaterThan(0)
    await rm(decoder.hang)
  })
  process.kill(await pidOf(), 'SIGKILL')
  expect(server.requests()).toBe(1)
})

test('killed while the model on this machine hears, the bot hears the note once more and shows one preview', async () => {
  await house.close()
  house = await createTestInstallation({
    ...ordersOnly(),
    SPEECH: 'local',
    PATH: `${decoder.folder}${path.delimiter}${process.env['PATH'] ?? ''}`,
  })
  const model = await speechModel()
  await mkdir(path.join(house.dir, 'models'))
  await symlink(model.folder, path.join(house.dir, 'models', model.name))
  // Loading the model alone takes longer than that.
  await killAndGoOn(async () => {
    await expect
      .poll(
        () =>
          access(decoder.done).then(
            () => true,
            () => false,
          ),
        { interval: 5 },
      )
      .toBe(true)
    await delay(100)
  })
  expect(server.requests()).toBe(0)
})

/** Sends a note, kills the bot where it waits, and starts it again: what was not heard is heard, and nothing is shown twice. */
async function killAndGoOn(untilItWaits: () => Promise<unknown>): Promise<void> {
  const note = { from: house.phone(0), id: 'note', voice: voiceFile('en-festival-slt-hts-00') }
  const first = house.openDoor()
  first.say(note)
  await untilItWaits()
  await first.kill()
  expect(first.lines.filter(({ about }) => about !== undefined)).toEqual([])
  const second = house.openDoor()
  await second.turn(note)
  await second.idle()
  const replies = second.lines.filter(({ about }) => about !== undefined)
  expect(replies.map(({ about, preview }) => [about, preview?.target])).toEqual([['preview', '204']])
  expect(await house.rows('select status from envelopes')).toEqual([{ status: 'accepted' }])
  expect(await second.stop()).toBe(0)
}
