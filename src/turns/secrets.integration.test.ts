import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Door, Printed } from '../testing/processes/door.ts'
import { dumpTables } from '../testing/installations/dump-tables.ts'
import { startOpenAiServer, type OpenAiServer } from '../testing/servers/openai-server.ts'
import { runSayso } from '../testing/processes/run-sayso.ts'
import { createTestCatalogue } from '../testing/catalogues/test-catalogue.ts'
import { createTestInstallation, type TestInstallation } from '../testing/installations/test-installation.ts'
import { voiceFile } from '../testing/voice-fixture.ts'

const step = (name: string, type: string, statement: string, more = '') => `
  - stepName: ${name}
    stepDescription: A test
    stepMsg: ${name}
    actionDomain: sql
    actionType: ${type}
    actionMeta: { connection: shop, statement: "${statement}", values: { id: "{{args.id}}", password: "{{args.password}}" }${more} }
    yield: []`

const command = ({ token, safety, steps }: { token: string; safety: string; steps: string }) => `
token: ${token}
intent: { entity: Order, action: ${token}, target: id }
safety: ${safety}
scope: orders.lock
contract:
  commandRef: urn:test:${token}
  idempotency: non-idempotent
  retry: manual
  parameters:
    - { name: id, kind: scalar, required: true, source: user }
    - { name: password, kind: secret, required: true, source: user }
arguments:
  id: { type: string, pattern: "^[0-9]{1,10}$" }
  password: { type: string, minLength: 8, maxLength: 100 }
steps:${steps}
`

const textsOf = (name: string, more = '', also = '') => `
  orders.${name}:
    title: Order ${name}
    summary: "${name} order {id} with {password}"
    effect: it is locked
    done: "${name} {id}${more}"
    labels: { id: order, password: password }
    questions: { id: "Which order?", password: "Which password?" }
    sentences: ["${name} order {id} with {password}", "${name} order {id}", "${name} order"${also}]`

const forgetCommand = `
token: FORGET_PERSON
intent: { entity: Person, action: Forget, target: phone }
safety: destructive
scope: people.forget
confirm: token
contract:
  commandRef: urn:test:forget
  idempotency: non-idempotent
  parameters:
    - { name: phone, kind: scalar, required: true, source: user }
arguments:
  phone: { type: string, format: phone }
steps:
  - stepName: Forget
    stepDescription: Forgets somebody
    stepMsg: Forgetting
    actionDomain: admin
    actionType: forget
    actionMeta: { actor: "{{actor.id}}", phone: "{{args.phone}}" }
    yield: []
`

/** For what waits for processes to start, in milliseconds. */
const timeout = 120_000

let speech: OpenAiServer
/** What is heard in every voice note. */
let spoken = ''
let house: TestInstallation
let remove: () => Promise<void>
let door: Door
beforeAll(async () => {
  const catalogue = await createTestCatalogue({
    files: {
      '_roles.yaml': 'owner: ["*"]\n',
      '_menu.yaml': 'order: [orders]\n',
      'orders/_menu.yaml': 'order: [lock, breakdown, unlock, mark, forget]\n',
      'orders/lock.yaml': command({
        token: 'LOCK_ORDER',
        safety: 'destructive',
        steps: step(
          'Lock',
          'execute',
          'update orders set customer = md5(:password::text) where id = :id::int returning :password::text as echo',
          ', expectRows: 1',
        ),
      }),
      'orders/breakdown.yaml': command({
        token: 'BREAK_ORDER',
        safety: 'mutation',
        steps: step('Break', 'execute', 'update orders set id = :password::int where id = :id::int'),
      }),
      'orders/unlock.yaml': command({
        token: 'UNLOCK_ORDER',
        safety: 'read',
        steps: step('Unlock', 'query', 'select :password::text as echo, :id::text as id'),
      }).replace('idempotency: non-idempotent', 'idempotency: idempotent'),
      'orders/mark.yaml': command({
        token: 'MARK_ORDER',
        safety: 'destructive',
        steps: step('Mark', 'execute', 'update orders set customer = :password::text where id = :id::int'),
      }).replace('kind: secret', 'kind: scalar'),
      'orders/forget.yaml': forgetCommand,
    },
    texts: `menus: { orders: Orders }
entities: {}
commands:${textsOf('lock', '', ', "seal {id} {password}"')}${textsOf('mark', '', ', "seal {id} {password}"')}${textsOf('breakdown')}${textsOf('unlock', ' {out_echo}').replace('    effect: it is locked\n', '')}
  orders.forget:
    title: Forget
    summary: "Forget {phone}"
    effect: they are gone
    done: Forgotten
    labels: { phone: number }
    questions: { phone: "Whom?" }
    sentences: ["forget {phone}"]
`,
  })
  remove = catalogue.remove
  speech = await startOpenAiServer({ hear: () => spoken })
  house = await createTestInstallation({
    SAYSO_CATALOGUE: catalogue.dir,
    SAYSO_LOG: 'trace',
    OPENAI_BASE_URL: speech.url,
    OPENAI_API_KEY: speech.apiKey,
  })
  door = house.openDoor()
  await door.idle()
})
afterAll(async () => {
  await house.close()
  await speech.close()
  await remove()
})

let people = 0
/** Somebody who has not spoken yet. */
const somebody = (): string => house.phone(people++)

/** Says something; gives what was answered until all is quiet. */
async function say(from: string, text: string, more: { readonly chat?: string; readonly edit?: string } = {}) {
  const before = door.lines.length
  const id = await door.turn({ from, text, ...more, ...(more.chat === undefined ? {} : { mentions: true }) })
  await door.idle()
  const replies: readonly Printed[] = door.lines.slice(before).filter(({ about }) => about !== undefined)
  return { id, replies, about: (about: string) => replies.findLast((each) => each.about === about) ?? {} }
}

async function confirm(from: string, preview: Printed) {
  return (await say(from, preview.confirm?.expect ?? 'there was no preview')).about('outcome')
}

const looked: string[] = []

/** Whether a text stands anywhere in what is stored, said or logged, in the spellings in which it may stand there. */
async function shows(secret: string): Promise<boolean> {
  looked.push(secret)
  const all = [await dumpTables(house), JSON.stringify(door.lines), door.logged()].join('\n').toLowerCase()
  const spellings = [
    secret,
    JSON.stringify(secret).slice(1, -1),
    Buffer.from(secret).toString('hex'),
    Buffer.from(secret).toString('base64'),
  ]
  return spellings.some((spelling) => all.includes(spelling.toLowerCase()))
}

async function keptSecrets(): Promise<number> {
  return (await house.rows('select id from kept_secrets')).length
}

async function customerOf(order: number): Promise<string | undefined> {
  return (await house.rows<{ customer: string }>('select customer from orders where id = $1', [order]))[0]?.customer
}

const md5 = (text: string) => createHash('md5').update(text).digest('hex')
const deleteIt = /delete your message/u

describe('a secret', () => {
  test('is shown nowhere at any time: preview, wrong token, restart, confirmation, outcome', { timeout }, async () => {
    const ana = somebody()
    const secret = 'Tr0ub4dor&3 #1'
    const asked = await say(ana, `LOCK_ORDER id=204 password="${secret}"`)
    expect(asked.about('info').text).toMatch(deleteIt)
    expect(asked.about('preview')).toMatchObject({ preview: { args: { id: '204', password: '••••••' } } })
    expect(asked.about('preview').text).toContain('lock order 204 with ••••••')
    expect([await shows(secret), await keptSecrets()]).toEqual([false, 1])
    await say(ana, 'confirm 2222')
    expect(await shows(secret)).toBe(false)
    const logged = door.logged()
    await door.kill()
    door = house.openDoor()
    expect(await confirm(ana, asked.about('preview'))).toMatchObject({ command: { status: 'executed' } })
    expect(await customerOf(204)).toBe(md5(secret))
    expect([await shows(secret), logged.includes(secret), await keptSecrets()]).toEqual([false, false, 0])
    expect(await house.verify()).toMatchObject({ ok: true })
  })

  test('is asked for, and asked for again when it does not do; what was answered is blanked', async () => {
    const ana = somebody()
    expect((await say(ana, 'lock order 205')).about('ask').text).toContain('Which password?')
    const short = await say(ana, 'zQ9!x')
    expect(short.about('ask').text).toMatch(/too short; at least 8/u)
    expect(short.about('info').text).toMatch(deleteIt)
    const answered = await say(ana, 'correct  horse, battery; and staple')
    expect(answered.about('info').text).toMatch(deleteIt)
    expect(await shows('zQ9!x')).toBe(false)
    expect(await shows('correct  horse, battery; and staple')).toBe(false)
    await confirm(ana, answered.about('preview'))
    expect(await customerOf(205)).toBe(md5('correct  horse, battery; and staple'))
  })

  test('is masked in the error of a step that fails over it, in the chat, the journal and the log', async () => {
    const ana = somebody()
    const secret = 'not-a-number-77x'
    const asked = await say(ana, `breakdown order 206 with ${secret}`)
    const outcome = await confirm(ana, asked.about('preview'))
    expect(outcome.command).toMatchObject({ status: 'failed' })
    expect(outcome.text).toContain('••••••')
    expect(door.logged()).toContain('step.failed')
    expect([await shows(secret), await keptSecrets()]).toEqual([false, 0])
  })

  test('is masked in the result of a read that gives it back', async () => {
    const secret = 'echo-echo-echo'
    const outcome = (await say(somebody(), `unlock order 207 with ${secret}`)).about('outcome')
    expect(outcome.text).toBe('unlock 207 ••••••')
    expect([await shows(secret), await keptSecrets()]).toEqual([false, 0])
  })

  test('is a secret too where the same words may be a command that would show it', async () => {
    const ana = somebody()
    const sealed = await say(ana, 'seal 204 opensesame-99')
    expect(sealed.about('preview').text).toContain('lock order 204 with ••••••')
    await say(ana, '0')
    expect([await shows('opensesame-99'), await keptSecrets()]).toEqual([false, 0])
  })

  test('is not taken in a group, where its message is to be deleted; nor is it asked for there', async () => {
    const ana = somebody()
    const said = await say(ana, 'LOCK_ORDER id=204 password=in-the-open', { chat: 'office' })
    expect(said.replies.map(({ about }) => about)).toEqual(['info', 'refusal'])
    expect(said.about('info').text).toMatch(/Delete for everyone/u)
    expect(said.about('refusal').text).toMatch(/private chat/u)
    expect((await say(ana, 'lock order 204', { chat: 'office' })).about('refusal').text).toMatch(/private chat/u)
    const envelopes = await house.rows('select * from envelopes e join chats c on c.id = e.chat_id where c.kind = $1', [
      'group',
    ])
    expect([await shows('in-the-open'), await keptSecrets(), envelopes.length]).toEqual([false, 0, 0])
  })

  test('makes another command of the same words: the same one is not done twice, another one is asked about', async () => {
    const ana = somebody()
    await confirm(ana, (await say(ana, 'lock order 208 with first-secret')).about('preview'))
    expect((await say(ana, 'lock order 208 with first-secret')).about('info').command).toMatchObject({
      status: 'executed',
    })
    expect((await say(ana, 'lock order 208 with second-secret')).about('preview').command).toBeDefined()
  })

  test('is not shown by what people say to each other in a group', async () => {
    const id = await door.turn({ from: somebody(), chat: 'office', text: 'the padlock says among-ourselves' })
    const [row] = await house.rows<{ body: unknown }>('select body from inbox where message_id = $1', [id])
    expect(row).toBeDefined()
    expect(await shows('among-ourselves')).toBe(false)
  })

  test('is asked for once more by AGAIN, for it was forgotten with its command', async () => {
    const ana = somebody()
    await confirm(ana, (await say(ana, 'lock order 209 with again-again')).about('preview'))
    expect(await keptSecrets()).toBe(1)
    expect((await say(ana, 'again')).about('ask').text).toContain('Which password?')
    const preview = (await say(ana, 'again-and-again')).about('preview')
    await confirm(ana, preview)
    expect(await customerOf(209)).toBe(md5('again-and-again'))
  })

  test('after a yes is hidden as in any other wish, and agrees to nothing', async () => {
    const ana = somebody()
    for (const text of ['lock order 213 with after-a-yes-1', 'yes, lock order 213 with after-a-yes-1'])
      expect((await say(ana, text)).about('preview').command?.status).toBe('accepted')
    expect(await shows('after-a-yes-1')).toBe(false)
    await say(ana, '0')
  })

  test('is forgotten with its preview: declined, corrected, withdrawn by an edit that shows another one', async () => {
    const before = await keptSecrets()
    for (const end of ['0', 'no, other-secret-1']) {
      const ana = somebody()
      await say(ana, 'lock order 210 with some-secret-1')
      expect(await keptSecrets()).toBe(before + 1)
      expect((await say(ana, end)).replies.map(({ command: about }) => about?.status)).toContain('rejected')
      expect([await keptSecrets(), await shows('other-secret-1')]).toEqual([before, false])
    }
    const ana = somebody()
    const { id } = await say(ana, 'lock order 210 with some-secret-2')
    await say(ana, 'lock order 210 with some-secret-3', { edit: id })
    expect([await keptSecrets(), await shows('some-secret-2'), await shows('some-secret-3')]).toEqual([
      before,
      false,
      false,
    ])
  })

  test.each([
    ['a quote that never closes', (secret: string) => `LOCK_ORDER id=204 password="${secret}`],
    ['text too much', (secret: string) => `LOCK_ORDER id=204 password=${secret} ${secret}`],
    ['a token that is none', (secret: string) => `LOCKUP_ORDER id=204 password=${secret}`],
    ['a negation', (secret: string) => `don't LOCK_ORDER id=204 password=${secret}`],
    ['a sentence that is none', (secret: string) => `please put the padlock of order 204 to ${secret}`],
    ['two wishes', (secret: string) => `lock order 211 with ${secret}; lock order 212 with ${secret}`],
  ])('is not shown by %s either', async (_what, sentence) => {
    const secret = `s-${Math.random().toString(36).slice(2)}-x`
    await say(somebody(), sentence(secret))
    expect(await shows(secret)).toBe(false)
  })

  test.each([
    ['a command', (secret: string) => `lock order 204 with ${secret}`, /lock order 204 with ••••••/u],
    ['a sentence that is none', (secret: string) => `please put the padlock of order 204 to ${secret}`, /understand/u],
  ])('that was spoken is not said back: %s', async (_what, sentence, expected) => {
    const secret = `spoken-${Math.random().toString(36).slice(2)}-x`
    spoken = sentence(secret)
    const ana = somebody()
    const before = door.lines.length
    await door.turn({ from: ana, voice: voiceFile('en-festival-slt-hts-00') })
    await door.idle()
    const texts = door.lines.slice(before).flatMap(({ text }) => text ?? [])
    expect(texts.join('\n')).toMatch(expected)
    expect(await shows(secret)).toBe(false)
    await say(ana, '0')
  })

  test('is not had by naming what stands for it', async () => {
    const [ana, bea] = [somebody(), somebody()]
    await say(ana, 'lock order 217 with for-ana-alone')
    const [kept] = await house.rows<{ id: string }>('select id from kept_secrets order by kept_at desc limit 1')
    const named = JSON.stringify({ $secret: kept?.id })
    for (const who of [ana, bea]) {
      await confirm(who, (await say(who, `LOCK_ORDER id=218 password='${named}'`)).about('preview'))
      expect(await customerOf(218)).toBe(md5(named))
    }
  })

  test('goes with whoever is forgotten', async () => {
    const [ana, bea] = [somebody(), somebody()]
    await say(bea, 'lock order with forget-me-not')
    const before = await keptSecrets()
    await say(bea, 'LOCK_ORDER password=forget-me-not')
    expect(await keptSecrets()).toBe(before + 1)
    await confirm(ana, (await say(ana, `forget ${bea}`)).about('preview'))
    expect([await keptSecrets(), await shows('forget-me-not')]).toEqual([before, false])
  })

  test('is never shown, whatever it is and however it is said', { timeout }, async () => {
    const ana = somebody()
    const character = fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
      fc.constantFrom('"', '\\', "'", '{', '}', '$', ',', ';', ' ', '=', '%'),
    )
    const secretOf = fc
      .tuple(fc.array(character, { maxLength: 20 }), fc.stringMatching(/^[a-z0-9]{9}$/u))
      .map(([odd, plain]) => `x${odd.join('')}${plain}`)
    const way = fc.constantFrom(
      (secret: string) => [`LOCK_ORDER id=213 password="${secret.replaceAll(/["\\]/gu, String.raw`\$&`)}"`],
      (secret: string) => ['LOCK_ORDER id=214', secret],
      (secret: string) => ['breakdown order 215', secret, 'yes'],
      (secret: string) => ['unlock order 216', secret],
      (secret: string) => [`lock order 219 with ${secret}`],
    )
    const said: string[] = []
    const before = door.lines.length
    await fc.assert(
      fc.asyncProperty(secretOf, way, async (secret, texts) => {
        said.push(secret)
        for (const text of texts(secret)) await door.turn({ from: ana, text })
        await door.idle()
        await door.turn({ from: ana, text: '0' })
      }),
      { numRuns: 25 },
    )
    await door.idle()
    const all = [await dumpTables(house), JSON.stringify(door.lines), door.logged()].join('\n')
    // Most of them are taken; one with a semicolon in a sentence may not be, and is as little shown.
    const taken = door.lines.slice(before).filter(({ text }) => text !== undefined && deleteIt.test(text))
    expect(taken.length).toBeGreaterThan(said.length / 2)
    // The plain end of each: no way of writing the rest can hide it.
    expect(said.map((secret) => secret.slice(-9)).filter((end) => all.includes(end))).toEqual([])
    looked.push(...said.map((secret) => secret.slice(-9)))
  })

  test('comes to a command line on standard input alone', async () => {
    const where = ['--data', house.dir, '--people', house.people]
    const run = (password: string, input = '') =>
      runSayso(['run', 'UNLOCK_ORDER', 'id=204', `password=${password}`, ...where], { env: house.env, input })
    const shown = await run('from the shell')
    expect(shown).toMatchObject({ code: 2, out: '' })
    expect(shown.err).toContain('Write password=- and put it on standard input')
    const typed = await run('-', 'typed by hand\n')
    expect(typed).toMatchObject({ code: 0, out: expect.stringContaining('unlock 204') })
    const all = [await dumpTables(house), typed.out, typed.err, shown.err].join('\n')
    expect(['typed by hand', 'from the shell'].filter((secret) => all.includes(secret))).toEqual([])
    looked.push('typed by hand')
  })

  test('is in no log, once all of it is written', async () => {
    expect(await door.stop()).toBe(0)
    const log = door.logged()
    expect(log).toContain('step.failed')
    expect(looked.filter((secret) => log.includes(secret))).toEqual([])
  })
})
