/** What only looks and asks a service for it: the turn waits no longer for that than a step may take. */
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBotHere, type BotHere } from '../testing/installations/bot-here.ts'
import { startHttpService, type HttpService } from '../testing/servers/http-service.ts'
import { createTestCatalogue } from '../testing/catalogues/test-catalogue.ts'

/** A read has this long where nothing else is configured (`bot.ts`). */
const readTimeoutMs = 10_000

let catalogue: Awaited<ReturnType<typeof createTestCatalogue>>
let service: HttpService
let bot: BotHere
const logged: string[] = []

beforeAll(async () => {
  service = await startHttpService()
  catalogue = await createTestCatalogue({
    files: {
      '_roles.yaml': 'owner: ["*"]\n',
      '_menu.yaml': 'order: [parcels]\n',
      'parcels/_menu.yaml': 'order: [track]\n',
      'parcels/track.yaml': `token: TRACK_PARCEL
intent: { entity: Parcel, action: Track, target: id }
safety: read
scope: parcels.track
contract:
  commandRef: urn:sayso:command:parcels.track
  parameters:
    - { name: id, kind: scalar, required: true, source: user }
  idempotency: idempotent
  retry: automatic
arguments:
  id: { type: string, pattern: "^[0-9]{1,10}$" }
steps:
  - stepName: Ask for it
    stepDescription: Asks where it is
    stepMsg: Asking
    actionDomain: http
    actionType: get
    actionMeta: { service: shipping, path: "/parcels/{id}", values: { id: "{{args.id}}" } }
    observationDomain: ""
    observe: ""
    yield: ["parcel:found"]
`,
    },
    texts: `menus: { parcels: Parcels }
entities: {}
commands:
  parcels.track:
    title: Track a parcel
    summary: "Track parcel {id}"
    done: "Parcel {id} was found"
    labels: { id: number }
    questions: { id: "Which parcel?" }
    examples: ["track parcel 204"]
    sentences: ["track parcel {id}"]
`,
  })
  const services = path.join(catalogue.dir, 'services.yaml')
  await writeFile(services, `services: { shipping: { baseUrl: "${service.url}", allowPrivate: true } }\n`)
  bot = await startBotHere({
    onLog: (line) => void logged.push(line),
    env: { SAYSO_CATALOGUE: catalogue.dir, SAYSO_SERVICES: services, SAYSO_STEP_TIMEOUT: '1s' },
  })
})
afterAll(async () => {
  await bot.close()
  await catalogue.remove()
  await service.close()
})

const ask = () => bot.send({ from: bot.house.phone(0), text: 'track parcel 204' })

test('a read that asks a service which does not answer ends in the time of a step, and says that it took too long', async () => {
  expect((await ask()).at(-1)?.reply.text).toContain('Parcel 204 was found')
  service.trouble({ kind: 'silent' })
  const begun = performance.now()
  const last = (await ask()).at(-1)?.reply
  expect(last).toMatchObject({ about: 'outcome', command: { status: 'failed', reason: 'timed_out' } })
  expect(last?.text).toContain('It took too long')
  expect(performance.now() - begun).toBeLessThan(readTimeoutMs)
})

test('a read that fails is logged as a step that failed, with its code and without what was said', async () => {
  const failed = () => logged.map((line) => JSON.parse(line) as object).filter((line) => 'step' in line)
  logged.length = 0
  service.trouble({ kind: 'status', status: 403, body: '{"message":"not for Maria"}' })
  const last = (await ask()).at(-1)?.reply
  expect(last?.text).toContain('not for Maria')
  const { id: commandId } = last?.command ?? {}
  const step = { event: 'step.failed', commandId, step: 'Ask for it', code: 'action_failed', level: 40 }
  expect(failed()).toMatchObject([{ ...step, err: { type: 'TerminalError', code: 'action_failed' } }])
  expect(logged.join('')).not.toContain('Maria')
})
