/** What bot and worker log at their most talkative, while people say what nobody else should read. */
import { expect, test } from 'vitest'
import { startSaysoProcess } from '../testing/processes/sayso-process.ts'
import { createTestCatalogue } from '../testing/catalogues/test-catalogue.ts'
import { createTestInstallation } from '../testing/installations/test-installation.ts'

const stranger = '+5511988887777'
const password = 'correct-horse-battery'
const word = 'pomegranate'
const wrongCode = 'CONFIRM QQQQ'
const wish = 'I would like to know about tangerines'

test('no text, number, name, code or secret stands in any log, however things fail; ids of ours say what each event is about', async ({
  onTestFinished,
}) => {
  const catalogue = await createTestCatalogue(commands)
  onTestFinished(catalogue.remove)
  const house = await createTestInstallation({ SAYSO_CATALOGUE: catalogue.dir, SAYSO_LOG: 'trace' })
  onTestFinished(house.close)
  const door = house.openDoor({ worker: false })
  const worker = startSaysoProcess(['worker', '--data', house.dir], house.env)
  onTestFinished(worker.kill)
  const ana = house.phone(0)
  const said: string[] = []
  const say = async (from: string, text: string) => {
    said.push(text)
    const before = door.lines.length
    await door.turn({ from, text })
    return door.lines.slice(before).filter(({ about }) => about !== undefined)
  }

  await say(stranger, wish)
  await say(ana, wish)
  const asked = await say(ana, `SEAL_ORDER id=204 password=${password}`)
  const sealing = asked.find(({ about }) => about === 'preview')
  await say(ana, wrongCode)
  await say(ana, sealing?.confirm?.expect ?? '')
  await door.until('the outcome', (lines) => lines.find(({ about }) => about === 'outcome'))
  await say(ana, `BREAK_ORDER id=205 word=${word}`)
  await say(ana, 'yes')
  await door.idle()
  await say(ana, `TIDY_ORDER id=206 word=${word}`)
  await say(ana, 'yes')
  await door.idle()
  expect(await say(ana, `FIND_ORDER id=${word}`)).toMatchObject([{ about: 'refusal' }])
  await door.idle()
  expect(await door.stop()).toBe(0)
  worker.signal('SIGTERM')
  expect(await worker.ended).toEqual({ code: 0, signal: null })

  // The errors did say it.
  expect(JSON.stringify(await house.rows(`select entry from journal where kind = 'failed'`))).toContain(word)
  const logs = { bot: door.logged(), worker: worker.written().replace('Worker ready.\n', '') }
  const events = Object.values(logs).flatMap((log) =>
    log
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as LogLine),
  )
  const [failed] = await house.rows<{ id: string; chat: string }>(
    `select command_id as id, chat_id as chat from envelopes where name = 'BREAK_ORDER'`,
  )
  expect(events).toContainEqual(
    expect.objectContaining({
      event: 'step.failed',
      commandId: failed?.id,
      chat: failed?.chat,
      code: 'action_failed',
    }),
  )
  expect(events).toContainEqual(expect.objectContaining({ event: 'command.settled', commandId: failed?.id }))
  expect(events).toContainEqual(expect.objectContaining({ event: 'turn.failed', chat: failed?.chat }))
  for (const { event } of events) expect(event).toMatch(/^[a-z-]+\.[a-z_]+$/u)

  const secret = [
    ...said,
    ana,
    stranger,
    'Owner 0',
    password,
    word,
    'tangerines',
    sealing?.confirm?.expect ?? 'no code',
  ]
  for (const each of secret.flatMap(spellings)) {
    expect(logs.bot).not.toContain(each)
    expect(logs.worker).not.toContain(each)
  }
})

type LogLine = { readonly event?: string }

/** As it is, as JSON has it inside a text, without the sign of a number, and encoded. */
function spellings(text: string): readonly string[] {
  return [text, JSON.stringify(text).slice(1, -1), text.replace('+', ''), Buffer.from(text).toString('base64')]
}

const parameters = (name: string, kind: string) => `
  parameters:
    - { name: id, kind: entity-ref, required: true, source: user }
    - { name: ${name}, kind: ${kind}, required: true, source: user }
arguments:
  id: { type: string, minLength: 1, maxLength: 40, entity: order }
  ${name}: { type: string, minLength: 4, maxLength: 100 }`

const sql = (statement: string, values: string) => `actionDomain: sql
    actionType: execute
    actionMeta: { connection: shop, statement: "${statement}", values: { ${values} } }`

const command = (token: string, safety: string, contract: string, action: string) => `
token: ${token}
intent: { entity: Order, action: ${token}, target: id }
safety: ${safety}
scope: orders.change
contract:
  commandRef: urn:test:${token}
  idempotency: non-idempotent
  retry: manual${contract}
steps:
  - stepName: The step
    stepDescription: A test
    stepMsg: Doing it
    ${action}
    yield: []
`

const texts = (file: string, name: string) => `
  orders.${file}:
    title: Order ${file}
    summary: "${file} order {id}"
    effect: it is changed
    done: Done
    labels: { id: order, ${name}: ${name} }
    questions: { id: "Which order?", ${name}: "Which ${name}?" }
    sentences: ["${file} order {id}"]`

const commands = {
  files: {
    '_roles.yaml': 'owner: ["*"]\n',
    '_menu.yaml': 'order: [orders]\n',
    'orders/_menu.yaml': `order: [seal, break, find, tidy]
entities:
  order:
    byId:
      actionDomain: sql
      actionType: query
      actionMeta: { connection: shop, statement: "select id from orders where id = :value::int", values: { value: "{{args.value}}" } }
`,
    'orders/seal.yaml': command(
      'SEAL_ORDER',
      'destructive',
      parameters('password', 'secret'),
      sql(
        'update orders set customer = md5(:password::text) where id = :id::int',
        'id: "{{args.id}}", password: "{{args.password}}"',
      ),
    ),
    'orders/break.yaml': command(
      'BREAK_ORDER',
      'mutation',
      parameters('word', 'scalar'),
      sql('update orders set id = :word::int where id = :id::int', 'id: "{{args.id}}", word: "{{args.word}}"'),
    ),
    'orders/find.yaml': command(
      'FIND_ORDER',
      'mutation',
      parameters('word', 'scalar'),
      sql('update orders set id = id where id = :id::int', 'id: "{{args.id}}"'),
    ),
    'orders/tidy.yaml': command(
      'TIDY_ORDER',
      'mutation',
      parameters('word', 'scalar'),
      'actionDomain: filesystem\n    actionType: rm\n    actionMeta: { path: "/{{args.word}}.txt" }',
    ),
  },
  texts: `menus: { orders: Orders }
entities: { order: { title: order, label: "order {id}", missing: "There is no order {value}." } }
commands:${texts('seal', 'password')}${texts('break', 'word')}${texts('find', 'word')}${texts('tidy', 'word')}
`,
}
