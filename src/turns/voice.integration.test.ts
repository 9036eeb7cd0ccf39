/** Voice notes through the door, as processes: heard by the model on this machine and by a server that speaks the OpenAI API. */
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { diesBefore, type Door, type Printed } from '../testing/processes/door.ts'
import { dumpTables } from '../testing/installations/dump-tables.ts'
import { startOpenAiServer, type OpenAiServer, type Said } from '../testing/servers/openai-server.ts'
import { speechModel } from '../testing/speech-model.ts'
import { createTestCatalogue } from '../testing/catalogues/test-catalogue.ts'
import {
  createTestInstallation,
  type TestInstallation,
  ordersOnly,
} from '../testing/installations/test-installation.ts'
import { voiceFile } from '../testing/voice-fixture.ts'
import { sampleRate } from '../voice/audio/samples.ts'
import { wav } from '../voice/audio/wav.ts'

const order = 'en-festival-slt-hts-00'
const yes = 'en-festival-slt-hts-10'
/** Everything between a note and its preview that outlasts a process. */
const points = String.raw`^\s*(commit|update "inbox" set "body" = jsonb_set|update "outbox" set "sent_at")`

let server: OpenAiServer
let said: Said
let house: TestInstallation

async function startServer(): Promise<void> {
  server = await startOpenAiServer({ hear: () => said })
}
async function close(): Promise<void> {
  await house.close()
  await server.close()
}

beforeEach(() => {
  said = 'Cancel order 204.'
})

async function open(env: Readonly<Record<string, string>> = {}): Promise<Door> {
  house = await createTestInstallation({
    ...ordersOnly(),
    OPENAI_BASE_URL: server.url,
    OPENAI_API_KEY: server.apiKey,
    ...env,
  })
  return house.openDoor()
}

const secretCommand = {
  '_roles.yaml': 'owner: ["*"]\n',
  '_menu.yaml': 'order: [orders]\n',
  'orders/_menu.yaml': 'order: [code]\n',
  'orders/code.yaml': `
token: SET_CODE
intent: { entity: Order, action: Code, target: id }
safety: mutation
scope: orders.code
contract:
  commandRef: urn:test:code
  idempotency: idempotent
  parameters:
    - { name: id, kind: scalar, required: true, source: user }
    - { name: code, kind: secret, required: true, source: user }
arguments:
  id: { type: string, pattern: "^[0-9]{1,10}$" }
  code: { type: string, minLength: 8, maxLength: 100 }
steps:
  - stepName: Set
    stepDescription: A test
    stepMsg: Set
    actionDomain: sql
    actionType: execute
    actionMeta: { connection: shop, statement: "update orders set customer = md5(:code::text) where id = :id::int", values: { id: "{{args.id}}", code: "{{args.code}}" } }
    yield: []
`,
}
const secretTexts = `menus: { orders: Orders }
entities: {}
commands:
  orders.code:
    title: Set the code
    summary: "Set the code of order {id} to {code}"
    effect: it has a code
    done: "Code set"
    labels: { id: order, code: code }
    questions: { id: "Which order?", code: "Which code?" }
    sentences: ["set the code of order {id}"]
`

const note = (n: number, name: string, id?: string) => ({
  from: house.phone(n),
  voice: voiceFile(name),
  ...(id === undefined ? {} : { id }),
})

const envelopesOf = (n: number) =>
  house.rows('select ref from envelopes where person_id = (select id from people where phone = $1)', [house.phone(n)])

function last(door: Door, to: string): Printed | undefined {
  return door.lines.findLast((line) => line.to === to && line.about !== undefined)
}

describe('a voice note', () => {
  let door: Door
  let people = 0
  beforeAll(async () => {
    await startServer()
    door = await open()
    await door.idle()
  })
  afterAll(close)

  test.each(['silence', 'noise', 'tone', 'truncated', 'garbage'])('%s never becomes a command', async (name) => {
    const [n, asked] = [people++, server.requests()]
    const id = await door.turn(note(n, name))
    expect(last(door, house.phone(n))).toMatchObject({ about: 'refusal', replyTo: id })
    expect(await envelopesOf(n)).toEqual([])
    expect(server.requests()).toBe(asked)
  })

  test('that nobody can hear now is answered, and what is written meanwhile does not wait', async () => {
    const [n, asked] = [people++, server.requests()]
    server.trouble({ kind: 'late', ms: 5000 })
    const slow = door.say(note(n, order))
    await expect.poll(() => server.requests()).toBe(asked + 1)
    await Promise.all(
      Array.from({ length: 8 }, () => door.turn({ from: house.phone(people++), text: 'status of order 204' })),
    )
    expect(door.lines.some(({ done }) => done === slow)).toBe(false)
    await door.idle()
    expect(last(door, house.phone(n))?.about).toBe('preview')

    server.trouble({ kind: 'status', status: 500 }, { kind: 'status', status: 500 })
    await door.turn(note(n, order))
    expect(last(door, house.phone(n))?.text).toContain('I cannot listen to voice notes right now')
    await door.turn({ from: house.phone(n), text: 'status of order 204' })
    expect(last(door, house.phone(n))?.about).toBe('outcome')
  })

  test('that is deleted while it is heard asks for nothing', async () => {
    const [n, asked] = [people++, server.requests()]
    server.trouble({ kind: 'late', ms: 2000 })
    door.say(note(n, order, 'regretted-note'))
    await expect.poll(() => server.requests()).toBe(asked + 1)
    door.say({ from: house.phone(n), revoke: 'regretted-note' })
    await door.idle()
    expect(await envelopesOf(n)).toEqual([])
    expect(door.lines.some(({ to, about }) => to === house.phone(n) && about === 'preview')).toBe(false)
  })

  test('in which no words are found, or that is too long, is answered with what to do next', async () => {
    const n = people++
    const from = house.phone(n)
    for (const text of ['', '[BLANK_AUDIO]', '…']) {
      said = text
      await door.turn(note(n, order))
      expect(last(door, from)?.text).toContain('I did not understand that voice note')
    }
    const asked = server.requests()
    const file = path.join(house.dir, 'long.wav')
    await writeFile(file, wav(new Float32Array(301 * sampleRate)))
    await door.turn({ from, voice: file })
    expect(last(door, from)?.text).toContain('longer than five minutes')
    expect(server.requests()).toBe(asked)
    expect(await envelopesOf(n)).toEqual([])
  })

  test('of somebody whom nobody knows costs nothing', async () => {
    const asked = server.requests()
    await door.turn({ from: '+15550009999', voice: voiceFile(order) })
    expect(last(door, '+15550009999')?.about).toBe('refusal')
    expect(server.requests()).toBe(asked)
  })

  test('with several wishes leads to several previews, one after the other', async () => {
    const n = people++
    said = 'Cancel order 204 and refund order 205 for 10'
    const from = house.phone(n)
    await door.turn(note(n, order))
    expect(last(door, from)?.preview).toMatchObject({ action: 'Cancel', target: '204' })
    await door.turn({ from, text: '0' })
    expect(last(door, from)?.preview).toMatchObject({ action: 'Refund', target: '205', heard: said })
  })

  // The last one: from here on the service is left alone.
  test('waits as long as a busy service asks for, if that is not long, and leaves alone one that is down', async () => {
    const [n, asked] = [people++, server.requests()]
    const from = house.phone(n)
    server.trouble({ kind: 'status', status: 429, headers: { 'retry-after': '1' } })
    await door.turn(note(n, order))
    expect(last(door, from)?.preview).toMatchObject({ target: '204' })
    expect(server.requests()).toBe(asked + 2)

    const down = { kind: 'status', status: 500 } as const
    server.trouble({ kind: 'status', status: 429, headers: { 'retry-after': '60' } }, down, down, down, down)
    for (let notes = 0; notes < 3; notes++) {
      await door.turn(note(n, order))
      expect(last(door, from)?.text).toContain('I cannot listen to voice notes right now')
    }
    // One for the service that is busy for long, two for each failure.
    expect(server.requests()).toBe(asked + 2 + 1 + 4)
    await door.turn(note(n, order))
    expect(last(door, from)?.text).toContain('I cannot listen to voice notes right now')
    expect(server.requests()).toBe(asked + 2 + 1 + 4)
    await door.turn({ from, text: 'status of order 204' })
    expect(last(door, from)?.about).toBe('outcome')
  })
})

describe('a voice note in a deployment of its own', () => {
  beforeEach(startServer)
  afterEach(close)

  test('heard on this machine becomes a preview, and its typed code an outcome; every trace names the note', async () => {
    house = await createTestInstallation({ ...ordersOnly(), SPEECH: 'local' })
    const model = await speechModel()
    await mkdir(path.join(house.dir, 'models'))
    await symlink(model.folder, path.join(house.dir, 'models', model.name))
    const door = house.openDoor()
    const from = house.phone(0)
    const id = await door.turn(note(0, order))
    const preview = last(door, from)
    expect(preview).toMatchObject({
      about: 'preview',
      replyTo: id,
      preview: { target: '204', heard: 'Cancel order 204.' },
    })
    expect(preview?.text).toContain('204: two, zero, four')
    await door.turn(note(0, yes))
    expect(last(door, from)?.text).toContain('a voice note confirms nothing here')
    await door.turn({ from, text: preview?.confirm?.expect ?? '' })
    await door.idle()
    expect(last(door, from)).toMatchObject({ about: 'outcome', command: { status: 'executed' } })

    const audio = { message_id: id, engine: 'local', model: 'moonshine-base', language: 'en', duration_ms: 2950 }
    const [stored] = await house.rows<{ trace: unknown }>(`select document->'trace' as trace from envelopes`)
    expect(stored?.trace).toMatchObject({ message_ids: [id], audio: [{ ...audio, transcript: 'Cancel order 204.' }] })
    const [row] = await house.rows(
      `select body->'content'->'heard'->'transcript' as heard from inbox where message_id = $1`,
      [id],
    )
    expect(row).toMatchObject({
      heard: { text: 'Cancel order 204.', engine: 'local', model: 'moonshine-base', language: 'en', durationMs: 2950 },
    })
    const evidence = await house.rows(`select facts->'audio' as audio from evidence where kind = 'command.accepted'`)
    expect(evidence).toEqual([{ audio: [audio] }])
    expect(await house.verify()).toMatchObject({ ok: true })
    // The audio itself is not kept.
    expect(await readdir(house.dir)).not.toContain('voice')
    expect(await door.stop()).toBe(0)
  })

  test('is what engines are loaded for, and nothing before it', async () => {
    const packages = '^(openai|sherpa-onnx|llama-tokenizer-js|@ffmpeg-installer)'
    const hooks = `import { registerHooks } from 'node:module'
      registerHooks({ resolve: (name, context, next) => {
        if (/${packages}/.test(name)) process.stderr.write('LOADS ' + name + ';')
        return next(name, context)
      } })`
    const door = await open({ NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(hooks)}` })
    await door.turn({ from: house.phone(0), text: 'cancel order 204' })
    expect(door.logged()).not.toContain('LOADS')
    await door.turn(note(0, order))
    expect(door.logged()).toContain('LOADS openai;')
    expect(door.logged()).not.toContain('LOADS sherpa-onnx;')
  })

  test('is answered in writing and, where the deployment wants it, also in sound', async () => {
    const door = await open({ VOICE_REPLY: 'on' })
    const from = house.phone(0)
    await door.turn(note(0, order))
    await door.idle()
    const [written, spoken] = door.lines.filter((line) => line.to === from && line.about !== undefined)
    expect(written?.preview).toMatchObject({ target: '204' })
    expect(spoken).toMatchObject({
      about: 'info',
      text: '',
      media: { kind: 'voice', mimetype: 'audio/ogg; codecs=opus' },
    })
    expect((await readFile(spoken?.media?.path ?? '')).toString('latin1', 0, 4)).toBe('OggS')
    expect(server.speeches[0]?.input).toContain('Cancel order 204')
    // What cannot be spoken has been written; and what was typed is answered in writing alone.
    server.trouble({ kind: 'late', ms: 1 }, { kind: 'status', status: 500 })
    await door.turn(note(0, yes))
    await door.turn({ from, text: 'status of order 204' })
    await door.idle()
    expect(door.lines.filter(({ media }) => media?.kind === 'voice')).toHaveLength(1)
    expect(await door.stop()).toBe(0)
  })

  test('that shows a secret is kept without its words', async () => {
    const own = await createTestCatalogue({ files: secretCommand, texts: secretTexts })
    try {
      const door = await open({ SAYSO_CATALOGUE: own.dir })
      said = 'SET_CODE id=204 code=hunter2secret'
      const from = house.phone(0)
      await door.turn(note(0, order))
      expect(last(door, from)?.about).toBe('preview')
      expect(await dumpTables(house)).not.toContain('hunter2secret')
      expect(JSON.stringify(door.lines)).not.toContain('hunter2secret')
    } finally {
      await own.remove()
    }
  })

  test('is kept as audio as long as the deployment says', async () => {
    const door = await open({ VOICE_RETENTION: '1h' })
    await door.turn(note(0, order))
    const [row] = await house.rows<{ seq: string }>(`select seq::text from inbox where kind = 'message'`)
    expect(await readdir(path.join(house.dir, 'voice'))).toEqual([row?.seq])
  })

  test('survives a kill at every point: one preview, and what was heard is not paid for again', async () => {
    house = await createTestInstallation({
      ...ordersOnly(),
      OPENAI_BASE_URL: server.url,
      OPENAI_API_KEY: server.apiKey,
    })
    let door = house.openDoor({ worker: false, mayDie: true })
    let n = 0
    for (let died = true; died; n++) {
      const before = server.transcriptions.length
      const ask = note(n, order, `note-${n}`)
      said = `Refund order ${[201, 202, 205, 207, 208, 209, 210, 211][n % 8]} for 1`
      await door.idle()
      house.plan({ at: n + 1, matching: points })
      door.say(ask)
      died = await diesBefore(door, (lines) => lines.find(({ done }) => done === ask.id))
      house.plan(null)
      const [heard] = await house.rows<{ heard: boolean }>(
        `select body->'content' ? 'heard' as heard from inbox where message_id = $1`,
        [ask.id],
      )
      const paid = server.transcriptions.length - before
      const printed = door.lines
      await door.kill()
      door = house.openDoor({ worker: false, mayDie: true })
      await door.turn(ask)
      await door.idle()
      const previews = [...printed, ...door.lines].filter((line) => line.to === ask.from && line.about === 'preview')
      expect(new Set(previews.map(({ id }) => id)).size).toBe(1)
      expect(server.transcriptions.length - before - paid).toBe(heard?.heard === true ? 0 : 1)
    }
    expect(n).toBeGreaterThanOrEqual(4)
    expect(await house.verify()).toMatchObject({ ok: true })
  })
})
